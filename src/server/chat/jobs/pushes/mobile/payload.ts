import type { MailedMessage } from '../../../../data/notifications/unread-messages'
import { avatarUrl } from '../../../../wire/avatars'
import { hiddenAddress } from '../../../../data/users/placeholder-addresses'
import { domainOfHidden, unknownAvatar } from '../../../../wire/addresses'
import { emptyTopicName, shownTopic } from '../../../../../shared/rules/empty-topics'
import { unixSeconds } from '../../../../wire/time'
import { heldConversation } from '../../../rules/pushes/new-pushes'
import type { MentionedGroup } from '../../notifications/mentioned-group'
import {
  longestText,
  memberIds,
  placeOf,
  senderOf,
  shortened,
  subtitleOf,
  titleOf,
} from '../delivery/payload'
import type { ShownConversation } from '../delivery/payload'
import type { PushRecipient } from '../delivery/recipient'
import type { MobilePush } from './mobile-push'

/* Pushes as mobile apps read them. Source: docs/protocol/notifications.md#push-payload. */

/** Max ids in a removal. */
export const mostRemoved = 200
/** Max ids of members; a conversation with more opens at its sender, so that a payload stays below 4,096 bytes. */
const longestMembers = 1_200

/** Members of a push by name; apps read other ones than browsers. */
type Facts = Readonly<Record<string, unknown>>

interface Texts {
  title: string
  subtitle?: string
  body: string
}

/** A push that shows the newest message of a conversation, or how many came while the person was not to be disturbed. */
export function mobileMessage(
  recipient: PushRecipient,
  shown: ShownConversation,
  group: MentionedGroup | undefined,
): MobilePush {
  const newest = shown.messages.at(-1) as MailedMessage
  const texts = textsOf(recipient, shown, group)
  const namesSender = recipient.showsContent && shown.conversation !== heldConversation
  const sender = shownSender(recipient, newest, namesSender ? undefined : texts.title)
  const facts = {
    ...aboutServer(recipient),
    ...{ sender_id: sender.id, sender_email: sender.email, time: unixSeconds(newest.sent_at) },
    ...shownPlace(recipient, newest),
    ...(group && { mentioned_user_group_id: group.id, mentioned_user_group_name: group.name }),
  }
  const content = shortened(texts.body, longestText)
  return {
    id: `${shown.conversation}:${newest.id}`,
    isUrgent: true,
    fcm: asText({
      ...facts,
      ...{ event: 'message', zulip_message_id: newest.id, content },
      content_truncated: content !== texts.body,
      ...{ sender_full_name: sender.name, sender_avatar_url: sender.avatar },
    }),
    apns: {
      alert: { ...texts, body: content },
      ...{ sound: 'default', badge: 0 },
      zulip: { ...facts, message_ids: [newest.id] },
    },
    plain: {
      ...{ ...aboutAccount(recipient), type: 'message', message_id: newest.id, content },
      ...{ sender_id: sender.id, sender_full_name: sender.name, sender_avatar_url: sender.avatar },
      ...{ time: unixSeconds(newest.sent_at), ...plainPlace(recipient, newest) },
    },
  }
}

/** A push that takes back messages. Source: docs/protocol/notifications.md#push-removal. */
export function mobileRemoval(recipient: PushRecipient, messageIds: readonly number[]): MobilePush {
  const ids = messageIds.slice(-mostRemoved)
  const facts = {
    ...aboutServer(recipient),
    ...{ event: 'remove', zulip_message_ids: ids.join(',') },
  }
  return {
    id: `remove:${ids.at(-1) ?? 0}`,
    isUrgent: false,
    fcm: asText({ ...facts, zulip_message_id: ids[0] ?? 0 }),
    apns: { badge: 0, zulip: facts },
    plain: { ...aboutAccount(recipient), type: 'remove', message_ids: ids },
  }
}

