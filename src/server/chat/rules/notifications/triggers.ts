import type { ConcernRow } from '../../../data/notifications/concerns'
import type { NotificationTrigger } from '../../../data/schema'
import { topicPolicies } from '../../../../shared/rules/topic-policies'
import type { UserSettings } from '../settings/user-settings'

/** How a message concerns one person. */
export interface Concern {
  isDirect: boolean
  /** By name, or with a group. */
  isMentioned: boolean
  isMentionedByTopic: boolean
  isMentionedByStream: boolean
  /** The person's policy for the topic, as in `topicPolicies`. */
  topicPolicy: number
  isStreamMuted: boolean
  /** Whether the person asks for mail about every message of the stream; null: as the account's setting. */
  mailsOfStream: boolean | null
  /** The same for pushes. */
  pushesOfStream: boolean | null
  /** Whether mentions of everybody in the stream notify the person; null: as the account's setting. */
  wildcardsOfStream: boolean | null
}

/**
 * The reason for which a message is mailed to a person who did not see it, undefined if there is none. The first of
 * several reasons, in the order of the document, counts.
 *
 * Sources: docs/protocol/notifications.md#triggers, docs/protocol/notifications.md#mutes-and-triggers.
 */
export function mailTrigger(
  concern: Concern,
  settings: UserSettings,
): NotificationTrigger | undefined {
  return triggerBy(concern, settings, {
    personal: settings.enable_offline_email_notifications,
    ofFollowed: settings.enable_followed_topic_email_notifications,
    ofStream: concern.mailsOfStream ?? settings.enable_stream_email_notifications,
  })
}

/** The reason for which a message is pushed to the devices of a person, as for mails. */
export function pushTrigger(
  concern: Concern,
  settings: UserSettings,
): NotificationTrigger | undefined {
  return triggerBy(concern, settings, {
    personal: settings.enable_offline_push_notifications,
    ofFollowed: settings.enable_followed_topic_push_notifications,
    ofStream: concern.pushesOfStream ?? settings.enable_stream_push_notifications,
  })
}

/** @param wanted kinds of messages that the person wants notifications of */
function triggerBy(
  concern: Concern,
  settings: UserSettings,
  wanted: { personal: boolean; ofFollowed: boolean; ofStream: boolean },
): NotificationTrigger | undefined {
  const personal = personalTrigger(concern, settings)
  if (personal !== undefined && wanted.personal) return personal
  if (concern.isDirect || isMuted(concern)) return undefined
  if (isFollowed(concern) && wanted.ofFollowed) return 'followed_topic'
  return wanted.ofStream ? 'stream' : undefined
}

/** The trigger of a message that addresses the person, alone or among others. */
function personalTrigger(
  concern: Concern,
  settings: UserSettings,
): NotificationTrigger | undefined {
  if (concern.isDirect) return 'direct_message'
  if (concern.isMentioned) return 'mentioned'
  if (isFollowed(concern) && settings.enable_followed_topic_wildcard_mentions_notify) {
    if (concern.isMentionedByTopic) return 'topic_wildcard_mentioned_in_followed_topic'
    if (concern.isMentionedByStream) return 'stream_wildcard_mentioned_in_followed_topic'
  }
  if (isMuted(concern)) return undefined
  if (!(concern.wildcardsOfStream ?? settings.wildcard_mentions_notify)) return undefined
  if (concern.isMentionedByTopic) return 'topic_wildcard_mentioned'
  return concern.isMentionedByStream ? 'stream_wildcard_mentioned' : undefined
}

const isFollowed = ({ topicPolicy }: Concern): boolean => topicPolicy === topicPolicies.followed

function isMuted({ topicPolicy, isStreamMuted }: Concern): boolean {
  if (topicPolicy === topicPolicies.muted) return true
  return isStreamMuted && topicPolicy === topicPolicies.none
}

export function concernOf(row: ConcernRow): Concern {
  return {
    isDirect: row.is_direct,
    isMentioned: row.is_mentioned,
    isMentionedByTopic: row.is_mentioned_by_topic,
    isMentionedByStream: row.is_mentioned_by_stream,
    topicPolicy: row.topic_policy,
    isStreamMuted: row.is_stream_muted,
    mailsOfStream: row.mails_of_stream,
    pushesOfStream: row.pushes_of_stream,
    wildcardsOfStream: row.wildcards_of_stream,
  }
}

/** The concern of a message without its mentions. */
export function withoutMentions(concern: Concern): Concern {
  return {
    ...concern,
    isMentioned: false,
    isMentionedByTopic: false,
    isMentionedByStream: false,
  }
}
