import { Type } from '@sinclair/typebox'
import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox'
import type { OwnState } from '../../../db/users/own-state'
import type { PreparedJson } from '../../../wire/prepared-json'
import type { StateRequest } from './request'

/** A part of the initial state that is asked for, and read, as one. */
export interface StateFamily {
  /** Read when all of these fetch types are wanted. */
  readonly fetchTypes: readonly string[]
  /** Parts that it asks for with `own`; with `remembered` it asks for `realmVersions`. */
  readonly own?: readonly (keyof OwnState)[]
  /** Whether nothing of it follows from the requester's account but which one it is. */
  readonly needsIdOnly?: true
  /** The members of the response that it can fill. */
  readonly keys: TProperties
  read(request: StateRequest): Promise<object>
}

interface FamilyDeclaration<K extends TProperties> {
  fetchTypes: readonly string[]
  own?: readonly (keyof OwnState)[]
  needsIdOnly?: true
  keys: K
  /** Members that are JSON already are promised to be those. */
  read(request: StateRequest): Promise<Static<TObject<K>> | PreparedJson>
}

/** Declares a family: the compiler holds `read` to the keys that are documented. */
export function stateFamily<K extends TProperties>(declaration: FamilyDeclaration<K>): StateFamily {
  return declaration
}

/** A family whose values are the same for everybody. */
export function constantFamily(
  fetchTypes: readonly string[],
  values: Readonly<Record<string, unknown>>,
): StateFamily {
  return { fetchTypes, keys: describeConstants(values), read: async () => values }
}

/** Schemas of values that do not change. */
export function describeConstants<V extends Readonly<Record<string, unknown>>>(
  values: V,
): { [K in keyof V]: TSchema & { static: V[K] } } {
  const entries = Object.entries(values).map(([key, value]) => [key, schemaOf(value)])
  return Object.fromEntries(entries) as { [K in keyof V]: TSchema & { static: V[K] } }
}

function schemaOf(value: unknown): TSchema {
  if (value === null) return Type.Null()
  if (Array.isArray(value)) return Type.Array(Type.Unknown())
  switch (typeof value) {
    case 'boolean':
      return Type.Boolean()
    case 'number':
      return Number.isInteger(value) ? Type.Integer() : Type.Number()
    case 'string':
      return Type.String()
    default:
      return Type.Object({})
  }
}
