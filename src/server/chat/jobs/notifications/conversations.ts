import { createHash } from 'node:crypto'
import type { MissedMessage } from '../../../data/notifications/missed-messages'
import type { MailedMessage } from '../../../data/notifications/unread-messages'
import type { NotificationTrigger } from '../../../data/schema'
import { foldCase } from '../../../../shared/rules/letter-case'
import { groupBy } from '../../../lib/group-by'

/** The missed messages of one topic, or of one private conversation. */
export interface MissedConversation {
  /** Ascending; at least one. */
  messages: readonly MailedMessage[]
  /** The most personal trigger of its messages. */
  trigger: NotificationTrigger
  /** Whether the earliest message mentions the person, so that earlier ones explain it. */
  beginsWithMention: boolean
}

/** Triggers, the most personal first. Source: docs/protocol/notifications.md#triggers. */
const byRank: readonly NotificationTrigger[] = [
  'direct_message',
  'mentioned',
  'topic_wildcard_mentioned_in_followed_topic',
  'stream_wildcard_mentioned_in_followed_topic',
  'topic_wildcard_mentioned',
  'stream_wildcard_mentioned',
  'followed_topic',
  'stream',
]

/**
 * Groups messages by conversation, those first that have waited longest.
 * @param messages ascending
 * Source: docs/protocol/notifications.md#mail-per-conversation.
 */
export function missedConversations(
  messages: readonly MailedMessage[],
  taken: readonly MissedMessage[],
): MissedConversation[] {
  const triggers = new Map(taken.map(({ message_id, trigger }) => [message_id, trigger]))
  const triggerOf = ({ id }: MailedMessage) => triggers.get(id) ?? 'stream'
  return [...groupBy(messages, conversationKey).values()].map((ofOne) => ({
    messages: ofOne,
    trigger:
      byRank.find((trigger) => ofOne.some((each) => triggerOf(each) === trigger)) ?? 'stream',
    beginsWithMention: ofOne.slice(0, 1).some((each) => isMention(triggerOf(each))),
  }))
}

function isMention(trigger: NotificationTrigger): boolean {
  return trigger === 'mentioned' || trigger.includes('wildcard')
}

function conversationKey({ stream_id, topic, dm_group_id }: MailedMessage): string {
  return stream_id === null ? `dm ${dm_group_id}` : `stream ${stream_id} ${foldCase(topic)}`
}

/**
 * Message-ID that all mails of a conversation refer to, so that mail programs show them as one thread. It tells nothing
 * about the conversation.
 * Source: docs/protocol/notifications.md#mail-threading.
 */
export function threadOf(realmId: number, message: MailedMessage, host: string): string {
  const digest = createHash('sha256')
    .update(`${realmId} ${conversationKey(message)}`)
    .digest('hex')
  return `<conversation-${digest.slice(0, 32)}@${host}>`
}
