import { Type } from '@sinclair/typebox'
import { listMutedUsers } from '../../../db/muted-users'
import { listUserTopics } from '../../../db/user-topics'
import {
  mutedTopicSchema,
  mutedUserSchema,
  presentMutedTopic,
  presentMutedUser,
  presentUserTopic,
  userTopicSchema,
} from '../../../wire/mutes'
import { listMutedTopicsOf } from '../../mutes/topics'
import { stateFamily } from './family'

/*
 * What the requester does not want to see. Each client asks for the list of topics that it reads.
 * Source: client notes 5, rule C; 6.4.
 */

export const mutedTopicsState = stateFamily({
  fetchTypes: ['muted_topics'],
  keys: { muted_topics: Type.Array(mutedTopicSchema) },

  async read({ db, account }) {
    return { muted_topics: (await listMutedTopicsOf(db, account)).map(presentMutedTopic) }
  },
})

export const userTopicsState = stateFamily({
  fetchTypes: ['user_topic'],
  keys: { user_topics: Type.Array(userTopicSchema) },

  async read({ db, account }) {
    const topics = await listUserTopics(db, account.realm_id, account.id)
    return { user_topics: topics.map(presentUserTopic) }
  },
})

export const mutedUsersState = stateFamily({
  fetchTypes: ['muted_users'],
  keys: { muted_users: Type.Array(mutedUserSchema) },

  async read({ db, account }) {
    const muted = await listMutedUsers(db, account.realm_id, account.id)
    return { muted_users: muted.map(presentMutedUser) }
  },
})
