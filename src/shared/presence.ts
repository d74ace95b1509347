import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

/** Statuses that clients report for their users. */
export const presenceStatuses = ['active', 'idle'] as const
export type PresenceStatus = (typeof presenceStatuses)[number]

/** Interval of clients' presence reports. Source: docs/protocol/register.md#presence-interval. */
export const pingIntervalSeconds = 60

/**
 * Time without activity after which a user is idle. Longer than the report interval, so that a user
 * with one active and one idle client counts as active.
 */
export const idleAfterSeconds = pingIntervalSeconds + 10

/** Times when a user was last active and connected: Unix times in seconds. */
export interface PresenceTimes {
  userId: number
  email: string
  /** Last time a client reported activity; 0 = never. */
  activeAt: number
  /** Last time any client reported. */
  connectedAt: number
}

/** The status for older clients; newer ones derive it from both times. */
export function statusOf({
  activeAt,
  connectedAt,
}: Pick<PresenceTimes, 'activeAt' | 'connectedAt'>): PresenceStatus {
  return activeAt + idleAfterSeconds >= connectedAt ? 'active' : 'idle'
}

/** The form of newer clients. */
export const slimPresenceSchema = Type.Object(
  { active_timestamp: Type.Integer(), idle_timestamp: Type.Integer() },
  { description: 'When they did something, and when a client of theirs ran' },
)

const stateFields = {
  status: Type.String({ description: '`active` or `idle`, at the time' }),
  timestamp: Type.Integer(),
}

const legacySchema = Type.Object({
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

type PresenceRecord = Static<typeof presencesSchema>[string]

/**
 * @param isSlim keyed by user id, for newer clients.
 * Source: docs/protocol/presence.md#presence-forms.
 */
export function presentPresences(
  presences: readonly PresenceTimes[],
  isSlim: boolean,
): Static<typeof presencesSchema> {
  return Object.fromEntries<PresenceRecord>(
    presences.map((presence): [string | number, PresenceRecord] =>
      isSlim ? [presence.userId, presentSlim(presence)] : [presence.email, presentLegacy(presence)],
    ),
  )
}

/**
 * {@link presentPresences} as JSON text, at half the cost of building records: clients request
 * newer presences once a minute.
 */
export function presencesText(presences: readonly PresenceTimes[], isSlim: boolean): string {
  let text = ''
  for (const presence of presences) {
    text += `${text === '' ? '' : ','}${presenceText(presence, isSlim)}`
  }
  return `{${text}}`
}

/** The member of {@link presencesText} for one person. */
export function presenceText(presence: PresenceTimes, isSlim: boolean): string {
  return isSlim ? slimText(presence) : legacyText(presence)
}

function slimText({ userId, activeAt, connectedAt }: PresenceTimes): string {
  return `"${userId}":{"active_timestamp":${activeAt},"idle_timestamp":${connectedAt}}`
}

function legacyText(presence: PresenceTimes): string {
  const { status, timestamp } = presentClient(presence)
  const members = `"client":"website","status":"${status}","timestamp":${timestamp}`
  const states = `"aggregated":{${members}},"website":{${members},"pushable":false}`
  return `${JSON.stringify(presence.email)}:{${states}}`
}

function presentSlim({ activeAt, connectedAt }: PresenceTimes): Static<typeof slimPresenceSchema> {
  return { active_timestamp: activeAt, idle_timestamp: connectedAt }
}

/** Presence in the older form. Clients no longer distinguish programs, so all count as one. */
function presentLegacy(presence: PresenceTimes): Static<typeof legacySchema> {
  const website = presentClient(presence)
  const { pushable: _pushable, ...aggregated } = website
  return { aggregated, website }
}

function presentClient(presence: PresenceTimes): Static<typeof legacySchema>['website'] {
  const status = statusOf(presence)
  const timestamp = status === 'active' ? presence.activeAt : presence.connectedAt
  return { client: 'website', status, timestamp, pushable: false }
}

/** @param isAway whether the user counts as offline by now */
export function presentSinglePresence(
  presence: PresenceTimes,
  isAway: boolean,
): Static<typeof singlePresenceSchema> {
  const { status, timestamp } = presentClient(presence)
  const website = { status, timestamp }
  return { aggregated: isAway ? { ...website, status: 'offline' } : website, website }
}

export interface PresenceEvent {
  type: 'presence'
  user_id: number
  email: string
  server_timestamp: number
  presence: Pick<Static<typeof legacySchema>, 'website'>
}

/**
 * The event of a user who came online, or became active or idle.
 * Source: docs/protocol/events.md#presence.
 */
export function presenceChanged(presence: PresenceTimes, serverTimestamp: number): PresenceEvent {
  return {
    type: 'presence',
    user_id: presence.userId,
    email: presence.email,
    server_timestamp: serverTimestamp,
    presence: { website: presentClient(presence) },
  }
}
