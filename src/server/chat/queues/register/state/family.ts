import { Type } from '@sinclair/typebox'
import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox'
import type { OwnState } from '../../../../data/users/own-state'
import type { PreparedJson } from '../../../../wire/prepared-json'
import type { StateRequest } from './request'

/** A part of the initial state that is requested and read as a unit. */
export interface StateFamily {
  /** The family is read if all of these fetch types are requested. */
  readonly fetchTypes: readonly string[]
  /** Parts that `read` gets through `own`; `realmVersions` if it calls `remembered`. */
  readonly own?: readonly (keyof OwnState)[]
  /** Whether the family depends on the requester's id only, and on no other data of the account. */
  readonly needsIdOnly?: true
  /** Members of the response that the family can fill, with their schemas. */
  readonly keys: TProperties
  read(request: StateRequest): Promise<object>
}

interface FamilyDeclaration<K extends TProperties> {
  fetchTypes: readonly string[]
  own?: readonly (keyof OwnState)[]
  needsIdOnly?: true
  keys: K
  /** May answer PreparedJson; its members must match `keys`, which the compiler cannot check. */
  read(request: StateRequest): Promise<Static<TObject<K>> | PreparedJson>
}

/** Declares a family; the compiler checks the result of `read` against `keys`. */
export function stateFamily<K extends TProperties>(declaration: FamilyDeclaration<K>): StateFamily {
  return declaration
}

/** A family with constant values. */
export function constantFamily(
  fetchTypes: readonly string[],
  values: Readonly<Record<string, unknown>>,
): StateFamily {
  return { fetchTypes, keys: describeConstants(values), read: async () => values }
}

/** Schemas of constant values. */
export function describeConstants<V extends Readonly<Record<string, unknown>>>(
  values: V,
): { [K in keyof V]: TSchema & { static: V[K] } } {
  const entries = Object.entries(values).map(([key, value]) => [key, schemaOf(value)])
  return Object.fromEntries(entries) as { [K in keyof V]: TSchema & { static: V[K] } }
}

function schemaOf(value: unknown): TSchema {
  if (value === null) return Type.Null()
  if (Array.isArray(value)) return Type.Array(schemaOfMembers(value))
  switch (typeof value) {
    case 'boolean':
      return Type.Boolean()
    case 'number':
      return Number.isInteger(value) ? Type.Integer() : Type.Number()
    case 'string':
      return Type.String()
    default:
      return Type.Object(describeConstants({ ...value }))
  }
}

/** The schema of all members of a list, which are alike. */
function schemaOfMembers(list: readonly unknown[]): TSchema {
  const schemas = new Map(list.map((each) => [JSON.stringify(schemaOf(each)), schemaOf(each)]))
  const [only = Type.Unknown(), ...others] = schemas.values()
  return others.length > 0 ? Type.Union([only, ...others]) : only
}
