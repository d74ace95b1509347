import { isInValue } from '../store/permissions'
import type { GroupValue, State, Stream } from '../store/state'

/*
 * What the reader may do in a stream, as the server will judge it.
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
  /** Change it, and archive it. */
  administer: boolean
  /** Read what is said in it, subscribed or not: whoever may could also join. */
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
