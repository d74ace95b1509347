import {
  mayCreateStreams,
  mayInvite,
  maySubscribeOthers,
} from '../../../../shared/rules/realm-rights'
import { asRealmUser } from '../../rights/permissions'
import type { State } from '../../records/state'

/**
 * Derives the user's permissions from realm settings and groups, because no event
 * reports them. Source: docs/protocol/permissions.md#test-of-a-permission.
 */
export function updateRights(state: State): void {
  const user = asRealmUser(state)
  state.can_create_public_streams = mayCreateStreams(user, 'public')
  state.can_create_private_streams = mayCreateStreams(user, 'private')
  state.can_create_web_public_streams = mayCreateStreams(user, 'web-public')
  state.can_create_streams = state.can_create_public_streams || state.can_create_private_streams
  state.can_invite_others_to_realm = mayInvite(user, 'address')
  state.can_subscribe_other_users = maySubscribeOthers(user)
}
