import type { MessageTrace, TraceFact } from '../../../../shared/message-trace'
import { unixSeconds } from '../../../wire/time'
import type { AppContext } from '../../../context'
import { listRecipientGroups } from '../../../data/access/recipients'
import type { RecipientGroup } from '../../../data/access/recipients'
import { findDeletionTime, findTracedMessage } from '../../../data/messages/trace'
import type { TracedMessage } from '../../../data/messages/trace'
import type { UserWithRealm } from '../../../data/users/users'
import { BadRequestError } from '../../rules/errors'
import { traceUser } from './trace-user'
import type { TracingContext } from './tracing-context'

/**
 * Finds what became of a message: stored, told to clients, notified, read; and for one user also why not. All of it is for operators;
 * trace-for-administrator.ts leaves out what administrators may not know.
 *
 * @param user the user who did not get it, of the same organization
 * @throws BadRequestError for an id that no message of the organization has
 */
export async function traceMessage(
  ctx: TracingContext,
  realmId: number,
  messageId: number,
  user?: UserWithRealm,
): Promise<MessageTrace> {
  const { query } = ctx.db
  const message = await findTracedMessage(query, realmId, messageId)
  if (!message) return describeMissing(ctx, realmId, messageId)
  const groups = await listRecipientGroups(query, { realmId, messageId }, user ? [user.id] : [])
  return {
    message: [...describeMessage(message), ...describeAudience(message, groups)],
    user: user ? await traceUser(ctx, message, user, groupOf(groups, user.id)) : [],
  }
}

async function describeMissing(
  { db }: Pick<AppContext, 'db'>,
  realmId: number,
  messageId: number,
): Promise<MessageTrace> {
  const deletedAt = await findDeletionTime(db.query, realmId, messageId)
  if (deletedAt) return { message: [{ code: 'deleted', at: unixSeconds(deletedAt) }], user: [] }
  throw new BadRequestError(
    `There is no message ${messageId} in this organization: it was never stored, or was deleted more than a week ago.`,
  )
}

function describeMessage(message: TracedMessage): TraceFact[] {
  const { sender_id, stream_id, client, last_edited_at, waiting_events: count } = message
  const stored = { at: unixSeconds(message.sent_at), sender_id, client }
  return [
    stream_id === null
      ? { code: 'stored_privately', ...stored }
      : { code: 'stored_in_stream', ...stored, stream_id },
    ...(last_edited_at ? [{ code: 'edited', at: unixSeconds(last_edited_at) } as const] : []),
    count === 0 ? { code: 'told' } : { code: 'events_wait', count },
    { code: message.is_judged ? 'judged' : 'not_judged' },
  ]
}

function describeAudience(
  { stream_id }: TracedMessage,
  groups: readonly RecipientGroup[],
): TraceFact[] {
  const received = groups.filter((group) => group.received)
  const count = (chosen: readonly RecipientGroup[]): number =>
    chosen.reduce((sum, { user_ids }) => sum + user_ids.length, 0)
  return [
    {
      code: stream_id === null ? 'received_privately' : 'received_in_stream',
      count: count(received),
    },
    { code: 'read_by', count: count(received.filter((group) => group.is_read)) },
  ]
}

function groupOf(groups: readonly RecipientGroup[], userId: number): RecipientGroup | undefined {
  return groups.find(({ user_ids }) => user_ids.includes(userId))
}
