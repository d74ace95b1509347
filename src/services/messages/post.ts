import type { Database, Tx } from '../../db/database'
import type { DmGroup } from '../../db/dm-groups'
import { insertMessages } from '../../db/messages'
import type { UserRow } from '../../db/schema'
import type { MessageStream, SendTarget } from '../../db/streams'
import type { UserWithRealm } from '../../db/users'
import type { Audience } from '../../events/audience'
import { bodyAroundMessageId, publish } from '../../events/publish'
import type { Publication } from '../../events/publish'
import { avatarUrl } from '../../wire/avatars'
import type { MessageEvent, Overlay, PublishedMessage } from '../../wire/events'
import type { DisplayRecipient } from '../../wire/messages'
import { unixSeconds } from '../../wire/time'
import { isInteractiveClient } from './clients'
import type { RenderedContent } from './rendering'

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
  /** Name of the program that sends it. */
  client: string
  /** The sender has read it already; absent: interactive clients have. */
  readBySender?: boolean
  /** The queue of the sending client, which gets its local id back. */
  echo?: { queueId: string; localId: string }
}

/**
 * Stores messages and publishes them: one row each, and one event each whose audience names
 * the stream instead of its subscribers. Answers their ids, ascending in the order given.
 */
export async function postMessages(tx: Tx, now: Date, drafts: readonly Draft[]): Promise<number[]> {
  const [first] = drafts
  if (!first) return []
  const ids = await insertMessages(
    tx,
    drafts.map(({ sender, recipient, content, rendered, client }) => ({
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
    })),
  )
  await publish(
    tx,
    first.sender.realm_id,
    drafts.map((draft, index) => publicationOf(draft, ids[index] as number, now)),
  )
  return ids
}

/**
 * Stores and publishes one message to a stream, with others that come at the same time.
 *
 * @param stream as the sender's access was checked
 * @returns undefined when it is no longer so; the message is not stored then
 */
export async function postToCheckedStream(
  db: Pick<Database, 'storeMessage'>,
  now: Date,
  draft: Draft & { recipient: { kind: 'stream' } },
  stream: SendTarget,
): Promise<number | undefined> {
  const { sender, content, rendered, client, recipient } = draft
  const unnumbered = publicationOf(draft, 0, now)
  const body = bodyAroundMessageId(unnumbered)
  return db.storeMessage({
    row: {
      realm_id: sender.realm_id,
      sender_id: sender.id,
      stream_id: stream.id,
      stream_revision: stream.revision,
      topic: recipient.topic,
      content,
      rendered_content: rendered.html,
      is_me_message: rendered.isMeMessage,
      client,
      sent_at: now,
      body_before_id: body.before,
      body_after_id: body.after,
    },
    bodyOf: (id) => withMessageId(unnumbered, id),
  })
}

type MessagePublication = Publication & { event: MessageEvent }

function withMessageId(publication: MessagePublication, id: number): MessagePublication {
  const { event } = publication
  return { ...publication, event: { ...event, message: { ...event.message, id } } }
}

function publicationOf(draft: Draft, id: number, now: Date): MessagePublication {
  const { recipient } = draft
  return {
    event: { type: 'message', message: publishedMessage(draft, id, now) },
    audience: audienceOf(draft),
    overlay: overlayOf(draft),
    isPublicStreamMessage: recipient.kind === 'stream' && !recipient.stream.invite_only,
  }
}

function audienceOf({ recipient, rendered }: Draft): Audience {
  if (recipient.kind === 'private') return { userIds: recipient.members.map((member) => member.id) }
  const { stream } = recipient
  return {
    subscribersOf: { streamId: stream.id, version: stream.subscribers_version },
    ...(stream.invite_only || rendered.mentionedBotIds.length === 0
      ? {}
      : { userIds: rendered.mentionedBotIds }),
  }
}

/** Flags in the order of the protocol. Source: protocol notes 3.1. */
function overlayOf({ sender, rendered, client, readBySender, echo }: Draft): Overlay {
  const wildcard = rendered.mentionsWildcard ? ['wildcard_mentioned'] : []
  const userFlags: Record<string, string[]> = {}
  for (const userId of rendered.mentionedUserIds) userFlags[userId] = ['mentioned', ...wildcard]
  if (readBySender ?? isInteractiveClient(client)) {
    userFlags[sender.id] = ['read', ...(userFlags[sender.id] ?? wildcard)]
  }
  return {
    ...(wildcard.length > 0 ? { flags: wildcard } : {}),
    ...(Object.keys(userFlags).length > 0 ? { userFlags } : {}),
    ...(echo ? { echo } : {}),
  }
}

/** Source: API document, "Message"; protocol notes 4.10. */
function publishedMessage(draft: Draft, id: number, now: Date): PublishedMessage {
  const { sender, recipient, rendered } = draft
  return {
    id,
    ...addressOf(sender, recipient),
    content: draft.content,
    rendered_content: rendered.html,
    subject_links: [],
    topic_links: [],
    sender_id: sender.id,
    sender_email: sender.email,
    sender_full_name: sender.full_name,
    sender_short_name: sender.short_name,
    sender_realm_str: sender.realm_string_id,
    avatar_url: avatarUrl(sender),
    avatar_is_gravatar: true,
    client: draft.client,
    timestamp: unixSeconds(now),
    is_me_message: rendered.isMeMessage,
    reactions: [],
    submessages: [],
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
    recipient_id: privateRecipientId(sender, recipient),
    subject: '',
  }
}

/** One recipient id per group, and per addressed user in a conversation of two. */
function privateRecipientId(
  sender: UserRow,
  { group, members }: { group: DmGroup; members: readonly UserRow[] },
): number {
  if (members.length > 2) return group.recipient_id
  const addressed = members.find((member) => member.id !== sender.id) ?? sender
  return addressed.recipient_id
}

/** Two are ordered by email, more by id. */
function displayRecipients(members: readonly UserRow[]): DisplayRecipient[] {
  const ordered = [...members].sort((a, b) =>
    members.length > 2 ? a.id - b.id : a.email < b.email ? -1 : 1,
  )
  return ordered.map((member) => ({
    id: member.id,
    email: member.email,
    full_name: member.full_name,
    short_name: member.short_name,
    is_mirror_dummy: false,
  }))
}
