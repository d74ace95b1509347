import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

/** Statuses that clients report for their users. */
export const presenceStatuses = ['active', 'idle'] as const
export type PresenceStatus = (typeof presenceStatuses)[number]

/** The form of newer clients. */
export const slimPresenceSchema = Type.Object(
  { active_timestamp: Type.Integer(), idle_timestamp: Type.Integer() },
  { description: 'When they did something, and when a client of theirs ran' },
)

const stateFields = {
  status: Type.String({ description: '`active` or `idle`, at the time' }),
  timestamp: Type.Integer(),
}

export const legacySchema = Type.Object({
  aggregated: Type.Object({ client: Type.String(), ...stateFields }),
  website: Type.Object({ client: Type.String(), ...stateFields, pushable: Type.Boolean() }),
})

/**
 * Presences by user id, or, in their older form, by email.
 * Source: docs/protocol/presence.md#presence-forms.
 */
export const presencesSchema = Type.Record(
  Type.String(),
  Type.Union([slimPresenceSchema, legacySchema]),
)

/**
 * Presence of a single person, as returned by its endpoint.
 * Source: docs/protocol/presence.md#get-presence.
 */
export const singlePresenceSchema = Type.Object({
  aggregated: Type.Object({
    ...stateFields,
    status: Type.String({ description: '`active`, `idle` or `offline`, now' }),
  }),
  website: Type.Object(stateFields),
})

export interface PresenceEvent {
  type: 'presence'
  user_id: number
  email: string
  server_timestamp: number
  presence: Pick<Static<typeof legacySchema>, 'website'>
}
