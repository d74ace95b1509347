import { sql } from 'kysely'
import { isUnreadBy } from '../access/message-conditions'
import type { Reader } from '../access/rule'
import type { Queryable, Tx } from '../engine/database'
import type { TopicKey } from '../messages/edits'
import { rowsAs } from '../engine/rows'
import type { ColumnType } from '../engine/rows'

/** Max messages of a muted sender that are checked; the newest. */
const mostLookedAt = 50_000

/** Ids of a sender's messages that a reader received and has not read, ascending. */
export async function listUnreadOfSender(
  db: Queryable,
  reader: Reader,
  senderId: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from (
      select id, stream_id, dm_group_id, topic, sender_id, read_by_sender from messages
      where realm_id = ${reader.realm_id} and sender_id = ${senderId}
      order by id desc limit ${mostLookedAt}
    ) m
    where ${isUnreadBy(reader, 'm')}
    order by m.id`.execute(db)
  return rows.map((row) => row.id)
}

/** Marks a new message of a topic as read for all subscribers except `unreadBy`. */
export async function markReadByMost(
  tx: Tx,
  realmId: number,
  { messageId, streamId, topic }: TopicKey & { messageId: number },
  unreadBy: readonly number[],
): Promise<void> {
  await sql`
    insert into topic_read_states as state (realm_id, user_id, stream_id, topic_key, read)
    select ${realmId}, user_id, ${streamId}, fold_case(${topic}),
      int8multirange(int8range(${messageId}::bigint, ${messageId}::bigint + 1))
    from subscriptions
    where realm_id = ${realmId} and stream_id = ${streamId} and active
      and user_id <> all(${[...unreadBy]}::bigint[])
    order by user_id
    on conflict (realm_id, user_id, stream_id, topic_key)
      do update set read = state.read + excluded.read`.execute(tx)
}

/** A new message and a user who gets it as read. */
export interface ReadOnArrival {
  message_id: number
  user_id: number
  stream_id: number | null
  topic: string
  dm_group_id: number | null
}

const columns = {
  message_id: 'bigint',
  user_id: 'bigint',
  stream_id: 'bigint',
  topic: 'text',
  dm_group_id: 'bigint',
} as const satisfies Record<keyof ReadOnArrival, ColumnType>

/** Marks new messages as read for users who receive them. */
export async function markReadOnArrival(
  tx: Tx,
  realmId: number,
  arrivals: readonly ReadOnArrival[],
): Promise<void> {
  if (arrivals.length === 0) return
  await sql`
    with arrivals as materialized (
      select user_id, stream_id, fold_case(topic) as topic_key, dm_group_id,
        range_agg(int8range(message_id, message_id + 1)) as ids
      from ${rowsAs('arrival', arrivals, columns)}
      group by user_id, stream_id, fold_case(topic), dm_group_id
    ), topics_written as (
      insert into topic_read_states as state (realm_id, user_id, stream_id, topic_key, read)
      select ${realmId}, tie.user_id, tie.stream_id, topic_key, ids
      from arrivals join subscriptions tie on tie.realm_id = ${realmId} and tie.active
        and tie.user_id = arrivals.user_id and tie.stream_id = arrivals.stream_id
      order by tie.user_id, tie.stream_id, topic_key
      on conflict (realm_id, user_id, stream_id, topic_key)
        do update set read = state.read + excluded.read
    )
    update dm_group_members member set read = read + ids
    from arrivals
    where member.realm_id = ${realmId} and member.user_id = arrivals.user_id
      and member.dm_group_id = arrivals.dm_group_id`.execute(tx)
}
