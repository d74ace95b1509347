import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { BareTx, Tx } from '../engine/database'
import { commitMarkOf } from '../engine/transaction-effects'
import type { NamedReceiver, Reader } from '../access/rule'
import type { TopicKey } from '../messages/edits'
import { fixedStatement } from '../engine/fixed-statement'
import { insertEventsNaming, rememberInsertedEvents } from '../engine/outbox'
import type { BodyAroundIds, InsertedEvent } from '../engine/outbox'
import { holdOffMoves, lockMarks, settledId, settledTime } from './horizon'
import { unreadIdsOfStream, unreadIdsOfTopic } from './unread-gaps'

/*
 * Marking everything as read: one range up to the horizon, and the later messages one by one. See
 * docs/read-state.md.
 */

/** Marks all messages that a reader received as read. */
export async function markAllRead(tx: Tx, reader: Reader): Promise<void> {
  const { realm_id: realmId, id: userId } = reader
  await holdOffMoves(tx, realmId)
  await sql`
    with horizon as materialized (
      select ${settledId(realmId, settledTime(tx))} as id
    ), newer as (
      select stream_id, dm_group_id, range_agg(int8range(m.id, m.id + 1)) as ids
      from messages m, horizon
      where realm_id = ${realmId} and m.id > horizon.id
      group by stream_id, dm_group_id
    ), added as materialized (
      select subscriptions.stream_id, null::bigint as dm_group_id,
        ${upToHorizon} + coalesce(newer.ids, '{}') as ids
      from horizon, subscriptions left join newer using (stream_id)
      where realm_id = ${realmId} and user_id = ${userId}
      union all
      select null, member.dm_group_id, ${upToHorizon} + coalesce(newer.ids, '{}')
      from horizon, dm_group_members member left join newer using (dm_group_id)
      where realm_id = ${realmId} and user_id = ${userId}
    ), streams_written as (
      update subscriptions set read = read + ids from added
      where realm_id = ${realmId} and user_id = ${userId}
        and subscriptions.stream_id = added.stream_id and not read @> ids
    )
    update dm_group_members member set read = read + ids from added
    where realm_id = ${realmId} and user_id = ${userId}
      and member.dm_group_id = added.dm_group_id and not read @> ids`.execute(tx)
  await dropCoveredTopics(tx, reader, sql`true`)
}

/**
 * Marks a whole stream as read, and publishes the ids that were unread.
 * @param event body of the event around the ids
 */
export async function markStreamRead(
  tx: Tx,
  reader: Reader,
  streamId: number,
  event: BodyAroundIds,
): Promise<void> {
  const { realm_id: realmId, id: userId } = reader
  await holdOffMoves(tx, realmId)
  await lockMarks(tx, reader, sql`${streamId}`)
  const { rows } = await sql<InsertedEvent>`
    with unread as materialized (${unreadIdsOfStream(reader, streamId)}),
    horizon as materialized (select ${settledId(realmId, settledTime(tx))} as id),
    marked_read as (
      update subscriptions set read = read + ${everythingIn(reader, sql`m.stream_id = ${streamId}`)}
      where realm_id = ${realmId} and user_id = ${userId} and stream_id = ${streamId}
    )${insertEventsNaming(sql`unread`, { realmId, ...event, mark: commitMarkOf(tx) })}`.execute(tx)
  rememberInsertedEvents(tx, realmId, rows)
  await dropCoveredTopics(tx, reader, sql`state.stream_id = ${streamId}`)
}

/**
 * Marks a whole topic as read, and publishes the ids that were unread; writes nothing if there are
 * none.
 * @returns whether any message was unread
 */
export async function markTopicRead(
  tx: Tx,
  reader: Reader,
  { streamId, topic }: TopicKey,
  event: BodyAroundIds,
): Promise<boolean> {
  const { realm_id: realmId, id: userId } = reader
  await holdOffMoves(tx, realmId)
  await lockMarks(tx, reader, sql`${streamId}`)
  const rows = await markTopic(tx, {
    ...{ realmId, userId, streamId, topic },
    settled: settledTime(tx),
    ...event,
    mark: commitMarkOf(tx),
  })
  rememberInsertedEvents(tx, realmId, rows)
  return rows.length > 0
}

const markTopic = fixedStatement(
  ['realmId', 'userId', 'streamId', 'topic', 'settled', 'before', 'after', 'mark'],
  ({ realmId, userId, streamId, topic, settled, ...event }) => {
    const reader = { realm_id: realmId, id: userId }
    const isThere = sql`m.stream_id = ${streamId} and fold_case(m.topic) = fold_case(${topic})`
    return sql<InsertedEvent>`
    with unread as materialized (${unreadIdsOfTopic(reader, { streamId, topic })}),
    horizon as materialized (select ${settledId(realmId, settled)} as id),
    marked_read as (
      insert into topic_read_states as state (realm_id, user_id, stream_id, topic_key, read)
      select ${realmId}::bigint, ${userId}::bigint, ${streamId}::bigint, fold_case(${topic}),
        ${everythingIn(reader, isThere)}
      from unread where cardinality(unread.ids) > 0
      on conflict (realm_id, user_id, stream_id, topic_key)
        do update set read = state.read + excluded.read
    )${insertEventsNaming(sql`unread`, { realmId, ...event })}`
  },
)

const upToHorizon = sql`int8multirange(int8range(0, horizon.id + 1))`

/** The set of all ids up to the `horizon`, plus the ids of newer messages that meet a condition. */
function everythingIn(
  { realm_id: realmId }: NamedReceiver,
  isThere: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(
    select ${upToHorizon} + coalesce((
      select range_agg(int8range(m.id, m.id + 1)) from messages m
      where m.realm_id = ${realmId} and ${isThere} and m.id > horizon.id), '{}')
    from horizon)`
}

/** Deletes topic read states that the stream's read state covers. */
export async function dropCoveredTopics(
  tx: BareTx,
  { realm_id: realmId, id: userId }: Reader,
  condition: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    delete from topic_read_states state using subscriptions
    where state.realm_id = ${realmId} and state.user_id = ${userId} and ${condition}
      and subscriptions.realm_id = ${realmId} and subscriptions.user_id = ${userId}
      and subscriptions.stream_id = state.stream_id and state.read <@ subscriptions.read`.execute(
    tx,
  )
}
