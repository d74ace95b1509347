import { mayInRealm } from '../permissions'
import type { RealmPermission } from '../permissions'
import type { State } from '../state'

/**
 * Derives the user's permissions from realm settings and groups, because no event
 * reports them. Source: docs/protocol/permissions.md#test-of-a-permission.
 */
export function updateRights(state: State): void {
  const may = (permission: RealmPermission) => !state.is_guest && mayInRealm(state, permission)
  state.can_create_public_streams = may('can_create_public_channel_group')
  state.can_create_private_streams = may('can_create_private_channel_group')
  state.can_create_web_public_streams = may('can_create_web_public_channel_group')
  state.can_create_streams = state.can_create_public_streams || state.can_create_private_streams
  state.can_invite_others_to_realm = may('can_invite_users_group')
  state.can_subscribe_other_users = state.is_admin || may('can_add_subscribers_group')
}
