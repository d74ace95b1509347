import type { AppContext } from '../../../context'
import { listRecipientGroups } from '../../../data/access/recipients'
import type { RecipientGroup } from '../../../data/access/recipients'
import { findDeletionTime, findTracedMessage } from '../../../data/messages/trace'
import type { TracedMessage } from '../../../data/messages/trace'
import type { UserWithRealm } from '../../../data/users/users'
import { BadRequestError } from '../../rules/errors'
import { tracePerson } from './trace-person'

/** The fate of a message, in sentences that repeat no word of it. */
export interface MessageTrace {
  /** About the message and everybody. */
  message: string[]
  /** About the person of the question, if there is one. */
  person: string[]
}

/**
 * Tells what became of a message: stored, told to clients, notified, read; and for one person also why not.
 *
 * @param person the person who did not get it, of the same organization
 * @throws BadRequestError for an id that no message of the organization has
 */
export async function traceMessage(
  ctx: Pick<AppContext, 'config' | 'db'>,
  realmId: number,
  messageId: number,
  person?: UserWithRealm,
): Promise<MessageTrace> {
  const { query } = ctx.db
  const message = await findTracedMessage(query, realmId, messageId)
  if (!message) return describeMissing(ctx, realmId, messageId)
  const groups = await listRecipientGroups(query, { realmId, messageId }, person ? [person.id] : [])
  const others = groups.map((group) => ({
    ...group,
    user_ids: group.user_ids.filter((id) => id !== person?.id || group.received),
  }))
  return {
    message: [...describeMessage(message), ...describeAudience(message, others)],
    person: person ? await tracePerson(ctx, message, person, groupOf(groups, person.id)) : [],
  }
}

async function describeMissing(
  { db }: Pick<AppContext, 'db'>,
  realmId: number,
  messageId: number,
): Promise<MessageTrace> {
  const deletedAt = await findDeletionTime(db.query, realmId, messageId)
  if (deletedAt) {
    const text = `Message ${messageId} was deleted at ${deletedAt.toISOString()}.`
    return { message: [text], person: [] }
  }
  throw new BadRequestError(
    `There is no message ${messageId} in this organization: it was never stored, or was deleted more than a week ago.`,
  )
}

function describeMessage(message: TracedMessage): string[] {
  const { id, sender_email, stream, client, sent_at, last_edited_at, waiting_events } = message
  const place = stream === null ? 'a private conversation' : `the stream ${stream}`
  const edited = last_edited_at
    ? [`It was last edited or moved at ${last_edited_at.toISOString()}.`]
    : []
  return [
    `Message ${id} was stored at ${sent_at.toISOString()}, from ${sender_email} by ${client}, to ${place}.`,
    ...edited,
    waiting_events === 0
      ? 'Its event was put into the queues of all clients that were connected and may see it.'
      : `${waiting_events} events of its time wait for a worker: clients may not know it yet (see the alert ParleyEventsWait).`,
    message.is_judged
      ? 'The notifier has decided whom it notifies.'
      : 'The notifier has not looked at it yet (see the alert ParleyNotificationsWait).',
  ]
}

function describeAudience({ stream }: TracedMessage, groups: readonly RecipientGroup[]): string[] {
  const count = (chosen: (group: RecipientGroup) => boolean): number =>
    groups.filter(chosen).reduce((sum, { user_ids }) => sum + user_ids.length, 0)
  const received = count((group) => group.received)
  const read = count((group) => group.received && group.is_read)
  const kind = stream === null ? 'members of the conversation' : 'subscribers from then until now'
  return [`Number of people who have it: ${received} (${kind}), of whom ${read} have it as read.`]
}

function groupOf(groups: readonly RecipientGroup[], userId: number): RecipientGroup | undefined {
  return groups.find(({ user_ids }) => user_ids.includes(userId))
}
