import { Type } from '@sinclair/typebox'
import { topicVisibilities } from '../../../db/users/user-topics'
import {
  mutedTopicSchema,
  mutedUserSchema,
  presentMutedTopic,
  presentMutedUser,
  presentUserTopic,
  userTopicSchema,
} from '../../../wire/mutes'
import { draftSchema, presentDraft } from '../../../wire/drafts'
import { presentSavedSnippet, savedSnippetSchema } from '../../../wire/saved-snippets'
import { stateFamily } from './family'
import { ownForStreams, readKnownStreams } from './streams'

/**
 * Topics that the requester muted, of streams that they may know of; for older clients.
 * Sources: docs/protocol/decided-conflicts.md#topic-mutes, docs/protocol/register.md#collections.
 */
export const mutedTopicsState = stateFamily({
  fetchTypes: ['muted_topics'],
  own: ['userTopics', ...ownForStreams],
  keys: { muted_topics: Type.Array(mutedTopicSchema) },

  async read(request) {
    const muted = (await request.own('userTopics')).filter(
      (topic) => topic.visibility_policy === topicVisibilities.muted,
    )
    if (muted.length === 0) return { muted_topics: [] }
    const streams = await readKnownStreams(request)
    const names = new Map(streams.map(({ row }) => [row.id, row.name]))
    return {
      muted_topics: muted.flatMap((topic) => {
        const stream_name = names.get(topic.stream_id)
        if (stream_name === undefined) return []
        const updated_at = new Date(topic.updated_at)
        return [presentMutedTopic({ topic: topic.topic, stream_name, updated_at })]
      }),
    }
  },
})

/**
 * Topics that the requester muted, unmuted or follows; for clients that read more than the muted.
 * Sources: docs/protocol/decided-conflicts.md#topic-mutes, docs/protocol/register.md#collections.
 */
export const userTopicsState = stateFamily({
  fetchTypes: ['user_topic'],
  own: ['userTopics'],
  keys: { user_topics: Type.Array(userTopicSchema) },

  async read({ own }) {
    const topics = await own('userTopics')
    return {
      user_topics: topics.map((topic) =>
        presentUserTopic({ ...topic, updated_at: new Date(topic.updated_at) }),
      ),
    }
  },
})

/** Users whom the requester muted. Source: docs/protocol/register.md#muted-users. */
export const mutedUsersState = stateFamily({
  fetchTypes: ['muted_users'],
  own: ['mutedUsers'],
  keys: { muted_users: Type.Array(mutedUserSchema) },

  async read({ own }) {
    const muted = await own('mutedUsers')
    return {
      muted_users: muted.map((user) =>
        presentMutedUser({ ...user, muted_at: new Date(user.muted_at) }),
      ),
    }
  },
})

/** Words of which the requester wants to be told. */
export const alertWordsState = stateFamily({
  fetchTypes: ['alert_words'],
  own: ['alertWords'],
  keys: { alert_words: Type.Array(Type.String()) },

  async read({ own }) {
    return { alert_words: await own('alertWords') }
  },
})

/** Texts that the requester keeps to write them again. */
export const savedSnippetsState = stateFamily({
  fetchTypes: ['saved_snippets'],
  own: ['savedSnippets'],
  keys: { saved_snippets: Type.Array(savedSnippetSchema) },

  async read({ own }) {
    const snippets = await own('savedSnippets')
    return {
      saved_snippets: snippets.map((snippet) =>
        presentSavedSnippet({ ...snippet, created_at: new Date(snippet.created_at) }),
      ),
    }
  },
})

/**
 * What the requester has begun to write; nothing where they keep drafts in their clients alone.
 * Source: docs/protocol/drafts-and-schedule.md#draft-events.
 */
export const draftsState = stateFamily({
  fetchTypes: ['drafts'],
  own: ['drafts'],
  keys: { drafts: Type.Array(draftSchema) },

  async read({ own }) {
    const drafts = await own('drafts')
    return {
      drafts: drafts.map((draft) =>
        presentDraft({ ...draft, edited_at: new Date(draft.edited_at) }),
      ),
    }
  },
})
