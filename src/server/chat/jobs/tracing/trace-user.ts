import type { TraceFact } from '../../../../shared/message-trace'
import { unixSeconds } from '../../../wire/time'
import type { RecipientGroup } from '../../../data/access/recipients'
import { readNotifications, readTies } from '../../../data/messages/trace'
import type { TracedMessage } from '../../../data/messages/trace'
import { listConcerns } from '../../../data/notifications/concerns'
import type { UserWithRealm } from '../../../data/users/users'
import { isMailOn } from '../../notify/mail/enqueue'
import { notifyingBots } from '../../rules/system-bots'
import { traceMail } from './trace-mail'
import { tracePushes } from './trace-pushes'
import { traceQueues } from './trace-queues'
import type { TracingContext } from './tracing-context'

/**
 * Facts about a message and one user: whether it is in their history, why not, the clients that have it, and what was mailed and
 * pushed. The facts about settings are those of now.
 *
 * @param group the state of the message for the user; undefined: it was never meant for them
 */
export async function traceUser(
  ctx: TracingContext,
  message: TracedMessage,
  user: UserWithRealm,
  group: RecipientGroup | undefined,
): Promise<TraceFact[]> {
  const { query } = ctx.db
  if (user.id === message.sender_id) return [{ code: 'sent_it' }]
  if (user.deactivated_at) return [{ code: 'deactivated', at: unixSeconds(user.deactivated_at) }]
  const ties = await readTies(query, message, user.id)
  if (group?.received !== true) return [describeAbsence(message, ties.is_subscribed)]
  const found: TraceFact[] = [
    { code: group.is_read ? 'read' : 'unread' },
    ...(ties.has_muted_sender ? [{ code: 'muted_sender' } as const] : []),
    ...(ties.is_stream_muted ? [{ code: 'muted_stream' } as const] : []),
    ...(await traceQueues(ctx, message, user)),
  ]
  if (user.is_bot) return [...found, { code: 'bot' }]
  const concerns = await listConcerns(query, [message], notifyingBots)
  const address = user.delivery_email ?? user.email
  const about = {
    concern: concerns.find(({ user_id }) => user_id === user.id),
    told: await readNotifications(query, message, { id: user.id, address }),
    isRead: group.is_read,
    hasMutedSender: ties.has_muted_sender,
  }
  return [...found, ...traceMail(about, isMailOn(ctx)), ...tracePushes(about, ctx.clock.now())]
}

function describeAbsence({ stream_id }: TracedMessage, isSubscribed: boolean): TraceFact {
  if (stream_id === null) return { code: 'not_in_conversation' }
  return { code: isSubscribed ? 'subscribed_later' : 'not_subscribed' }
}
