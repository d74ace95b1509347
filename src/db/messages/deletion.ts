import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { isReadableBy } from '../access/message-conditions'
import type { Reader } from '../access/rule'
import type { TopicKey } from './edits'

/** Locks those of a topic's newest messages that a reader may read; ids ascend. */
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
        and lower(topic) = lower(${topic}) and ${isReadableBy(reader)}
      order by id desc limit ${atMost})
    order by id
    for update`.execute(tx)
  return rows
}

export interface SentMessage {
  id: number
  sender_id: number
  sender_email: string
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
    .select(['messages.id', 'messages.sender_id', 'users.email as sender_email'])
    .where('messages.realm_id', '=', realmId)
    .where(sql<boolean>`messages.id = any(${[...messageIds]}::bigint[])`)
    .orderBy('messages.id')
    .execute()
}

/** Deletes messages with their flags, reactions, submessages and edits. */
export async function deleteMessages(
  tx: Tx,
  realmId: number,
  ids: readonly number[],
): Promise<void> {
  await tx
    .deleteFrom('messages')
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()
}