export function mobileTest(recipient: PushRecipient, now: Date): MobilePush {
  const { say, user, realmUrl: url } = recipient
  const facts = { ...aboutServer(recipient), event: 'test', time: unixSeconds(now) }
  const body = say('push.test.body', { realm: user.realm_name, url })
  const alert = { title: say('push.test.title'), body }
  return {
    ...{ id: 'test', isUrgent: true, fcm: asText(facts) },
    apns: { alert, sound: 'default', badge: 0, zulip: facts },
    plain: { ...aboutAccount(recipient), type: 'test' },
  }
}

/** The members of every encrypted push. Source: docs/protocol/notifications.md#encrypted-messages. */
function aboutAccount({ user, realmUrl }: PushRecipient): Facts {
  return { realm_url: realmUrl, realm_name: user.realm_name, user_id: user.id }
}

/** The members of every push. Source: docs/protocol/notifications.md#push-common. */
export function aboutServer({ user, realmUrl, host }: PushRecipient): Facts {
  return {
    ...{ server: host, realm_id: user.realm_id, realm_uri: realmUrl, realm_url: realmUrl },
    ...{ realm_name: user.realm_name, user_id: user.id },
  }
}

function textsOf(
  recipient: PushRecipient,
  shown: ShownConversation,
  group: MentionedGroup | undefined,
): Texts {
  const { say, user } = recipient
  if (shown.conversation === heldConversation) {
    return { title: user.realm_name, body: say('push.held', { count: shown.messages.length }) }
  }
  if (!recipient.showsContent) return { title: user.realm_name, body: say('push.withheld') }
  const newest = shown.messages.at(-1) as MailedMessage
  const subtitle = subtitleOf(recipient, newest, shown.trigger, group?.name)
  return {
    title: shortened(titleOf(recipient, newest), longestText),
    ...(subtitle !== '' && { subtitle }),
    body: recipient.texts.foldedTextOf(newest.rendered_content),
  }
}

interface ShownSender {
  id: number
  name: string
  email: string
  avatar: string
}

/** The sender as the recipient may know it. @param name in place of theirs, where the sender is not named */
function shownSender(
  recipient: PushRecipient,
  message: MailedMessage,
  name: string | undefined,
): ShownSender {
  const { user, host, realmUrl } = recipient
  const { sender_id: id, sender_is_bot: is_bot } = message
  const isNamed = name === undefined && recipient.knows({ id, is_bot })
  const { sender_avatar_version: avatar_version, sender_avatar_key: avatar_key } = message
  const picture = isNamed ? { avatar_version, avatar_key } : unknownAvatar
  const avatar = `${realmUrl}${avatarUrl({ id, realm_id: user.realm_id, ...picture })}`
  if (name === undefined) return { ...senderOf(recipient, message), avatar }
  const email = hiddenAddress(id, domainOfHidden(user.realm_string_id, host))
  return { id, name, email, avatar }
}

/** The conversation in an encrypted push. A long list of members is cut as in plain ones. */
function plainPlace(recipient: PushRecipient, message: MailedMessage): Facts {
  const { stream_id, stream_name, topic, sender_id } = message
  if (stream_id === null) {
    const ids = memberIds(recipient, message)
    const isShort = ids.join(',').length <= longestMembers
    const recipient_user_ids = isShort ? ids : [sender_id, recipient.user.id]
    return { recipient_type: 'direct', recipient_user_ids }
  }
  const names = recipient.showsContent
    ? { channel_name: stream_name, topic: shownTopic(topic) }
    : { topic: emptyTopicName }
  return { recipient_type: 'channel', channel_id: stream_id, ...names }
}

/** The conversation; its names are left out where contents are withheld. Apps need a topic to open a stream. */
function shownPlace(recipient: PushRecipient, message: MailedMessage): Facts {
  const place = placeOf(recipient, message)
  const { stream: _name, pm_users, ...ids } = place
  const members = typeof pm_users === 'string' && pm_users.length <= longestMembers
  if (message.stream_id === null) return { ...ids, ...(members && { pm_users }) }
  return recipient.showsContent ? { ...place } : { ...ids, topic: emptyTopicName }
}

function asText(facts: Facts): Record<string, string> {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, String(value)]))
}
