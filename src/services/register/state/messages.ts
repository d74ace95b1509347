import { Type } from '@sinclair/typebox'
import { othersOf, unreadMessagesSchema } from '../../../wire/read-state'
import { readUnread } from '../../read-state/unread'
import { stateFamily, constantFamily } from './family'

/** Where the requester's messages end. Source: protocol notes 0 #11. */
export const lastMessageState = stateFamily({
  fetchTypes: ['message'],
  own: ['lastReceivedId'],
  keys: {
    max_message_id: Type.Integer({ description: 'Newest message received, -1 if there is none' }),
  },

  async read({ own }) {
    return { max_message_id: await own('lastReceivedId') }
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
  own: ['unread'],
  keys: { unread_msgs: unreadMessagesSchema },

  async read({ db, now, account, own }) {
    return { unread_msgs: await readUnread(db, now, account, await own('unread')) }
  },
})

export const starredState = stateFamily({
  fetchTypes: ['starred_messages'],
  own: ['starred'],
  keys: { starred_messages: Type.Array(Type.Integer(), { description: 'Ids, ascending' }) },

  async read({ own }) {
    return { starred_messages: await own('starred') }
  },
})

/** With whom the requester wrote last. Source: client notes 6.4, "Unread and recent". */
export const recentConversationsState = stateFamily({
  fetchTypes: ['recent_private_conversations'],
  own: ['conversations'],
  keys: {
    recent_private_conversations: Type.Array(
      Type.Object({
        max_message_id: Type.Integer(),
        user_ids: Type.Array(Type.Integer(), { description: 'Who else takes part' }),
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

/**
 * What the server does not keep yet, in the form that clients expect of a realm that has none.
 * Source: protocol notes 4.3; client notes 6.4.
 */
export const emptyStates = [
  constantFamily(['channel_folders'], { channel_folders: [] }),
  constantFamily(['custom_profile_fields'], {
    custom_profile_fields: [],
    custom_profile_field_types: {},
  }),
  constantFamily(['default_stream_groups'], { realm_default_stream_groups: [] }),
  constantFamily(['drafts'], { drafts: [] }),
  constantFamily(['hotspots'], { hotspots: [] }),
  constantFamily(['navigation_views'], { navigation_views: [] }),
  constantFamily(['onboarding_steps'], { onboarding_steps: [] }),
  constantFamily(['realm_domains'], { realm_domains: [] }),
  constantFamily(['realm_embedded_bots'], { realm_embedded_bots: [] }),
  constantFamily(['realm_playgrounds'], { realm_playgrounds: [] }),
  constantFamily(['reminders'], { reminders: [] }),
  constantFamily(['scheduled_messages'], { scheduled_messages: [] }),
]
