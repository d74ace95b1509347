import type { DmGroup } from '../../../db/messages/dm-groups'
import type { NewMessageRow } from '../../../db/messages/insert'
import type { UserRow } from '../../../db/schema'
import type { MessageStream } from '../../../db/streams/send-targets'
import type { UserWithRealm } from '../../../db/users/users'
import type { Audience } from '../../../events/audience'
import type { Publication } from '../../../events/publish'
import { linksOfTopic } from '../../../markdown/linkifiers'
import { avatarUrl, isGravatar } from '../../../wire/avatars'
import type { MessageEvent, Overlay, PublishedMessage } from '../../../wire/events'
import { presentRecipient, privateRecipientId } from '../../../wire/messages'
import type { DisplayRecipient } from '../../../wire/messages'
import type { SubmessageRecord } from '../../../wire/submessages'
import { unixSeconds } from '../../../wire/time'
import { identityOf } from '../../users/sight'
import { widgetTypeOf } from '../../widgets/widget'
import type { RenderedContent } from '../rendering/rendering'
import { toldFlags } from './attention'
import type { Attention } from './attention'

/*
 * A message that is about to be stored, and what becomes of it: the row that is stored, and the
 * event that clients are told.
 */

/** Name under which the server itself sends. */
export const internalClient = 'Internal'

/** The stream and topic, or the users, that a message is addressed to. */
export type MessageRecipient =
  | { kind: 'stream'; stream: MessageStream; topic: string }
  | { kind: 'private'; group: DmGroup; members: readonly UserRow[] }

/** A message that is checked, rendered and ready to be stored. */
export interface MessageDraft {
  sender: UserWithRealm
  recipient: MessageRecipient
  content: string
  rendered: RenderedContent
  attention: Attention
  /** Name of the program that sends it. */
  client: string
  /** The sender has read it already; absent: interactive clients have. */
  readBySender?: boolean
  /** Who did what a system bot tells of, and so knows it. */
  actorId?: number | undefined
  /** Users of whom alone a system bot wants it read; for others it is. Absent: for nobody. */
  unreadOnlyBy?: readonly number[] | undefined
  /**
   * The queue of the sending client, which gets its local id back. A message is stored once under
   * that id.
   */
  echo?: { queueId: string; localId: string }
}

/** The row of a message, but for its id. */
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

/** Ids of users who have read the message when it arrives, its sender left out. */
export function readersOnArrival({ sender, actorId }: MessageDraft): readonly number[] {
  return actorId === undefined ? sender.muter_ids : [...sender.muter_ids, actorId]
}

/**
 * Whether the sender has read the message already.
 * Source: docs/protocol/messages.md#read-by-sender.
 */
function isReadBySender({ readBySender, client }: MessageDraft): boolean {
  return readBySender ?? isInteractiveClient(client)
}

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

/**
 * Whether a program is one that people read with. Source: docs/protocol/requests.md#human-clients.
 */
export function isInteractiveClient(name: string): boolean {
  const lowerCase = name.toLowerCase()
  return interactiveClients.has(lowerCase) || lowerCase.includes('desktop app')
}

type MessagePublication = Publication & { event: MessageEvent }

/** The event of a new message, and whom it is for. */
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
    // Who shares a private conversation knows the others.
    ...(recipient.kind === 'stream' ? { identityOf: identityOf(draft.sender) } : {}),
  }
}

/** A publication with the id that its message has got. */
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
 * The message as clients are told.
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
    // Last: see docs/decisions/0009-short-path.md.
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
