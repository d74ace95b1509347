import { mayInRealm } from '../permissions'
import type { State } from '../state'

/**
 * What the user may do follows from the settings of the realm and from the groups that the user is in. No
 * event says it. Source: docs/protocol/permissions.md#test-of-a-permission.
 */
export function updateRights(state: State): void {
  const may = (permission: string) => !state.is_guest && mayInRealm(state, permission)
  state.can_create_public_streams = may('can_create_public_channel_group')
  state.can_create_private_streams = may('can_create_private_channel_group')
  state.can_create_web_public_streams = may('can_create_web_public_channel_group')
  state.can_create_streams = state.can_create_public_streams || state.can_create_private_streams
  state.can_invite_others_to_realm = may('can_invite_users_group')
  state.can_subscribe_other_users = state.is_admin || may('can_add_subscribers_group')
}
