import { Type } from '@sinclair/typebox'
import { listRecentConversations } from '../../../db/dm-groups'
import { listStarredIds } from '../../../db/message-flags'
import { othersOf, unreadMessagesSchema } from '../../../wire/unread-messages'
import { readUnread } from '../../read-state/unread'
import { stateFamily } from './family'

/** Where the requester's messages end. Source: protocol notes 0 #11. */
export const lastMessageState = stateFamily({
  fetchTypes: ['message'],
  keys: {
    max_message_id: Type.Integer({ description: 'Newest message received, -1 if there is none' }),
  },

  async read({ sharedReads, account }) {
    const key = { realmId: account.realm_id, userId: account.id }
    return { max_message_id: await sharedReads.lastReceivedId(key) }
  },
})

export const pointerState = stateFamily({
  fetchTypes: ['pointer'],
  keys: { pointer: Type.Integer({ description: '-1 when unset' }) },

  async read({ account }) {
    return { pointer: account.pointer }
  },
})

export const unreadState = stateFamily({
  fetchTypes: ['message', 'update_message_flags'],
  keys: { unread_msgs: unreadMessagesSchema },

  async read({ db, now, account }) {
    return { unread_msgs: await readUnread(db, now, account) }
  },
})

export const starredState = stateFamily({
  fetchTypes: ['starred_messages'],
  keys: { starred_messages: Type.Array(Type.Integer(), { description: 'Ids, ascending' }) },

  async read({ db, account }) {
    return { starred_messages: await listStarredIds(db, account.realm_id, account.id) }
  },
})

/** Clients list that many private conversations at most. */
const maxConversations = 1_000

/** With whom the requester wrote last. Source: client notes 6.4, "Unread and recent". */
export const recentConversationsState = stateFamily({
  fetchTypes: ['recent_private_conversations'],
  keys: {
    recent_private_conversations: Type.Array(
      Type.Object({
        max_message_id: Type.Integer(),
        user_ids: Type.Array(Type.Integer(), { description: 'Who else takes part' }),
      }),
    ),
  },

  async read({ db, account }) {
    const { realm_id, id } = account
    const recent = await listRecentConversations(db, realm_id, id, maxConversations)
    return {
      recent_private_conversations: recent.map(({ member_key, max_message_id }) => ({
        max_message_id,
        user_ids: othersOf(id, member_key),
      })),
    }
  },
})
