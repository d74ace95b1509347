import type { AppContext } from '../../../context'
import {
  deleteScheduled,
  findScheduled,
  holdUploads,
  insertScheduled,
  measureScheduled,
  listScheduled,
  lockScheduled,
  updateScheduled,
} from '../../../data/schedule/scheduled-messages'
import type {
  Author,
  ScheduledMessage,
  ScheduledParts,
} from '../../../data/schedule/scheduled-messages'
import type { Queryable, Tx } from '../../../data/engine/database'
import { lockUser } from '../../../data/users/update-users'
import {
  presentScheduledMessage,
  scheduledMessageChanged,
  scheduledMessageRemoved,
  scheduledMessagesAdded,
} from '../../../wire/scheduled-messages'
import type { ScheduledMessageRecord } from '../../../../shared/scheduled-messages'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import type { Addressee } from '../../posting/sending/addressees'
import {
  accessPlace,
  composeForStream,
  composeForUsers,
} from '../../posting/sending/compose-message'
import type { MessageToStream, MessageToUsers } from '../../posting/sending/compose-message'
import { publishToUser } from '../../notify/publications'
import {
  AlreadySentError,
  NoSuchScheduledMessageError,
} from '../../rules/scheduled-messages/errors'
import { checkFuture } from '../../rules/scheduled-messages/time'

/*
 * Messages to be sent later. The checks of sending run when a message is scheduled or changed, and again
 * when it is sent (jobs/scheduled-messages/deliver.ts).
 * Source: docs/protocol/drafts-and-schedule.md#scheduled-messages.
 */

type Context = Pick<AppContext, 'clock' | 'db' | 'caches' | 'renderer'>

/** A stream and a topic, or users. */
export type DestinationInput =
  | { kind: 'stream'; to: Addressee; topic: string | undefined }
  | { kind: 'private'; to: readonly Addressee[] }

export interface MessageForLater {
  place: DestinationInput
  content: string
  /** Client that scheduled the message; recorded as the sending client. */
  client: string
  realmUrl?: string | undefined
  readBySender?: boolean | undefined
  dueAt: Date
}

/** The requester's scheduled messages, the soonest first. */
export async function listOwnScheduled(
  db: Queryable,
  requester: Requester,
): Promise<ScheduledMessageRecord[]> {
  return (await listScheduled(db, authorOf(requester), 'message')).map(presentScheduledMessage)
}

/**
 * Schedules a message and answers its id.
 * @throws the errors of sending; TimeNotInFutureError; BadRequestError for too many scheduled messages
 */
export async function scheduleMessage(
  ctx: Context,
  requester: Requester,
  wanted: MessageForLater,
): Promise<number> {
  const now = ctx.clock.now()
  checkFuture(now, wanted.dueAt)
  const message = await prepare(ctx, requester, wanted)
  return ctx.db.transaction(async (tx) => {
    await requireCapacity(tx, requester, message.text.rendered.html)
    const parts = await partsOf(tx, requester, wanted, message)
    const row = await insertScheduled(tx, authorOf(requester), parts)
    await holdUploads(tx, requester, row)
    await publishToUser(tx, requester, scheduledMessagesAdded([presentScheduledMessage(row)]))
    return row.id
  })
}

export interface ScheduledChanges {
  /** New kind of recipient; requires `to`, and `topic` for a stream. */
  type?: 'stream' | 'private' | undefined
  to?: readonly Addressee[] | undefined
  topic?: string | undefined
  content?: string | undefined
  readBySender?: boolean | undefined
  dueAt?: Date | undefined
  realmUrl?: string | undefined
}

/**
 * Changes a scheduled message that is unsent or failed.
 *
 * @throws NoSuchScheduledMessageError, AlreadySentError, TimeNotInFutureError; the errors of sending
 * Source: docs/protocol/drafts-and-schedule.md#scheduled-changes.
 */
export async function changeScheduled(
  ctx: Context,
  requester: Requester,
  id: number,
  changes: ScheduledChanges,
): Promise<void> {
  const { realmUrl: _, ...chosen } = changes
  if (Object.values(chosen).every((value) => value === undefined)) {
    throw new BadRequestError('Nothing to change')
  }
  while (!(await tryToChange(ctx, requester, id, changes)));
}

/** Answers false, having changed nothing, if the message was changed or sent meanwhile: read it again then. */
async function tryToChange(
  ctx: Context,
  requester: Requester,
  id: number,
  changes: ScheduledChanges,
): Promise<boolean> {
  const found = await accessScheduled(ctx.db.query, requester, id)
  const wanted = merge(found, changes)
  const now = ctx.clock.now()
  // An edit without a new time is accepted even if the message is due right now: it is sent as edited.
  if (changes.dueAt || found.failed_at) checkFuture(now, wanted.dueAt)
  const message = await prepare(ctx, requester, wanted)
  return ctx.db.transaction(async (tx) => {
    // The row lock orders editing and sending: the later one sees the result of the earlier.
    const current = await lockScheduled(tx, authorOf(requester), id)
    if (current?.revision !== found.revision || current.sent_at) return false
    await requireCapacity(tx, requester, message.text.rendered.html, id)
    const parts = await partsOf(tx, requester, wanted, message)
    const row = await updateScheduled(tx, current, parts)
    await holdUploads(tx, requester, row)
    await publishToUser(tx, requester, scheduledMessageChanged(presentScheduledMessage(row)))
    return true
  })
}

