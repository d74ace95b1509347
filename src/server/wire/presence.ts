import type { Static } from '@sinclair/typebox'
import type {
  PresenceEvent,
  PresenceStatus,
  legacySchema,
  presencesSchema,
  singlePresenceSchema,
  slimPresenceSchema,
} from '../../shared/presence'

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
