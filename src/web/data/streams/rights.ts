import { isInValue } from '../store/permissions'
import type { GroupValue, State, Stream } from '../store/state'

/*
 * Rights of the reader in a stream, by the same rules as on the server.
 * Sources: docs/protocol/permissions.md#channel-permissions, docs/protocol/permissions.md#content-access.
 */

type Known = Pick<
  State,
  | 'user_id'
  | 'is_admin'
  | 'is_guest'
  | 'can_subscribe_other_users'
  | 'realm_user_groups'
  | 'subscriptions'
>

export interface StreamRights {
  /** May change and archive the stream. */
  administer: boolean
  /** May read the messages; also without a subscription, since such users could subscribe. */
  read: boolean
  addSubscribers: boolean
  removeSubscribers: boolean
}

export function rightsIn(state: Known, stream: Stream): StreamRights {
  const isMember = state.subscriptions.some(({ stream_id: id }) => id === stream.stream_id)
  const may = (value: GroupValue) => !state.is_guest && isInValue(state, value)
  const administer = state.is_admin || may(stream.can_administer_channel_group)
  const isOpen = !state.is_guest && !stream.invite_only
  const mayAdd = may(stream.can_add_subscribers_group)
  const read = isMember || isOpen || mayAdd || may(stream.can_subscribe_group)
  const mayRemove = isInValue(state, stream.can_remove_subscribers_group)
  return {
    administer,
    read,
    addSubscribers: read && (state.can_subscribe_other_users || administer || mayAdd),
    removeSubscribers: administer || mayRemove,
  }
}
