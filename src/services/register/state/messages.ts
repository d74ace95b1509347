import { Type } from '@sinclair/typebox'
import { constantFamily, stateFamily } from './family'

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

// TODO: fill these in once messages have a read state and flags.
export const unreadState = constantFamily(['message', 'update_message_flags'], {
  unread_msgs: {
    count: 0,
    pms: [],
    streams: [],
    huddles: [],
    mentions: [],
    old_unreads_missing: false,
  },
})

export const starredState = constantFamily(['starred_messages'], { starred_messages: [] })
