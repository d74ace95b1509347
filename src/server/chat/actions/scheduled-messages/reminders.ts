import type { AppContext } from '../../../context'
import { listReadableMessages } from '../../../data/access/readable-messages'
import type { Queryable } from '../../../data/engine/database'
import { listParticipantIds } from '../../../data/messages/dm-groups'
import {
  deleteScheduled,
  findReminderNamed,
  findScheduled,
  insertScheduled,
  listScheduled,
} from '../../../data/schedule/scheduled-messages'
import type { ScheduledMessage } from '../../../data/schedule/scheduled-messages'
import type { MessageRow, StreamRow } from '../../../data/schema'
import { findStreamOfMessage } from '../../../data/streams/streams'
import { lockUser } from '../../../data/users/update-users'
import { findUserById } from '../../../data/users/users'
import type { UserWithRealm } from '../../../data/users/users'
import type { Text } from '../../../text/i18n/catalogs/catalog'
import { sayingIn } from '../../../text/i18n/languages'
import { unknownName } from '../../../wire/addresses'
import { presentReminder, reminderRemoved, remindersAdded } from '../../../wire/scheduled-messages'
import type { ReminderRecord } from '../../../../shared/scheduled-messages'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import { accessMessage } from '../../access/messages/access-message'
import { renderContent } from '../../posting/rendering/rendering'
import { bold, messageLink, messageAddress, person, quote } from '../../rules/messages/quoting'
import { internalClient } from '../../posting/sending/compose-message'
import { sendPrivatelyAs } from '../../posting/sending/system-messages'
import { publishToUser } from '../../notify/publications'
import { userSettingsOf } from '../../rules/settings/user-settings'
import { mayKnow } from '../../access/users/user-visibility'
import { isGone, isStillDue } from './due'
import type { DeliveryContext } from './due'
import { NoSuchReminderError } from '../../rules/scheduled-messages/errors'
import { authorOf, requireCapacity } from './schedule'
import { checkFuture } from '../../rules/scheduled-messages/time'

/*
 * Reminders of messages, sent by Notification Bot.
 * Source: docs/protocol/drafts-and-schedule.md#reminders.
 */

type Context = Pick<AppContext, 'clock' | 'db' | 'caches' | 'renderer'>

/** The requester's pending reminders, the soonest first. */
export async function listOwnReminders(
  db: Queryable,
  requester: Requester,
): Promise<ReminderRecord[]> {
  return (await listScheduled(db, authorOf(requester), 'reminder')).map(presentReminder)
}

/**
 * Adds a reminder of a message for the requester and answers its id. If a reminder with the same `local_id` is pending,
 * answers its id.
 * @throws InvalidMessageError, TimeNotInFutureError; BadRequestError for a long note and for too many rows
 */
export async function addReminder(
  ctx: Context,
  requester: Requester,
  wanted: { messageId: number; note: string; dueAt: Date; localId?: string | undefined },
): Promise<number> {
  const dueAt = checkFuture(ctx.clock.now(), wanted.dueAt)
  const note = wanted.note.trim()
  if ([...wanted.note].length > sizeLimits.reminderNoteCharacters) {
    throw new BadRequestError(
      `Maximum reminder note length: ${sizeLimits.reminderNoteCharacters} characters`,
    )
  }
  const message = await accessMessage(ctx.db.query, requester, wanted.messageId)
  const { text, streams } = await describe(ctx.db.query, requester, message, note)
  const content = text(sayingIn(userSettingsOf(requester).default_language))
  const { linkifiers } = ctx.caches
  const { html } = await renderContent(ctx.db.dated(), requester, content, {
    ...{ linkifiers, renderer: ctx.renderer },
    seenStreams: [streams],
  })
  return ctx.db.transaction(async (tx) => {
    const author = authorOf(requester)
    // The lock of the account makes a repeated request wait for the first one.
    await lockUser(tx, requester.realm_id, requester.id)
    const known =
      wanted.localId === undefined ? undefined : await findReminderNamed(tx, author, wanted.localId)
    if (known !== undefined) return known
    await requireCapacity(tx, requester, html)
    const row = await insertScheduled(tx, author, {
      ...{
        local_id: wanted.localId ?? null,
        stream_id: null,
        recipient_ids: [requester.id],
        topic: '',
      },
      ...{ content, rendered_content: html, client: internalClient },
      ...{ reminder_of: message.id, note, due_at: dueAt },
    })
    await publishToUser(tx, requester, remindersAdded([presentReminder(row)]))
    return row.id
  })
}

/** @throws NoSuchReminderError */
export async function removeReminder(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  id: number,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await findScheduled(tx, authorOf(requester), 'reminder', id)
    if (!row || !(await isStillDue(tx, row))) throw new NoSuchReminderError()
    await deleteScheduled(tx, row)
    await publishToUser(tx, requester, reminderRemoved(id))
  })
}

/**
 * Sends a reminder, however late, with the message's current content, and deletes it.
 */
export async function deliverReminder(ctx: DeliveryContext, due: ScheduledMessage): Promise<void> {
  const author = await findUserById(ctx.db.query, due.realm_id, due.user_id)
  await ctx.db.transaction(async (tx) => {
    if (!(await isStillDue(tx, due))) return
    await deleteScheduled(tx, due)
    if (!author || isGone(author)) return
    const [message] = await listReadableMessages(tx, author, [due.reminder_of ?? 0])
    const { text, streams } = await describe(tx, author, message, due.note)
    await sendPrivatelyAs(ctx, tx, 'notification', {
      realmId: due.realm_id,
      recipientIds: [author.id],
      content: text,
      seenStreams: streams,
    })
    await publishToUser(tx, author, reminderRemoved(due.id))
  })
}

/**
 * Text of a reminder, and the stream that it links to.
 *
 * @param message undefined if it was deleted or the reader may no longer read it
 * Sources: docs/protocol/drafts-and-schedule.md#reminder-text,
 * docs/protocol/drafts-and-schedule.md#reminder-of-deleted.
 */
async function describe(
  db: Queryable,
  reader: UserWithRealm,
  message: MessageRow | undefined,
  note: string,
): Promise<{ text: Text; streams: StreamRow[] }> {
  const withNote = (what: Text): Text =>
    note === '' ? what : (say) => say('reminder.note', { what: what(say), note: quote(note) })
  if (!message) return { text: withNote((say) => say('reminder.ofGone')), streams: [] }

  const { realm_id: realmId, stream_id: streamId, dm_group_id: groupId } = message
  const stream = streamId === null ? undefined : await findStreamOfMessage(db, realmId, streamId)
  const sender = await findUserById(db, realmId, message.sender_id)
  const isKnown = sender !== undefined && (await mayKnow(db, reader, sender))
  const participants = groupId === null ? [] : await listParticipantIds(db, realmId, groupId)
  const place = stream ? messageLink(stream, message) : undefined
  const what = withNote((say) =>
    place ? say('reminder.ofMessage', { place }) : say('reminder.ofPrivateMessage'),
  )
  const values = {
    who: isKnown ? person(sender) : bold(unknownName),
    link: messageAddress(stream ?? { userIds: participants }, message),
    content: quote(message.content),
  }
  return {
    text: (say) => say('reminder.said', { what: what(say), ...values }),
    streams: stream ? [stream] : [],
  }
}
