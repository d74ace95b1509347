import { Type } from '@sinclair/typebox'
import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox'
import type { Roster } from '../../../memory/rosters'
import type { Queryable } from '../../../db/engine/database'
import type { OwnState } from '../../../db/users/own-state'
import type { RealmPart } from '../../../db/realms/versions'
import type { PresenceStore } from '../../../presence/presence'
import type { ClientCapability } from '../../../wire/events'
import type { PreparedJson } from '../../../wire/prepared-json'
import type { Requester } from '../../authentication'
import type { Sized } from '../../../memory/realm-parts'

/** What the initial state is read with. */
export interface StateRequest {
  db: Queryable
  now: Date
  /** Everybody in the realm, read after the queue was registered. */
  roster(): Promise<Roster>
  /** What is the requester's own, read at once for all families that are wanted. */
  own<P extends keyof OwnState>(part: P): Promise<OwnState[P]>
  /**
   * What a part of the realm is made into that reads the same for everybody; not read again while
   * nobody has changed that part.
   *
   * @param variant names what else it depends on, such as what the client can deal with
   */
  remembered<T extends Sized>(part: RealmPart, load: () => Promise<T>, variant?: string): Promise<T>
  /** The same of what no event tells of, and which therefore need not be quite new. */
  rememberedAMinute<T extends Sized>(name: string, load: () => Promise<T>): Promise<T>
  /** The requester, loaded after the queue was registered. */
  account: Requester
  /** This server as the client sees it. */
  origin: string
  externalHost: string
  maxFileUploadMib: number
  includeSubscribers: boolean
  clientGravatar: boolean
  /** Whether the client declared a capability. */
  can(capability: ClientCapability): boolean
  /** Presences keyed by user id instead of email. */
  slimPresence: boolean
  presence: PresenceStore
  /** Presences of people who were there in these days; undefined = as usual. */
  presenceHistoryDays: number | undefined
}

/** A part of the initial state that is asked for, and read, as one. */
export interface StateFamily {
  /** Read when all of these fetch types are wanted. */
  readonly fetchTypes: readonly string[]
  /** What it asks for with `own`; with `remembered` it asks for `realmVersions`. */
  readonly own?: readonly (keyof OwnState)[]
  /** The members of the response that it can fill. */
  readonly keys: TProperties
  read(request: StateRequest): Promise<object>
}

interface FamilyDeclaration<K extends TProperties> {
  fetchTypes: readonly string[]
  own?: readonly (keyof OwnState)[]
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

/** The schemas of values that do not change. */
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