/** @throws NoSuchScheduledMessageError, AlreadySentError */
export async function removeScheduled(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  id: number,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockScheduled(tx, authorOf(requester), id)
    if (!row || row.reminder_of !== null) throw new NoSuchScheduledMessageError()
    if (row.sent_at) throw new AlreadySentError()
    await deleteScheduled(tx, row)
    await publishToUser(tx, requester, scheduledMessageRemoved(id))
  })
}

/**
 * Enforces the limits of scheduled messages per user; locks the user, so that concurrent calls cannot exceed them.
 * @param html of the new or changed row
 * @param replacedId the row that is changed
 * @throws BadRequestError. Source: docs/protocol/drafts-and-schedule.md#scheduled-limits.
 */
export async function requireCapacity(
  tx: Tx,
  requester: Requester,
  html: string,
  replacedId?: number,
): Promise<void> {
  const { scheduledMessages: most, scheduledHtmlBytes: mostBytes } = sizeLimits
  await lockUser(tx, requester.realm_id, requester.id)
  const others = await measureScheduled(tx, authorOf(requester), replacedId)
  if (others.count >= most)
    throw new BadRequestError(`Too many scheduled messages (limit: ${most})`)
  const bytes = others.htmlBytes + Buffer.byteLength(html)
  if (bytes > mostBytes) {
    throw new BadRequestError(
      `Scheduled messages are too long together: ${bytes} bytes of HTML (limit: ${mostBytes} bytes)`,
    )
  }
}

export function authorOf({ realm_id: realmId, id: userId }: Requester): Author {
  return { realmId, userId }
}

/** Checks and renders a message for sending. @throws the errors of sending about content and addressees */
export async function prepare(
  ctx: Omit<Context, 'clock'>,
  sender: Requester,
  { place, content, client, realmUrl, readBySender }: MessageForLater,
): Promise<MessageToStream | MessageToUsers> {
  const text = { content, client, realmUrl, readBySender }
  return place.kind === 'stream'
    ? composeForStream(ctx, sender, place, text)
    : composeForUsers(ctx, sender, place.to, text)
}

async function accessScheduled(
  db: Queryable,
  requester: Requester,
  id: number,
): Promise<ScheduledMessage> {
  const found = await findScheduled(db, authorOf(requester), 'message', id)
  if (!found) throw new NoSuchScheduledMessageError()
  if (found.sent_at) throw new AlreadySentError()
  return found
}

/** The message that a row describes. */
export function wantedOf(row: ScheduledMessage): MessageForLater {
  return {
    place:
      row.stream_id === null
        ? { kind: 'private', to: row.recipient_ids }
        : { kind: 'stream', to: row.stream_id, topic: row.topic },
    content: row.content,
    client: row.client,
    realmUrl: row.realm_url ?? undefined,
    readBySender: row.read_by_sender ?? undefined,
    dueAt: row.due_at,
  }
}

function merge(found: ScheduledMessage, changes: ScheduledChanges): MessageForLater {
  const before = wantedOf(found)
  return {
    ...before,
    place: placeAfter(before.place, changes),
    content: changes.content ?? before.content,
    readBySender: changes.readBySender ?? before.readBySender,
    dueAt: changes.dueAt ?? before.dueAt,
    realmUrl: changes.realmUrl ?? before.realmUrl,
  }
}

function placeAfter(
  before: DestinationInput,
  { type, to, topic }: ScheduledChanges,
): DestinationInput {
  if (type !== undefined && to === undefined) {
    throw new BadRequestError('Recipient required when updating type of scheduled message.')
  }
  const kind = type ?? before.kind
  if (kind === 'private') {
    return { kind, to: to ?? (before.kind === 'private' ? before.to : []) }
  }
  if (type !== undefined && topic === undefined) {
    throw new BadRequestError('Topic required when updating scheduled message type to channel.')
  }
  const known = before.kind === 'stream' ? before : undefined
  const stream = to === undefined ? known?.to : singleOf(to)
  return { kind, to: stream ?? singleOf([]), topic: topic ?? known?.topic }
}

/** The only element of a list of streams. @throws BadRequestError for any other number of elements */
export function singleOf(to: readonly Addressee[]): Addressee {
  const [first, second] = to
  if (first === undefined) throw new BadRequestError('Missing stream')
  if (second !== undefined) throw new BadRequestError('Cannot send to multiple streams')
  return first
}

/** Columns to store for a message, after checking that it could be sent now. */
async function partsOf(
  tx: Tx,
  requester: Requester,
  wanted: MessageForLater,
  message: MessageToStream | MessageToUsers,
): Promise<ScheduledParts> {
  const place = await accessPlace(tx, requester, message)
  const { text } = message
  return {
    ...storedPlace(requester, place),
    content: text.content,
    rendered_content: text.rendered.html,
    client: wanted.client,
    realm_url: wanted.realmUrl ?? null,
    read_by_sender: wanted.readBySender ?? null,
    due_at: wanted.dueAt,
  }
}

function storedPlace(
  requester: Requester,
  place: Awaited<ReturnType<typeof accessPlace>>,
): Pick<ScheduledParts, 'stream_id' | 'recipient_ids' | 'topic'> {
  if ('stream' in place) {
    return { stream_id: place.stream.id, recipient_ids: [], topic: place.topic }
  }
  const ids = place.members.map(({ id }) => id)
  const others = ids.filter((id) => id !== requester.id)
  return { stream_id: null, recipient_ids: others.length > 0 ? others : ids, topic: '' }
}
