import { Type } from '@sinclair/typebox'
import { topicPolicies } from '../../../../../shared/rules/topic-policies'
import { mutedTopicSchema, mutedUserSchema, userTopicSchema } from '../../../../../shared/mutes'
import { presentMutedTopic, presentMutedUser, presentUserTopic } from '../../../../wire/mutes'
import { nameTopics } from '../../../../wire/named-topics'
import { shownTopic } from '../../../../../shared/rules/empty-topics'
import { clientDeviceSchema } from '../../../../../shared/client-devices'
import { presentClientDevice } from '../../../../wire/client-devices'
import { draftSchema } from '../../../../../shared/drafts'
import { presentDraft } from '../../../../wire/drafts'
import { navigationViewSchema } from '../../../../../shared/navigation-views'
import { presentNavigationView } from '../../../../wire/navigation-views'
import { reminderSchema, scheduledMessageSchema } from '../../../../../shared/scheduled-messages'
import { presentReminder, presentScheduledMessage } from '../../../../wire/scheduled-messages'
import type { ScheduledFacts } from '../../../../wire/scheduled-messages'
import { savedSnippetSchema } from '../../../../../shared/saved-snippets'
import { presentSavedSnippet } from '../../../../wire/saved-snippets'
import type { OwnScheduledMessage } from '../../../../data/users/own-state'
import { sizeLimits } from '../../../rules/limits'
import { stateFamily } from './family'
import { ownForStreams, readKnownStreams } from './streams'

/**
 * Muted topics in streams that the requester may know; for older clients.
 * Sources: docs/protocol/decided-conflicts.md#topic-mutes, docs/protocol/register.md#collections.
 */
export const mutedTopicsState = stateFamily({
  fetchTypes: ['muted_topics'],
  own: ['userTopics', ...ownForStreams],
  keys: { muted_topics: Type.Array(mutedTopicSchema) },

  async read(request) {
    const muted = (await request.own('userTopics')).filter(
      (topic) => topic.visibility_policy === topicPolicies.muted,
    )
    if (muted.length === 0) return { muted_topics: [] }
    const streams = await readKnownStreams(request)
    const live = streams.filter(({ row }) => !row.deactivated_at)
    const names = new Map(live.map(({ row }) => [row.id, row.name]))
    return {
      muted_topics: muted.flatMap((topic) => {
        const stream_name = names.get(topic.stream_id)
        if (stream_name === undefined) return []
        const updated_at = new Date(topic.updated_at)
        const name = request.can('empty_topic_name') ? topic.topic : shownTopic(topic.topic)
        return [presentMutedTopic({ topic: name, stream_name, updated_at })]
      }),
    }
  },
})

/**
 * Topics that the requester muted, unmuted or follows; for newer clients.
 * Sources: docs/protocol/decided-conflicts.md#topic-mutes, docs/protocol/register.md#collections.
 */
export const userTopicsState = stateFamily({
  fetchTypes: ['user_topic'],
  own: ['userTopics'],
  keys: { user_topics: Type.Array(userTopicSchema) },

  async read({ can, own }) {
    const topics = (await own('userTopics')).map((topic) =>
      presentUserTopic({ ...topic, updated_at: new Date(topic.updated_at) }),
    )
    return { user_topics: can('empty_topic_name') ? topics : topics.map(nameTopics) }
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

/** The requester's alert words. */
export const alertWordsState = stateFamily({
  fetchTypes: ['alert_words'],
  own: ['alertWords'],
  keys: { alert_words: Type.Array(Type.String()) },

  async read({ own }) {
    return { alert_words: await own('alertWords') }
  },
})

/** The requester's saved snippets. */
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

/** Installations of apps for encrypted pushes. Source: docs/protocol/notifications.md#encrypted-state. */
export const clientDevicesState = stateFamily({
  fetchTypes: ['device'],
  own: ['clientDevices'],
  keys: { devices: Type.Record(Type.String(), clientDeviceSchema) },

  async read({ own }) {
    const devices = (await own('clientDevices')).map((device) => {
      const { token_updated_at: time } = device
      return [
        device.id,
        presentClientDevice({ ...device, token_updated_at: time === null ? null : new Date(time) }),
      ] as const
    })
    return { devices: Object.fromEntries(devices) }
  },
})

/**
 * The requester's drafts; empty if draft synchronization is off.
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

/** The requester's pinned views in the sidebar. Source: docs/protocol/channel-settings.md#view-events. */
export const navigationViewsState = stateFamily({
  fetchTypes: ['navigation_views'],
  own: ['navigationViews'],
  keys: { navigation_views: Type.Array(navigationViewSchema) },

  async read({ own }) {
    return { navigation_views: (await own('navigationViews')).map(presentNavigationView) }
  },
})

/**
 * The requester's scheduled messages.
 * Source: docs/protocol/drafts-and-schedule.md#scheduled-events.
 */
export const scheduledMessagesState = stateFamily({
  fetchTypes: ['scheduled_messages'],
  own: ['scheduledMessages'],
  keys: { scheduled_messages: Type.Array(scheduledMessageSchema) },

  async read({ can, own }) {
    const scheduled = (await own('scheduledMessages')).map((each) =>
      presentScheduledMessage(factsOf(each)),
    )
    return { scheduled_messages: can('empty_topic_name') ? scheduled : scheduled.map(nameTopics) }
  },
})

/** The requester's pending reminders. Source: docs/protocol/drafts-and-schedule.md#reminder-events. */
export const remindersState = stateFamily({
  fetchTypes: ['reminders'],
  own: ['reminders'],
  keys: { reminders: Type.Array(reminderSchema), max_reminder_note_length: Type.Integer() },

  async read({ own }) {
    const reminders = await own('reminders')
    return {
      reminders: reminders.map((each) => presentReminder(factsOf(each))),
      max_reminder_note_length: sizeLimits.reminderNoteCharacters,
    }
  },
})

function factsOf({ due_at: dueAt, ...rest }: OwnScheduledMessage): ScheduledFacts {
  return { ...rest, due_at: new Date(dueAt) }
}
