import { getRecord } from '../records'
import type { State } from '../state'

const millisecondsADay = 86_400_000

/**
 * What the user may do follows from their role, their age, and the policies of the realm. No event
 * says it. Source: docs/protocol/permissions.md#old-policies.
 */
export function updateRights(state: State): void {
  const isTrusted = !state.is_guest && !isNewcomer(state)
  const mayDo = (policy: string) =>
    state.is_admin || (isTrusted && (state[`realm_${policy}`] ?? 1) === 1)
  state.can_create_public_streams = mayDo('create_public_stream_policy')
  state.can_create_private_streams = mayDo('create_private_stream_policy')
  state.can_create_streams = state.can_create_public_streams || state.can_create_private_streams
  state.can_subscribe_other_users = mayDo('invite_to_stream_policy')
}

function isNewcomer(state: State): boolean {
  const { date_joined: joined } = getRecord(state.realm_users, 'user_id', state.user_id)
  const days = (Date.now() - Date.parse(joined)) / millisecondsADay
  return Math.floor(days) < ((state['realm_waiting_period_threshold'] ?? 0) as number)
}
