import type { Presence } from './state'

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
