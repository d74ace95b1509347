import type { DmGroup } from '../../../data/messages/dm-groups'
import type { NewMessageRow } from '../../../data/messages/insert'
import type { UserRow } from '../../../data/schema'
import type { MessageStream } from '../../../data/streams/send-targets'
import type { UserWithRealm } from '../../../data/users/users'
import type { Audience } from '../../../events/audience'
import type { Publication } from '../../../events/publish'
import { linksOfTopic } from '../../../text/markdown/linkifiers'
import { avatarUrl, isGravatar } from '../../../../shared/avatars'
import type { MessageEvent, Overlay, PublishedMessage } from '../../../../shared/events'
import { presentRecipient, privateRecipientId } from '../../../../shared/messages'
import type { DisplayRecipient } from '../../../../shared/messages'
import type { SubmessageRecord } from '../../../../shared/submessages'
import { unixSeconds } from '../../../../shared/time'
import { identityOf } from '../../access/users/user-visibility'
import { widgetTypeOf } from '../widget'
import type { RenderedContent } from '../rendering/rendering'
import { toldFlags } from './attention'
import type { Attention } from './attention'

/*
 * A message about to be stored, and its two results: the stored row and the event for clients.
 */

/** Client name of messages that the server itself sends. */
export const internalClient = 'Internal'

/** The stream and topic, or the users, that a message is addressed to. */
export type MessageRecipient =
  | { kind: 'stream'; stream: MessageStream; topic: string }
  | { kind: 'private'; group: DmGroup; members: readonly UserRow[] }

/** A message, checked, rendered and ready to be stored. */
export interface MessageDraft {
  sender: UserWithRealm
  recipient: MessageRecipient
  content: string
  rendered: RenderedContent
  attention: Attention
  /** Client name of the sending program. */
  client: string
  /** Whether it is read for the sender; default: true for interactive clients. */
  readBySender?: boolean
  /** The user whose action a system bot reports; the message is read for them. */
  actorId?: number | undefined
  /** If set, the message is unread only for these users and read for everybody else. */
  unreadOnlyBy?: readonly number[] | undefined
  /**
   * Queue and local id of the sending client; the queue's event repeats the local id. A message is stored
   * only once under its local id.
   */
  echo?: { queueId: string; localId: string }
}

/** The row of a message, without its id. */
export function rowOf(draft: MessageDraft, now: Date): NewMessageRow {
  const { sender, recipient, content, rendered, client } = draft
  return {
    realm_id: sender.realm_id,
    sender_id: sender.id,
    stream_id: recipient.kind === 'stream' ? recipient.stream.id : null,
    dm_group_id: recipient.kind === 'private' ? recipient.group.id : null,
    topic: recipient.kind === 'stream' ? recipient.topic : '',
    content,
    rendered_content: rendered.html,
    is_me_message: rendered.isMeMessage,
    client,
    sent_at: now,
    read_by_sender: isReadBySender(draft),
    mentions_everybody: rendered.mentionsWildcard,
    has_link: rendered.hasLink,
    has_image: rendered.hasImage,
    is_widget: widgetTypeOf(content) !== undefined,
  }
}

/** Ids of users for whom the message is read on arrival, without its sender. */
export function readersOnArrival({ sender, actorId }: MessageDraft): readonly number[] {
  return actorId === undefined ? sender.muter_ids : [...sender.muter_ids, actorId]
}

/**
 * Whether the message is read for its sender.
 * Source: docs/protocol/messages.md#read-by-sender.
 */
function isReadBySender({ readBySender, client }: MessageDraft): boolean {
  return readBySender ?? isInteractiveClient(client)
}

/** Clients for humans: messages sent with them count as read by the sender. */
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

/** Whether a client is made for humans. Source: docs/protocol/requests.md#human-clients. */
export function isInteractiveClient(name: string): boolean {
  const lowerCase = name.toLowerCase()
  return interactiveClients.has(lowerCase) || lowerCase.includes('desktop app')
}

type MessagePublication = Publication & { event: MessageEvent }

/** The event of a new message, and its audience. */
export function publicationOf(
  draft: MessageDraft,
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
    // Members of a private conversation may know each other, so only stream senders can be hidden.
    ...(recipient.kind === 'stream' ? { identityOf: identityOf(draft.sender) } : {}),
  }
}

/** Adds the id of the stored message to a publication. */
export function withMessageId(publication: MessagePublication, id: number): MessagePublication {
  const { event } = publication
  return { ...publication, event: { ...event, message: { ...event.message, id } } }
}

function audienceOf({ recipient, attention }: MessageDraft): Audience {
  if (recipient.kind === 'private') return { userIds: recipient.members.map((member) => member.id) }
  const { stream } = recipient
  return {
    subscribersOf: { streamId: stream.id, version: stream.subscribers_version },
    ...(attention.onlookerIds.size > 0 ? { userIds: [...attention.onlookerIds] } : {}),
  }
}

function overlayOf(draft: MessageDraft): Overlay {
  const { sender, attention, echo } = draft
  return {
    ...toldFlags(attention, {
      readBy: new Set([...(isReadBySender(draft) ? [sender.id] : []), ...readersOnArrival(draft)]),
      unreadOnlyBy: draft.unreadOnlyBy,
    }),
    ...(echo ? { echo } : {}),
  }
}

/**
 * The message as the event has it.
 * Sources: docs/protocol/contract.md#message, docs/protocol/events.md#message-fields.
 */
function publishedMessage(
  draft: MessageDraft,
  id: number,
  now: Date,
  submessages: SubmessageRecord[],
): PublishedMessage {
  const { sender, recipient, rendered } = draft
  const topic = recipient.kind === 'stream' ? recipient.topic : ''
  const topicLinks = linksOfTopic(rendered.linkifiers, topic)
  return {
    id,
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
    // The spread comes last, because members after a spread are slow: see docs/decisions/0009-short-path.md.
    ...addressOf(sender, recipient),
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

/** Members of a conversation: two are ordered by email, more by id. */
function displayRecipients(members: readonly UserRow[]): DisplayRecipient[] {
  const ordered = [...members].sort((a, b) =>
    members.length > 2 ? a.id - b.id : a.email < b.email ? -1 : 1,
  )
  return ordered.map(presentRecipient)
}
