import type { Static } from '@sinclair/typebox'
import type { Frozen } from '../../../shared/calls'
import type { presencesSchema } from '../../../shared/presence'
import type { Presence } from '../records/state'

export type PresenceStatus = 'active' | 'idle' | 'offline'

/**
 * Presence of a user.
 *
 * @param now server time in Unix seconds
 * @param thresholdSeconds how long a reported timestamp counts
 * Source: docs/protocol/presence.md#presence-status.
 */
export function statusOf(
  presence: Presence | undefined,
  now: number,
  thresholdSeconds: number,
): PresenceStatus {
  const holds = (seconds = 0) => seconds + thresholdSeconds >= now
  if (holds(presence?.active_timestamp)) return 'active'
  return holds(presence?.idle_timestamp) ? 'idle' : 'offline'
}

type AnyPresences = Frozen<Static<typeof presencesSchema>>

/** The presences of an answer in the form of newer clients, for which the app asks. */
export function newerForms(presences: AnyPresences): Readonly<Record<string, Presence>> {
  return Object.fromEntries(
    Object.entries(presences).flatMap(([id, presence]) =>
      'active_timestamp' in presence ? [[id, presence]] : [],
    ),
  )
}
