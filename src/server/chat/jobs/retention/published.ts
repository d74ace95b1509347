import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { readWholeMessages } from '../../../data/retention/published'
import type { WholeMessages } from '../../../data/retention/published'
import type { MessageRow, RealmRow } from '../../../data/schema'
import type { MessageSender } from '../../../data/users/senders'
import { avatarUrl, isGravatar } from '../../../wire/avatars'
import type { PublishedMessage } from '../../../../shared/events'
import { presentRecipient, privateRecipientId } from '../../../wire/messages'
import type { TopicLink } from '../../../../shared/messages'
import { presentSubmessage } from '../../../wire/submessages'
import { unixSeconds } from '../../../wire/time'

/** Stored messages in the form of `message` events, oldest first. */
export async function readPublished(
  { caches }: Pick<AppContext, 'caches'>,
  tx: Tx,
  realm: Pick<RealmRow, 'id' | 'string_id' | 'linkifiers_version'>,
  ids: readonly number[],
): Promise<PublishedMessage[]> {
  const whole = await readWholeMessages(tx, realm.id, ids)
  const account = { realm_id: realm.id, realm_linkifiers_version: realm.linkifiers_version }
  const topics = whole.messages.map(({ topic }) => topic)
  const linksOf = await caches.linkifiers.topicLinker(tx, account, topics)
  return whole.messages.map((message) =>
    published(whole, message, realm.string_id, linksOf(message.topic)),
  )
}

function published(
  whole: WholeMessages,
  message: MessageRow,
  realm: string,
  topicLinks: readonly TopicLink[],
): PublishedMessage {
  const { id } = message
  const sender = personOf(whole, message.sender_id)
  return {
    id,
    ...placeOf(whole, message),
    content: message.content,
    rendered_content: message.rendered_content,
    subject_links: topicLinks.map(({ url }) => url),
    topic_links: [...topicLinks],
    sender_id: sender.id,
    sender_email: sender.email,
    sender_full_name: sender.full_name,
    sender_short_name: sender.short_name,
    sender_realm_str: realm,
    avatar_url: avatarUrl(sender),
    avatar_is_gravatar: isGravatar(sender),
    client: message.client,
    timestamp: unixSeconds(message.sent_at),
    is_me_message: message.is_me_message,
    reactions: whole.reactions
      .filter((reaction) => reaction.message_id === id)
      .map(({ message_id: _, ...reaction }) => {
        const { email, full_name } = personOf(whole, reaction.user_id)
        const { user_id } = reaction
        return { ...reaction, user: { id: user_id, user_id, email, full_name } }
      }),
    submessages: whole.submessages
      .filter((said) => said.message_id === id)
      .map((said) => presentSubmessage(id, said)),
  }
}

type Place = Pick<PublishedMessage, 'type' | 'display_recipient' | 'recipient_id' | 'subject'> &
  Partial<Pick<PublishedMessage, 'stream_id'>>

function placeOf(whole: WholeMessages, message: MessageRow): Place {
  const stream = message.stream_id === null ? undefined : whole.streams.get(message.stream_id)
  if (stream) {
    return {
      type: 'stream',
      display_recipient: stream.name,
      stream_id: stream.id,
      recipient_id: stream.recipient_id,
      subject: message.topic,
    }
  }
  const conversation = whole.conversations.get(message.dm_group_id as number)
  if (!conversation) throw new Error(`Message ${message.id} is nowhere.`)
  const members = conversation.member_key.split(',').map((id) => personOf(whole, Number(id)))
  return {
    type: 'private',
    display_recipient: members.map(presentRecipient),
    recipient_id: privateRecipientId(message.sender_id, conversation.recipient_id, members),
    subject: '',
  }
}

/** The sender always exists: accounts are deleted only with their realm. */
function personOf({ people }: WholeMessages, id: number): MessageSender {
  return people.get(id) as MessageSender
}
