import type { ClockSettings } from '../../notify/mail/times'
import type { MailedMessage } from '../../../data/notifications/unread-messages'
import type { NotificationTrigger } from '../../../data/schema'
import type { UserWithRealm } from '../../../data/users/users'
import type { Say } from '../../../text/i18n/catalogs/catalog'
import { unknownName } from '../../../wire/addresses'
import { isResolvedTopic, withoutResolvedMark } from '../../../../shared/rules/topics'
import { shownTopic } from '../../../../shared/rules/empty-topics'
import type { MissedConversation } from './conversations'

/** The recipient of mails about missed messages. */
export interface Recipient {
  user: UserWithRealm
  address: string
  locale: string
  say: Say
  settings: ClockSettings
  /** Whether the recipient may know a user. */
  knows: (user: { id: number; is_bot: boolean }) => boolean
  /** Members of the private conversations, by the id of the conversation. */
  members: ReadonlyMap<number, readonly { user_id: number; full_name: string }[]>
  /** Whether subjects name the organization. */
  namesRealm: boolean
  /** Link that ends these mails. */
  stop: string
}

/**
 * The subject of a mail: the same for all mails of a conversation.
 * @param conversation undefined: contents are withheld
 * Sources: docs/protocol/notifications.md#mail-subjects, docs/protocol/notifications.md#mail-subject-suffix.
 */
export function subjectOf(
  recipient: Recipient,
  conversation: MissedConversation | undefined,
): string {
  const { say, namesRealm, user } = recipient
  const [first] = conversation?.messages ?? []
  const subject = first ? conversationName(recipient, first) : say('mail.missed.withheld')
  return namesRealm ? `${subject} [${user.realm_name}]` : subject
}

/** The name of the conversation of a message, as its reader knows it. */
export function conversationName(recipient: Recipient, message: MailedMessage): string {
  const { say, user, members } = recipient
  const { stream_id, stream_name, topic, dm_group_id } = message
  if (stream_id !== null) {
    const conversation = `#${stream_name ?? ''} > ${shownTopic(withoutResolvedMark(topic))}`
    return isResolvedTopic(topic) ? say('mail.missed.resolved', { conversation }) : conversation
  }
  const others = (members.get(dm_group_id ?? 0) ?? []).filter(({ user_id }) => user_id !== user.id)
  const [only, ...further] = others.map(({ full_name }) => full_name)
  if (further.length === 0) return say('mail.missed.pair', { name: only ?? unknownName })
  return say('mail.missed.group', { names: joinedNames(recipient, [only ?? '', ...further]) })
}

/**
 * `A and B`, `A, B, and C`, or `A, B, and 2 others`.
 * @param count number of all people, where the names are only some
 */
export function joinedNames(
  { say, locale }: Pick<Recipient, 'say' | 'locale'>,
  names: readonly string[],
  count = names.length,
): string {
  const shown = count > 3 ? names.slice(0, 2) : names
  const left = count - shown.length
  const list = left > 0 ? [...shown, say('mail.missed.others', { count: left })] : shown
  return new Intl.ListFormat(locale.replace('_', '-'), { type: 'conjunction' }).format(list)
}

/**
 * The foot of a mail: the reason to send it.
 * Source: docs/protocol/notifications.md#mail-reasons.
 */
export function reasonOf(
  { say }: Recipient,
  trigger: NotificationTrigger,
  { conversation, group }: { conversation: string; group?: string | undefined },
): string {
  switch (trigger) {
    case 'direct_message':
      return say('mail.missed.why.direct_message')
    case 'mentioned':
      return group === undefined
        ? say('mail.missed.why.mentioned')
        : say('mail.missed.why.group', { group })
    case 'topic_wildcard_mentioned_in_followed_topic':
    case 'stream_wildcard_mentioned_in_followed_topic':
      return say('mail.missed.why.everybodyFollowed')
    case 'topic_wildcard_mentioned':
    case 'stream_wildcard_mentioned':
      return say('mail.missed.why.everybody', { conversation })
    case 'followed_topic':
      return say('mail.missed.why.followed_topic')
    case 'stream':
      return say('mail.missed.why.stream', { conversation })
  }
}
