import type { MailedMessage } from '../../../../data/notifications/unread-messages'
import { shownTopic } from '../../../../../shared/rules/empty-topics'
import type { NotificationTrigger } from '../../../../data/schema'
import { hiddenAddress } from '../../../../data/users/placeholder-addresses'
import { domainOfHidden, unknownName } from '../../../../wire/addresses'
import type { PlaceOfPush, PushPayload, RealmOfPush } from '../../../../../shared/push-payload'
import { unixSeconds } from '../../../../wire/time'
import { messageAddress } from '../../../rules/messages/quoting'
import type { PushRecipient } from './recipient'

/*
 * The payload of a push, as JSON. Sources: docs/protocol/notifications.md#push-common,
 * docs/protocol/notifications.md#web-push-payload.
 */

/** Max bytes of a payload. */
const longestPayload = 3_000
/** Max characters of a text. */
export const longestText = 200
/** Max characters of a title. */
const longestTitle = 120
/** Max ids of a payload. */
const mostIds = 50

/** The messages of a conversation that a device is to show, ascending; at least one. */
export interface ShownConversation {
  conversation: string
  messages: readonly MailedMessage[]
  /** The reason for the newest message. */
  trigger: NotificationTrigger
}

/** A payload as text. A long payload loses its text, then everything but the location of the conversation. */
export function writePayload(payload: PushPayload): string {
  const isShort = (text: string): boolean => Buffer.byteLength(text) <= longestPayload
  const whole = JSON.stringify(payload)
  if (isShort(whole)) return whole
  const { pm_users: _members, ...others } = payload
  const shorter = JSON.stringify({ ...others, url: '/', content_truncated: true })
  return isShort(shorter) ? shorter : JSON.stringify(minimal(payload))
}

/** A payload without texts, for services that take only short ones. */
export function minimal({
  event,
  user_id,
  tag,
  title,
  badge,
  realm_url,
}: PushPayload): PushPayload {
  return { event, user_id, tag, title, badge, realm_url, content: '', url: '/' }
}

/** The members of every payload. */
function common({ user, realmUrl, host, badge }: PushRecipient): RealmOfPush {
  return {
    ...{ server: host, realm_id: user.realm_id, realm_uri: realmUrl, realm_url: realmUrl },
    ...{ realm_name: user.realm_name, user_id: user.id, badge },
  }
}

/** A push that shows the newest message of a conversation. */
export function messagePayload(
  recipient: PushRecipient,
  shown: ShownConversation,
  removedTags: readonly string[],
): PushPayload {
  const newest = shown.messages.at(-1) as MailedMessage
  const always = aboutConversation(recipient, shown, removedTags)
  if (!recipient.showsContent) {
    const title = recipient.user.realm_name
    return { ...always, title, content: recipient.say('push.withheld'), url: '/' }
  }
  const { id: senderId, name, email } = senderOf(recipient, newest)
  const text = recipient.texts.textOf(newest.rendered_content)
  const content = shortened(text, longestText)
  return {
    ...always,
    ...{ sender_id: senderId, sender_email: email, sender_full_name: name },
    ...placeOf(recipient, newest),
    ...{ content, content_truncated: content !== text },
    title: shortened(titleOf(recipient, newest), longestTitle),
    subtitle: subtitleOf(recipient, newest, shown.trigger),
    url: `/${addressIn(recipient, newest)}`,
    labels: { read: recipient.say('push.markRead'), reply: recipient.say('push.reply') },
  }
}

/** A push about all messages that came while the person was not to be disturbed. */
export function heldPayload(
  recipient: PushRecipient,
  shown: ShownConversation,
  removedTags: readonly string[],
): PushPayload {
  const content = recipient.say('push.held', { count: shown.messages.length })
  const title = recipient.user.realm_name
  // 1, since the text already names the number.
  return {
    ...aboutConversation(recipient, shown, removedTags),
    ...{ count: 1, title, content, url: '/#inbox' },
  }
}

