import {
  mayAddSubscribers,
  mayAdminister,
  mayEnter,
  mayRemoveSubscribers,
} from '../../../shared/rules/stream-rights'
import { asStreamUser } from '../rights/permissions'
import type { State, Stream } from '../records/state'

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
  | 'archived'
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
  const lists = stream.is_archived ? state.archived : state
  const isSubscribed =
    lists?.subscriptions.some(({ stream_id: id }) => id === stream.stream_id) === true
  const user = asStreamUser(state, stream)
  const read = isSubscribed || mayEnter(user, { isPrivate: stream.invite_only })
  return {
    administer: mayAdminister(user),
    read,
    addSubscribers: read && mayAddSubscribers(user, state.can_subscribe_other_users),
    removeSubscribers: mayRemoveSubscribers(user),
  }
}
