import type { DmGroup } from '../../../db/messages/dm-groups'
import type { UserRow } from '../../../db/schema'
import type { MessageStream } from '../../../db/streams/streams'
import type { UserWithRealm } from '../../../db/users/users'
import { toldFlags } from './attention'
import type { Attention } from './attention'
import type { RenderedContent } from '../rendering/rendering'
import type { Audience } from '../../../events/audience'
import type { Publication } from '../../../events/publish'
import { linksOfTopic } from '../../../markdown/linkifiers'
import { avatarUrl, isGravatar } from '../../../wire/avatars'
import type { MessageEvent, Overlay, PublishedMessage } from '../../../wire/events'
import { presentRecipient, privateRecipientId } from '../../../wire/messages'
import type { DisplayRecipient } from '../../../wire/messages'
import type { SubmessageRecord } from '../../../wire/submessages'
import { unixSeconds } from '../../../wire/time'

/** Programs that people read with: what they send counts as read by the sender. */
const interactiveClients = new Set([
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'zulipmobile',
  'zulipflutter',
  'zulipelectron',
  'zulipterminal',
  'snipe',
  'website',
  'ios',
  'android',
])

/** Name under which the server itself sends. */
export const internalClient = 'Internal'

/** Source: protocol notes 1.6; client notes 8.4. */
export function isInteractiveClient(name: string): boolean {
  const lowerCase = name.toLowerCase()
  return interactiveClients.has(lowerCase) || lowerCase.includes('desktop app')
}

/** What a message is addressed to. */
export type MessageRecipient =
  | { kind: 'stream'; stream: MessageStream; topic: string }
  | { kind: 'private'; group: DmGroup; members: readonly UserRow[] }

/** A message that is checked, rendered and ready to be stored. */
export interface Draft {
  sender: UserWithRealm
  recipient: MessageRecipient
  content: string
  rendered: RenderedContent
  attention: Attention
  /** Name of the program that sends it. */
  client: string
  /** The sender has read it already; absent: interactive clients have. */
  readBySender?: boolean
  /**
   * The queue of the sending client, which gets its local id back. A message is stored once under
   * that id.
   */
  echo?: { queueId: string; localId: string }
}

/** Source: client notes 8.4. */
export function isReadBySender({ readBySender, client }: Draft): boolean {
  return readBySender ?? isInteractiveClient(client)
}

export type MessagePublication = Publication & { event: MessageEvent }

export function withMessageId(publication: MessagePublication, id: number): MessagePublication {
  const { event } = publication
  return { ...publication, event: { ...event, message: { ...event.message, id } } }
}

/** The event of a new message, and whom it is for. */
export function publicationOf(
  draft: Draft,
  id: number,
  now: Date,
  submessages: SubmessageRecord[] = [],
): MessagePublication {
  const { recipient } = draft
  return {
    event: { type: 'message', message: publishedMessage(draft, id, now, submessages) },
    audience: audienceOf(draft),
    overlay: overlayOf(draft),
    isPublicStreamMessage: recipient.kind === 'stream' && !recipient.stream.invite_only,
  }
}

function audienceOf({ recipient, attention }: Draft): Audience {
  if (recipient.kind === 'private') return { userIds: recipient.members.map((member) => member.id) }
  const { stream } = recipient
  return {
    subscribersOf: { streamId: stream.id, version: stream.subscribers_version },
    ...(attention.onlookerIds.size > 0 ? { userIds: [...attention.onlookerIds] } : {}),
  }
}

function overlayOf(draft: Draft): Overlay {
  const { sender, attention, echo } = draft
  return {
    ...toldFlags(attention, isReadBySender(draft) ? sender.id : undefined),
    ...(echo ? { echo } : {}),
  }
}

/** Source: API document, "Message"; protocol notes 4.10. */
function publishedMessage(
  draft: Draft,
  id: number,
  now: Date,
  submessages: SubmessageRecord[],
): PublishedMessage {
  const { sender, recipient, rendered } = draft
  const topic = recipient.kind === 'stream' ? recipient.topic : ''
  const topicLinks = linksOfTopic(rendered.linkifiers, topic)
  return {
    id,
    ...addressOf(sender, recipient),
    content: draft.content,
    rendered_content: rendered.html,
    subject_links: topicLinks.map(({ url }) => url),
    topic_links: topicLinks,
    sender_id: sender.id,
    sender_email: sender.email,
    sender_full_name: sender.full_name,
    sender_short_name: sender.short_name,
    sender_realm_str: sender.realm_string_id,
    avatar_url: avatarUrl(sender),
    avatar_is_gravatar: isGravatar(sender),
    client: draft.client,
    timestamp: unixSeconds(now),
    is_me_message: rendered.isMeMessage,
    reactions: [],
    submessages,
  }
}

type Address = Pick<PublishedMessage, 'type' | 'display_recipient' | 'recipient_id' | 'subject'> &
  Partial<Pick<PublishedMessage, 'stream_id'>>

function addressOf(sender: UserRow, recipient: MessageRecipient): Address {
  if (recipient.kind === 'stream') {
    return {
      type: 'stream',
      display_recipient: recipient.stream.name,
      stream_id: recipient.stream.id,
      recipient_id: recipient.stream.recipient_id,
      subject: recipient.topic,
    }
  }
  return {
    type: 'private',
    display_recipient: displayRecipients(recipient.members),
    recipient_id: privateRecipientId(sender.id, recipient.group.recipient_id, recipient.members),
    subject: '',
  }
}

/** Two are ordered by email, more by id. */
function displayRecipients(members: readonly UserRow[]): DisplayRecipient[] {
  const ordered = [...members].sort((a, b) =>
    members.length > 2 ? a.id - b.id : a.email < b.email ? -1 : 1,
  )
  return ordered.map(presentRecipient)
}