/** The members of all pushes about messages. */
function aboutConversation(
  recipient: PushRecipient,
  { conversation, messages }: ShownConversation,
  removedTags: readonly string[],
): PushPayload {
  const newest = messages.at(-1) as MailedMessage
  const ids = messages.slice(-mostIds).map(({ id }) => id)
  return {
    ...common(recipient),
    ...{ event: 'message' as const, tag: conversation, count: messages.length },
    ...{ zulip_message_id: newest.id, message_ids: ids, time: unixSeconds(newest.sent_at) },
    ...(removedTags.length > 0 && { removed_tags: removedTags }),
  }
}

/** A push that takes back the notification of a conversation. Source: docs/protocol/notifications.md#push-removal. */
export function removalPayload(
  recipient: PushRecipient,
  conversation: string,
  shownIds: readonly number[],
): PushPayload {
  const ids = shownIds.slice(-mostIds).join(',')
  return { ...common(recipient), event: 'remove', tag: conversation, zulip_message_ids: ids }
}

export function testPayload(recipient: PushRecipient, tag: string): PushPayload {
  const { say, user, realmUrl: url } = recipient
  const title = say('push.test.title')
  const content = say('push.test.body', { realm: user.realm_name, url })
  return { ...common(recipient), event: 'test', tag, title, content, url: '/' }
}

/** The sender as the recipient may know it. */
export function senderOf(
  { knows, user, host }: PushRecipient,
  { sender_id: id, sender_is_bot: is_bot, sender_name, sender_email }: MailedMessage,
): { id: number; name: string; email: string } {
  if (knows({ id, is_bot })) return { id, name: sender_name, email: sender_email }
  const email = hiddenAddress(id, domainOfHidden(user.realm_string_id, host))
  return { id, name: unknownName, email }
}

export function placeOf(recipient: PushRecipient, message: MailedMessage): PlaceOfPush {
  const { stream_id, stream_name, topic } = message
  if (stream_id !== null) {
    return { recipient_type: 'stream', stream: stream_name, stream_id, topic: shownTopic(topic) }
  }
  const ids = memberIds(recipient, message)
  return { recipient_type: 'private', ...(ids.length > 2 && { pm_users: ids.join(',') }) }
}

/** The ids of all members of a private conversation, ascending. */
export function memberIds(recipient: PushRecipient, message: MailedMessage): readonly number[] {
  const ids = membersIn(recipient, message).map(({ user_id }) => user_id)
  return ids.sort((a, b) => a - b)
}

/** Source: docs/protocol/notifications.md#apns-titles. */
export function titleOf(recipient: PushRecipient, message: MailedMessage): string {
  const { stream_id, stream_name, topic } = message
  if (stream_id !== null) return `#${stream_name ?? ''} > ${shownTopic(topic)}`
  const members = membersIn(recipient, message)
  if (members.length <= 2) return senderOf(recipient, message).name
  const others = members.filter(({ user_id }) => user_id !== recipient.user.id)
  return others.map(({ full_name }) => full_name).join(', ')
}

export function subtitleOf(
  recipient: PushRecipient,
  message: MailedMessage,
  trigger: NotificationTrigger,
  group?: string,
): string {
  const { name } = senderOf(recipient, message)
  if (message.stream_id === null) {
    return membersIn(recipient, message).length > 2 ? recipient.say('push.from', { name }) : ''
  }
  if (trigger === 'mentioned' && group !== undefined) {
    return recipient.say('push.mentionedGroup', { name, group })
  }
  if (trigger === 'mentioned') return recipient.say('push.mentioned', { name })
  if (trigger.includes('wildcard')) return recipient.say('push.mentionedAll', { name })
  return recipient.say('push.from', { name })
}

function addressIn(recipient: PushRecipient, message: MailedMessage): string {
  const { stream_id, stream_name } = message
  if (stream_id !== null) return messageAddress({ id: stream_id, name: stream_name ?? '' }, message)
  const userIds = membersIn(recipient, message).map(({ user_id }) => user_id)
  return messageAddress({ userIds }, message)
}

function membersIn({ members }: PushRecipient, { dm_group_id }: MailedMessage) {
  return members.get(dm_group_id ?? 0) ?? []
}

export function shortened(text: string, longest: number): string {
  const characters = [...text.slice(0, 2 * longest + 2)]
  const isShort = characters.length <= longest && text.length <= 2 * longest + 2
  return isShort ? text : `${characters.slice(0, longest).join('')}…`
}
