import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { isReadableBy } from '../access/message-conditions'
import { limitsGuests } from '../access/user-visibility'
import { archiveMessages } from './archive'
import type { Reader, Receiver } from '../access/rule'
import type { TopicKey } from './edits'

/** Locks the newest messages of a topic that a reader may read, up to `atMost`; ids ascend. */
export async function lockNewestOfTopic(
  tx: Tx,
  reader: Reader,
  { streamId, topic }: TopicKey,
  atMost: number,
): Promise<{ id: number; topic: string }[]> {
  const { rows } = await sql<{ id: number; topic: string }>`
    select id, topic from messages
    where realm_id = ${reader.realm_id} and id in (
      select id from messages
      where realm_id = ${reader.realm_id} and stream_id = ${streamId}
        and fold_case(topic) = fold_case(${topic}) and ${isReadableBy(reader)}
      order by id desc limit ${atMost})
    order by id
    for update`.execute(tx)
  return rows
}

/** Locks the last message of a topic if this user sent it, and not before a time. */
export async function lockLastOf(
  tx: Tx,
  { realm_id: realmId, id: senderId }: Receiver,
  { streamId, topic }: TopicKey,
  since: Date,
): Promise<{ id: number; content: string } | undefined> {
  const { rows } = await sql<{ id: number; content: string }>`
    select id, content from messages
    where realm_id = ${realmId} and sender_id = ${senderId} and sent_at >= ${since} and id = (
      select max(id) from messages
      where realm_id = ${realmId} and stream_id = ${streamId} and fold_case(topic) = fold_case(${topic}))
    for update`.execute(tx)
  return rows[0]
}

export interface SentMessage {
  id: number
  sender_id: number
  sender_email: string
  /** Whether the sender must be hidden from limited guests who may not see them. */
  is_hidden: boolean
}

/** Messages with their senders, by message id. */
export async function listMessageSenders(
  db: Queryable,
  realmId: number,
  messageIds: readonly number[],
): Promise<SentMessage[]> {
  return db
    .selectFrom('messages')
    .innerJoin('users', (join) =>
      join
        .onRef('users.realm_id', '=', 'messages.realm_id')
        .onRef('users.id', '=', 'messages.sender_id'),
    )
    .innerJoin('realms', 'realms.id', 'messages.realm_id')
    .select(['messages.id', 'messages.sender_id', 'users.email as sender_email'])
    .select(sql<boolean>`not users.is_bot and ${limitsGuests}`.as('is_hidden'))
    .where('messages.realm_id', '=', realmId)
    .where(sql<boolean>`messages.id = any(${[...messageIds]}::bigint[])`)
    .orderBy('messages.id')
    .execute()
}

/**
 * Deletes messages with their flags, reactions, submessages and edits; archives all of these first.
 * Source: docs/protocol/retention-and-export.md#archive-time.
 */
export async function deleteMessages(
  tx: Tx,
  realmId: number,
  ids: readonly number[],
): Promise<void> {
  // These locks hold off new reactions and stars.
  await sql`
    select from messages where realm_id = ${realmId} and id = any(${[...ids]}::bigint[])
    order by id for update`.execute(tx)
  await archiveMessages(tx, realmId, ids)
  await tx
    .deleteFrom('messages')
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()
}
