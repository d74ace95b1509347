import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { insertMessageFlags, insertMessages } from '../../../data/messages/insert-messages'
import type { NewMessageRow } from '../../../data/messages/insert-messages'
import { claimLocalMessage } from '../../../data/messages/local-ids'
import { markReadByMost, markReadOnArrival } from '../../../data/read-state/muting'
import type { ReadOnArrival } from '../../../data/read-state/muting'
import type { UserRow } from '../../../data/schema'
import type { SendTarget } from '../../../data/streams/send-targets'
import type { Audience } from '../../../events/audience'
import { bodyAroundMessageId, publish } from '../../../events/publish'
import type { Publication } from '../../../events/publish'
import { linksOfTopic } from '../../../text/markdown/linkifiers'
import { avatarUrl, isGravatar } from '../../../wire/avatars'
import type { MessageEvent, Overlay, PublishedMessage } from '../../../../shared/events'
import { presentRecipient, privateRecipientId } from '../../../wire/messages'
import type { DisplayRecipient } from '../../../../shared/messages'
import type { SubmessageRecord } from '../../../../shared/submessages'
import { unixSeconds } from '../../../wire/time'
import { identityOf } from '../../rules/realms/settings'
import { startWidgets } from '../widget'
import { widgetTypeOf } from '../../rules/texts'
import { storedFlags, toldFlags } from './attention'
import { isReadBySender } from './compose-message'
import type { MessageDraft, MessageRecipient } from './compose-message'
import { queueLinkPreviews } from './link-preview-queue'
import { withCurrentAudience } from './current-audience'
import { linkUploadsOf } from './link-uploads'
import { queueWebhooks } from './outgoing-queue'

/*
 * From a draft to a stored row and a published event: in a transaction, or by the fast way for stream messages
 * without further consequences. `docs/fast-ways.md` says what must be equal both ways.
 */

/**
 * The general way: stores and publishes messages in a transaction, one row and one event each. The audience of an event names the stream
 * instead of its subscribers. Answers the ids, ascending in the order of the drafts.
 */
export async function storeInTransaction(
  tx: Tx,
  drafts: readonly MessageDraft[],
): Promise<number[]> {
  const current = await withCurrentAudience(tx, drafts)
  return storeNumbered(
    tx,
    current.map((draft) => ({ draft, id: null })),
  )
}

/**
 * {@link storeInTransaction} for one message, for whose stream the caller holds off joins
 * (`accessHeldStreamToSend`). A repeated send answers the id of the first one.
 */
export async function storeOnceInTransaction(
  tx: Tx,
  { realm_id, id: user_id }: MessageDraft['sender'],
  echo: MessageDraft['echo'],
  draft: () => Promise<MessageDraft>,
): Promise<number> {
  if (!echo) {
    const [id] = await storeNumbered(tx, [{ draft: await draft(), id: null }])
    return id as number
  }
  const key = { realm_id, user_id, queue_id: echo.queueId, local_id: echo.localId }
  const { id, isNew } = await claimLocalMessage(tx, key)
  if (isNew) await storeNumbered(tx, [{ draft: await draft(), id }])
  return id
}

async function storeNumbered(
  tx: Tx,
  posts: readonly { draft: MessageDraft; id: number | null }[],
): Promise<number[]> {
  const [first] = posts
  if (!first) return []
  const realmId = first.draft.sender.realm_id
  const ids = await insertMessages(
    tx,
    posts.map(({ draft, id }) => ({ ...rowOf(draft), given_id: id })),
  )
  const numbered = posts.map(({ draft }, index) => ({ draft, id: ids[index] as number }))
  for (const { draft, id } of numbered) {
    // One by one, since few messages link files.
    await linkUploadsOf(tx, draft.sender, { id, content: draft.content })
  }
  await insertMessageFlags(
    tx,
    realmId,
    numbered.flatMap(({ draft, id }) =>
      storedFlags(draft.attention).map((flags) => ({ ...flags, message_id: id })),
    ),
  )
  await markReadOnArrival(tx, realmId, numbered.flatMap(readOnArrival))
  for (const { draft, id } of numbered) {
    const { recipient, unreadOnlyBy } = draft
    if (unreadOnlyBy === undefined || recipient.kind !== 'stream') continue
    const { stream, topic } = recipient
    const message = { messageId: id, streamId: stream.id, topic }
    await markReadByMost(tx, realmId, message, unreadOnlyBy)
  }
  const submessages = await startWidgets(tx, numbered)
  const written = numbered.map(({ draft, id }) => ({ id, rendered: draft.rendered }))
  await queueLinkPreviews(tx, realmId, written)
  const publications = numbered.map(({ draft, id }) =>
    publicationOf(draft, id, submessages.get(id)),
  )
  await publish(tx, realmId, publications)
  await queueWebhooks(
    tx,
    realmId,
    publications.map(({ event }, index) => ({
      draft: (numbered[index] as (typeof numbered)[number]).draft,
      message: event.message,
    })),
  )
  return ids
}

