import { topicPolicies } from '../../../shared/rules/topic-policies'
import type { NewMessage } from '../records/message'
import type { Store } from '../store/store'

/** The ways in which the reader is notified of a message. */
export interface Notice {
  showsWindow: boolean
  makesSound: boolean
}

type Knowledge = Pick<Store, 'state' | 'subscription' | 'isTopicMuted' | 'topicPolicy'>

/** Source: docs/protocol/settings.md#topic-visibility. */

/**
 * Decides by the reader's settings how to notify them of a new message: private messages, mentions, followed topics,
 * and streams with notifications enabled. Muted topics notify only on mentions and alert words.
 * Source: docs/protocol/settings.md#notification-settings.
 */
export function noticeFor(message: NewMessage, flags: readonly string[], store: Knowledge): Notice {
  const { state } = store
  const isOwn = message.sender_id === state.user_id
  const isMutedSender = state.muted_users.some(({ id }) => id === message.sender_id)
  if (isOwn || isMutedSender || flags.includes('read')) return nothing

  const settings = state.user_settings
  const forReader: Notice = {
    showsWindow: settings['enable_desktop_notifications'],
    makesSound: settings['enable_sounds'],
  }
  const { stream_id: streamId, subject: topic } = message
  if (streamId === undefined || flags.some((flag) => namesReader.has(flag))) return forReader
  if (store.isTopicMuted(streamId, topic)) return nothing

  const stream = store.subscription(streamId)
  const tellsWildcards = stream?.wildcard_mentions_notify ?? settings['wildcard_mentions_notify']
  const isForAll = flags.some((flag) => flag.endsWith('wildcard_mentioned'))
  const isFollowed = store.topicPolicy(streamId, topic) === topicPolicies.followed
  const wantsForAll = isFollowed
    ? settings['enable_followed_topic_wildcard_mentions_notify']
    : tellsWildcards
  if (isForAll && wantsForAll) return forReader
  if (isFollowed) {
    const wants = (what: 'desktop' | 'audible') =>
      settings[`enable_followed_topic_${what}_notifications`]
    return { showsWindow: wants('desktop'), makesSound: wants('audible') }
  }
  return {
    showsWindow: stream?.desktop_notifications ?? settings['enable_stream_desktop_notifications'],
    makesSound: stream?.audible_notifications ?? settings['enable_stream_audible_notifications'],
  }
}

const nothing: Notice = { showsWindow: false, makesSound: false }

/** Flags of direct mentions and alert words. */
const namesReader = new Set(['mentioned', 'has_alert_word'])
