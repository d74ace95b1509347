import { sql } from 'kysely'
import type { DatedQueryable, Queryable, Tx } from '../engine/database'

/*
 * Messages older than the retention period of their stream or realm.
 * Source: docs/protocol/retention-and-export.md#retention.
 */

/** A stream with messages older than its retention period in days. */
export interface DueStream {
  realm_id: number
  stream_id: number
  days: number
}

/**
 * Streams with messages past their retention period, archived streams included. One index probe per
 * stream.
 */
export async function listDueStreams(db: DatedQueryable): Promise<DueStream[]> {
  const { rows } = await sql<DueStream>`
    select kept.realm_id, kept.stream_id, kept.days
    from (
      select streams.realm_id, streams.id as stream_id, coalesce(streams.message_retention_days,
        (realms.settings ->> 'message_retention_days')::integer, -1) as days
      from realms join streams on streams.realm_id = realms.id
      where realms.deactivated_at is null
    ) kept
    where kept.days > 0 and exists (
      select from messages
      where messages.realm_id = kept.realm_id and messages.stream_id = kept.stream_id
        and messages.sent_at < ${db.now.toISOString()}::timestamptz - make_interval(days => kept.days))
    order by kept.realm_id, kept.stream_id`.execute(db)
  return rows
}

/** Realms with a limited retention period, in days. */
export async function listForgetfulRealms(db: Queryable): Promise<{ id: number; days: number }[]> {
  const { rows } = await sql<{ id: number; days: number }>`
    select id, (settings ->> 'message_retention_days')::integer as days from realms
    where deactivated_at is null and (settings ->> 'message_retention_days')::integer > 0
    order by id`.execute(db)
  return rows
}

/** Messages that are deleted together: all in one topic, ids ascending. */
export interface DueMessages {
  topic: string
  ids: number[]
}

/**
 * Locks messages of a stream from before a time: up to `atMost` of the topic with the oldest one.
 * The caller holds the lock of the stream.
 */
export async function lockDueOfStream(
  tx: Tx,
  { realm_id: realmId, stream_id: streamId }: Omit<DueStream, 'days'>,
  before: Date,
  atMost: number,
): Promise<DueMessages | undefined> {
  const { rows: oldest } = await sql<{ id: number; topic: string }>`
    select id, topic from messages
    where realm_id = ${realmId} and stream_id = ${streamId} and sent_at < ${before.toISOString()}::timestamptz
    order by sent_at limit 1`.execute(tx)
  const [first] = oldest
  if (!first) return undefined
  // Ids rise with time, so the first `atMost` ids of the topic are enough.
  const { rows } = await sql<{ id: number }>`
    select id from messages
    where realm_id = ${realmId} and sent_at < ${before.toISOString()}::timestamptz
      and (id = ${first.id} or id in (
        select id from messages
        where realm_id = ${realmId} and stream_id = ${streamId}
          and fold_case(topic) = fold_case(${first.topic})
        order by id limit ${atMost}))
    order by id for update`.execute(tx)
  return { topic: first.topic, ids: rows.map(({ id }) => id) }
}

/** Checked private conversations, and the ones that have messages past their retention period. */
export interface LookedAtConversations {
  due: number[]
  /** Id of the last conversation checked; null if there are no more. */
  last_id: number | null
}

export async function findDueConversations(
  db: Queryable,
  realmId: number,
  before: Date,
  { afterId, atMost }: { afterId: number; atMost: number },
): Promise<LookedAtConversations> {
  const { rows } = await sql<LookedAtConversations>`
    select coalesce(json_agg(looked_at.id order by looked_at.id) filter (
        where oldest.sent_at < ${before.toISOString()}::timestamptz), '[]') as due,
      max(looked_at.id) as last_id
    from (
      select id from dm_groups where realm_id = ${realmId} and id > ${afterId}
      order by id limit ${atMost}
    ) looked_at
    left join lateral (
      select sent_at from messages
      where realm_id = ${realmId} and dm_group_id = looked_at.id order by id limit 1
    ) oldest on true`.execute(db)
  return rows[0] ?? { due: [], last_id: null }
}

/** Locks the oldest messages of a private conversation from before a time; ids ascend. */
export async function lockDueOfConversation(
  tx: Tx,
  { realmId, dmGroupId }: { realmId: number; dmGroupId: number },
  before: Date,
  atMost: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from messages
    where realm_id = ${realmId} and sent_at < ${before.toISOString()}::timestamptz and id in (
      select id from messages
      where realm_id = ${realmId} and dm_group_id = ${dmGroupId} order by id limit ${atMost})
    order by id for update`.execute(tx)
  return rows.map(({ id }) => id)
}
