import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { PlainEvent } from './events'

/** Statuses that clients tell of whoever uses them. */
export const presenceStatuses = ['active', 'idle'] as const
export type PresenceStatus = (typeof presenceStatuses)[number]

/** How often clients give signs of life. Source: docs/protocol/register.md#presence-interval. */
export const pingIntervalSeconds = 60

/**
 * Time without activity after which somebody is idle. With two clients, of which one is idle, they
 * are active: idle is only who did nothing for longer than an active client takes to say so again.
 */
export const idleAfterSeconds = pingIntervalSeconds + 10

/** Times when somebody was there last: Unix times in seconds. */
export interface PresenceTimes {
  userId: number
  email: string
  /** Time when a client saw them do something; 0 = never. */
  activeAt: number
  /** Time when a client of theirs said that it runs. */
  connectedAt: number
}

/** The status that older clients are told; newer ones conclude it from both times. */
export function statusOf({
  activeAt,
  connectedAt,
}: Pick<PresenceTimes, 'activeAt' | 'connectedAt'>): PresenceStatus {
  return activeAt + idleAfterSeconds >= connectedAt ? 'active' : 'idle'
}

const slimSchema = Type.Object(
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
 * Presences by user id, or in their older form by email.
 * Source: docs/protocol/presence.md#presence-forms.
 */
export const presencesSchema = Type.Record(Type.String(), Type.Union([slimSchema, legacySchema]))

/**
 * Presence of a single person, in the form of the call that asks for it.
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
 * @param isSlim by user id, as newer clients ask for it.
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
 * {@link presentPresences} as JSON text: a client that asks for what is new, once a minute, is spared
 * half of what the records would cost.
 */
export function presencesText(presences: readonly PresenceTimes[], isSlim: boolean): string {
  let text = ''
  for (const presence of presences) {
    text += `${text === '' ? '' : ','}${presenceText(presence, isSlim)}`
  }
  return `{${text}}`
}

/** The member of {@link presencesText} that is about one person. */
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

function presentSlim({ activeAt, connectedAt }: PresenceTimes): Static<typeof slimSchema> {
  return { active_timestamp: activeAt, idle_timestamp: connectedAt }
}

/** Presence in the older form. Nobody asks any more for which client it is, so all are one. */
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

/** @param isAway whether so much time has passed since that they are offline */
export function presentSinglePresence(
  presence: PresenceTimes,
  isAway: boolean,
): Static<typeof singlePresenceSchema> {
  const { status, timestamp } = presentClient(presence)
  const website = { status, timestamp }
  return { aggregated: isAway ? { ...website, status: 'offline' } : website, website }
}

/**
 * The event of somebody who came, does something again, or does nothing any more.
 * Source: docs/protocol/events.md#presence.
 */
export function presenceChanged(presence: PresenceTimes, serverTimestamp: number): PlainEvent {
  return {
    type: 'presence',
    user_id: presence.userId,
    email: presence.email,
    server_timestamp: serverTimestamp,
    presence: { website: presentClient(presence) },
  }
}