function readOnArrival({ draft, id }: { draft: MessageDraft; id: number }): ReadOnArrival[] {
  const { recipient } = draft
  return readersOnArrival(draft).map((userId) => ({
    message_id: id,
    user_id: userId,
    stream_id: recipient.kind === 'stream' ? recipient.stream.id : null,
    topic: recipient.kind === 'stream' ? recipient.topic : '',
    dm_group_id: recipient.kind === 'private' ? recipient.group.id : null,
  }))
}

/**
 * The fast way: stores and publishes one stream message, batched with simultaneous ones. Requires a draft without
 * the consequences that `mayGoFast` (`send-message.ts`) excludes.
 *
 * @param stream the state against which the sender's access was checked
 * @returns undefined if the state has changed or is changing; the message is not stored then
 */
export async function storeFast(
  ctx: Pick<AppContext, 'storeMessage'>,
  draft: MessageDraft & { recipient: { kind: 'stream' } },
  stream: SendTarget,
): Promise<number | undefined> {
  const unnumbered = publicationOf(draft, 0)
  const body = bodyAroundMessageId(unnumbered)
  return ctx.storeMessage({
    row: {
      stream_revision: stream.revision,
      queue_id: draft.echo?.queueId ?? null,
      local_id: draft.echo?.localId ?? null,
      flags: storedFlags(draft.attention),
      body_before_id: body.before,
      body_after_id: body.after,
      ...rowOf(draft),
      stream_id: stream.id,
    },
    bodyOf: (id) => withMessageId(unnumbered, id),
  })
}

/** The row of a message, without its id. */
function rowOf(draft: MessageDraft): NewMessageRow {
  const { sender, recipient, content, rendered, client, sentAt } = draft
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
    sent_at: sentAt,
    read_by_sender: isReadBySender(draft),
    mentions_everybody: rendered.mentionsWildcard,
    has_link: rendered.hasLink,
    has_image: rendered.hasImage,
    is_widget: widgetTypeOf(content) !== undefined,
  }
}

/** Ids of users for whom the message is read on arrival, without its sender. */
function readersOnArrival({ sender, actorId }: MessageDraft): readonly number[] {
  return actorId === undefined ? sender.muter_ids : [...sender.muter_ids, actorId]
}

type MessagePublication = Publication & { event: MessageEvent }

/** The event of a new message, and its audience. */
function publicationOf(
  draft: MessageDraft,
  id: number,
  submessages: SubmessageRecord[] = [],
): MessagePublication {
  const { recipient } = draft
  return {
    event: { type: 'message', message: publishedMessage(draft, id, submessages) },
    audience: audienceOf(draft),
    overlay: overlayOf(draft),
    isPublicStreamMessage: recipient.kind === 'stream' && !recipient.stream.invite_only,
    // Members of a private conversation may know each other, so only stream senders can be hidden.
    ...(recipient.kind === 'stream' ? { identityOf: identityOf(draft.sender) } : {}),
  }
}

/** Adds the id of the stored message to a publication. */
function withMessageId(publication: MessagePublication, id: number): MessagePublication {
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
    timestamp: unixSeconds(draft.sentAt),
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
