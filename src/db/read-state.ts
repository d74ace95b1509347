import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Tx } from './database'
import { isReadableBy, isReceivedBy, isUnreadBy } from './message-access'
import type { Reader } from './message-access'
import { holdOffMoves, settledId } from './read-horizon'

/*
 * Who has read what, message by message: sets of ids that are kept as few ranges. See
 * docs/read-state.md.
 */

/** As many gaps of a set are looked into when it is written; the newest first. */
const maxGapsLookedInto = 2_000

/**
 * Marks messages as read; answers those that were unread. A topic or conversation that is read
 * without gaps is kept as one range, whatever was written elsewhere meanwhile.
 */
export async function markRead(
  tx: Tx,
  reader: Reader,
  messageIds: readonly number[],
  now: Date,
): Promise<number[]> {
  if (messageIds.length === 0) return []
  const { realm_id: realmId, id: userId } = reader
  await holdOffMoves(tx, realmId)
  const { rows } = await sql<{ id: number }>`
    with wanted as materialized (
      select m.id, m.stream_id, lower(m.topic) as topic_key, m.dm_group_id
      from messages m
      where m.realm_id = ${realmId} and m.id = any(${[...messageIds]}::bigint[])
        and ${isUnreadBy(reader, 'm')} and ${isReadableBy(reader, 'm')}
    ), horizon as materialized (
      select ${settledId(realmId, now)} as id
    ), topics as materialized (
      select wanted.stream_id, wanted.topic_key,
        range_agg(int8range(wanted.id, wanted.id + 1)) as added,
        coalesce(state.read, '{}') as read
      from wanted
      left join topic_read_states state on state.realm_id = ${realmId}
        and state.user_id = ${userId} and state.stream_id = wanted.stream_id
        and state.topic_key = wanted.topic_key
      where wanted.stream_id is not null
      group by wanted.stream_id, wanted.topic_key, state.read
    ), topic_bridges as (
      ${bridges(
        realmId,
        sql`stream_id, topic_key`,
        sql`topics`,
        sql`m.stream_id = sets.stream_id and lower(m.topic) = sets.topic_key`,
      )}
    ), topics_written as (
      insert into topic_read_states as state (realm_id, user_id, stream_id, topic_key, read)
      select ${realmId}, ${userId}, stream_id, topic_key, added + coalesce(bridged, '{}')
      from topics left join topic_bridges using (stream_id, topic_key)
      order by stream_id, topic_key
      on conflict (realm_id, user_id, stream_id, topic_key)
        do update set read = state.read + excluded.read
    ), conversations as materialized (
      select wanted.dm_group_id, range_agg(int8range(wanted.id, wanted.id + 1)) as added,
        member.read
      from wanted
      join dm_group_members member on member.realm_id = ${realmId}
        and member.user_id = ${userId} and member.dm_group_id = wanted.dm_group_id
      group by wanted.dm_group_id, member.read
    ), conversation_bridges as (
      ${bridges(
        realmId,
        sql`dm_group_id`,
        sql`conversations`,
        sql`m.dm_group_id = sets.dm_group_id`,
      )}
    ), conversations_written as (
      update dm_group_members member set read = member.read + added + coalesce(bridged, '{}')
      from conversations left join conversation_bridges using (dm_group_id)
      where member.realm_id = ${realmId} and member.user_id = ${userId}
        and member.dm_group_id = conversations.dm_group_id
    )
    select id from wanted order by id`.execute(tx)
  return rows.map((row) => row.id)
}

/** The gaps of sets, by their key, in which there is no message and never will be one. */
function bridges(
  realmId: number,
  key: RawBuilder<unknown>,
  sets: RawBuilder<unknown>,
  isOfSet: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select ${key}, range_agg(gap) as bridged
    from (
      select ${key}, gap
      from ${sets},
        unnest(int8multirange(range_merge(read + added)) - (read + added)) as gap, horizon
      where upper(gap) <= horizon.id
      order by upper(gap) desc limit ${maxGapsLookedInto}
    ) sets
    where not exists (
      select from messages m
      where m.realm_id = ${realmId} and ${isOfSet} and m.id >= lower(gap) and m.id < upper(gap))
    group by ${key}`
}

export interface MarkedUnread {
  id: number
  /** It was read until now. */
  changed: boolean
}

/**
 * Marks messages as unread: those of private conversations, and of streams that the reader is
 * subscribed to and received. Answers those that are unread now.
 */
export async function markUnread(
  tx: Tx,
  reader: Reader,
  messageIds: readonly number[],
): Promise<MarkedUnread[]> {
  if (messageIds.length === 0) return []
  const { realm_id: realmId, id: userId } = reader
  // The row of the subscription is written in any case: whoever makes ranges of it holds its lock.
  const { rows } = await sql<MarkedUnread>`
    with wanted as materialized (
      select m.id, m.stream_id, lower(m.topic) as topic_key, m.dm_group_id,
        m.read_by_sender and m.sender_id = ${userId} as read_as_sender,
        not ${isUnreadBy(reader, 'm')} as changed
      from messages m
      where m.realm_id = ${realmId} and m.id = any(${[...messageIds]}::bigint[])
        and ${isReceivedBy(reader, 'm')}
        and (m.dm_group_id is not null or exists (
          select from subscriptions
          where subscriptions.realm_id = ${realmId} and subscriptions.user_id = ${userId}
            and subscriptions.stream_id = m.stream_id and subscriptions.active))
    ), subscriptions_written as (
      update subscriptions set read = read - ids
      from (
        select stream_id, range_agg(int8range(id, id + 1)) as ids from wanted group by stream_id
      ) unread
      where realm_id = ${realmId} and user_id = ${userId}
        and subscriptions.stream_id = unread.stream_id
    ), topics_written as (
      update topic_read_states state set read = read - ids
      from (
        select stream_id, topic_key, range_agg(int8range(id, id + 1)) as ids
        from wanted group by stream_id, topic_key
      ) unread
      where realm_id = ${realmId} and user_id = ${userId}
        and state.stream_id = unread.stream_id and state.topic_key = unread.topic_key
    ), conversations_written as (
      update dm_group_members member set read = read - ids
      from (
        select dm_group_id, range_agg(int8range(id, id + 1)) as ids from wanted group by dm_group_id
      ) unread
      where realm_id = ${realmId} and user_id = ${userId}
        and member.dm_group_id = unread.dm_group_id
    ), messages_written as (
      update messages set read_by_sender = false
      from wanted
      where realm_id = ${realmId} and messages.id = wanted.id and wanted.read_as_sender
    )
    select id, changed from wanted order by id`.execute(tx)
  return rows
}
