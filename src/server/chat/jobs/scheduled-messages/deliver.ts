import { markFailed, markSent } from '../../../data/schedule/scheduled-messages'
import type { ScheduledMessage } from '../../../data/schedule/scheduled-messages'
import { findUserById } from '../../../data/users/users'
import type { UserWithRealm } from '../../../data/users/users'
import type { Text } from '../../../text/i18n/catalogs/catalog'
import { ApiError } from '../../../lib/api-error'
import {
  presentScheduledMessage,
  scheduledMessageChanged,
  scheduledMessageRemoved,
} from '../../../wire/scheduled-messages'
import { isInteractiveClient } from '../../posting/sending/compose-message'
import { sendInTransaction } from '../../posting/sending/send-message'
import { quote } from '../../rules/messages/quoting'
import { sendPrivatelyAs } from '../../posting/sending/system-messages'
import { publishToUser } from '../../notify/publications'
import { isGone, isStillDue } from '../../actions/scheduled-messages/due'
import type { DeliveryContext } from '../../actions/scheduled-messages/due'
import { deliverReminder } from '../../actions/scheduled-messages/reminders'
import { prepare, wantedOf } from '../../actions/scheduled-messages/schedule'

/*
 * Delivery of due messages. One transaction writes the message, its events and the mark "sent", so a worker
 * that dies never sends twice. The lease only keeps other workers from doing the same work.
 */

/** Max attempts to send; with the growing pauses between them they take about three hours. */
export const mostAttempts = 10

/**
 * Sends a due message, however late, or marks it failed and tells its author why. Does nothing if the message was changed,
 * removed or sent since `due` was read.
 *
 * Sources: docs/protocol/drafts-and-schedule.md#scheduled-delivery,
 * docs/protocol/drafts-and-schedule.md#scheduled-failure.
 */
export async function deliver(ctx: DeliveryContext, due: ScheduledMessage): Promise<void> {
  // A further attempt means that the server could not even report the failure.
  if (due.attempts > mostAttempts + 1) return fail(ctx, due)
  if (due.reminder_of !== null) {
    return due.attempts > mostAttempts ? fail(ctx, due) : deliverReminder(ctx, due)
  }
  const sender = await findUserById(ctx.db.query, due.realm_id, due.user_id)
  if (!sender || isGone(sender)) return fail(ctx, due)
  if (due.attempts > mostAttempts) return giveUp(ctx, due)
  try {
    await send(ctx, due, sender)
  } catch (error) {
    // Bugs and errors of the server may be temporary: throw, so that the message is tried again.
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    const { message } = error
    await fail(ctx, due, { author: sender, reason: () => message })
  }
}

/** Marks a message failed that the server cannot send, and tells its author. */
export async function giveUp(ctx: DeliveryContext, due: ScheduledMessage): Promise<void> {
  const author = await findUserById(ctx.db.query, due.realm_id, due.user_id)
  if (!author || isGone(author) || due.reminder_of !== null) return fail(ctx, due)
  return fail(ctx, due, { author, reason: (say) => say('scheduled.givenUp') })
}

async function send(
  ctx: DeliveryContext,
  due: ScheduledMessage,
  sender: UserWithRealm,
): Promise<void> {
  const readBySender = due.read_by_sender ?? isReadByDefault(due)
  const message = await prepare(ctx, sender, { ...wantedOf(due), readBySender })
  await ctx.db.transaction(async (tx) => {
    if (!(await isStillDue(tx, due))) return
    await sendInTransaction(ctx, tx, sender, message)
    await markSent(tx, due)
    await publishToUser(tx, sender, scheduledMessageRemoved(due.id))
  })
}

/** As for an immediate send, except that a message only to oneself stays unread, as a reminder. */
function isReadByDefault({ client, stream_id, recipient_ids: ids, user_id }: ScheduledMessage) {
  const isNote = stream_id === null && ids.every((id) => id === user_id)
  return isInteractiveClient(client) && !isNote
}

/** @param told the author and the reason; absent: nobody is told */
async function fail(
  ctx: DeliveryContext,
  due: ScheduledMessage,
  told?: { author: UserWithRealm; reason: Text },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (!(await isStillDue(tx, due))) return
    const failed = await markFailed(tx, due)
    if (!told) return
    const { author, reason } = told
    await publishToUser(tx, author, scheduledMessageChanged(presentScheduledMessage(failed)))
    const time = `<time:${due.due_at.toISOString().replace(/\.\d{3}Z$/, 'Z')}>`
    await sendPrivatelyAs(ctx, tx, 'notification', {
      realmId: due.realm_id,
      recipientIds: [author.id],
      content: (say) => say('scheduled.failed', { time, error: quote(reason(say)) }),
    })
  })
}
