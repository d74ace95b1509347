import { Type } from '@sinclair/typebox'
import { listReadableIds } from '../../../../data/access/readable-messages'
import { nameTopics } from '../../../../wire/named-topics'
import { unreadMessagesSchema } from '../../../../../shared/read-state'
import { othersOf } from '../../../../wire/read-state'
import { presentOwnUnread } from '../../../actions/read-state/unread'
import { stateFamily } from './family'

/**
 * Id of the newest message that the requester received.
 * Source: docs/protocol/decided-conflicts.md#max-message-id.
 */
export const lastMessageState = stateFamily({
  fetchTypes: ['message'],
  own: ['lastReceivedId'],
  needsIdOnly: true,
  keys: {
    max_message_id: Type.Integer({ description: 'Newest message received, -1 if there is none' }),
  },

  async read({ own }) {
    return { max_message_id: await own('lastReceivedId') }
  },
})

/** The requester's pointer: the message where older clients continue reading. */
export const pointerState = stateFamily({
  fetchTypes: ['pointer'],
  keys: { pointer: Type.Integer({ description: '-1 when unset' }) },

  async read({ account }) {
    return { pointer: account.pointer }
  },
})

/** Ids of the requester's unread messages, by conversation. */
export const unreadState = stateFamily({
  fetchTypes: ['message', 'update_message_flags'],
  own: ['unread'],
  keys: { unread_msgs: unreadMessagesSchema },

  async read({ db, account, own, can }) {
    const unread = await presentOwnUnread(db, account, await own('unread'))
    if (can('empty_topic_name')) return { unread_msgs: unread }
    return { unread_msgs: { ...unread, streams: unread.streams.map(nameTopics) } }
  },
})

/**
 * Starred messages that the requester may read. A message that was moved out of the requester's sight keeps its
 * star, in case it is moved back.
 */
export const starredState = stateFamily({
  fetchTypes: ['starred_messages'],
  own: ['starred'],
  keys: { starred_messages: Type.Array(Type.Integer(), { description: 'Ids, ascending' }) },

  async read({ db, account, own }) {
    return { starred_messages: await listReadableIds(db, account, await own('starred')) }
  },
})

/**
 * Private conversations of the requester, the newest first.
 * Source: docs/protocol/register.md#recent-conversations.
 */
export const recentConversationsState = stateFamily({
  fetchTypes: ['recent_private_conversations'],
  own: ['conversations'],
  needsIdOnly: true,
  keys: {
    recent_private_conversations: Type.Array(
      Type.Object({
        max_message_id: Type.Integer(),
        user_ids: Type.Array(Type.Integer(), { description: 'The other participants' }),
      }),
    ),
  },

  async read({ own, account }) {
    const conversations = await own('conversations')
    return {
      recent_private_conversations: conversations.map(({ member_key, max_message_id }) => ({
        max_message_id,
        user_ids: othersOf(account.id, member_key),
      })),
    }
  },
})
