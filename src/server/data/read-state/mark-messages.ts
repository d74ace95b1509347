import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Tx } from '../engine/database'
import type { Reader } from '../access/rule'
import { flaggedMessages, idsAsJson, namedPlaces } from '../access/named-messages'
import type { FlaggedMessages, FlaggedRow } from '../access/named-messages'
import { holdOffMoves, lockMarks, settledId, settledTime } from './horizon'

/*
 * Read state per user, message by message: sets of ids stored as few ranges. See
 * docs/read-state.md.
 */

/** Max gaps of a set that a write tries to close; the newest first. */
const maxGapsLookedInto = 2_000

/**
 * Marks readable messages as read; messages never received count as already read. A topic or
 * conversation read without gaps stays one range, whatever is written elsewhere meanwhile.
 */
export async function markRead(
  tx: Tx,
  reader: Reader,
  messageIds: readonly number[],
): Promise<FlaggedMessages> {
  if (messageIds.length === 0) return { ids: [], changedIds: [] }
  const { realm_id: realmId, id: userId } = reader
  await holdOffMoves(tx, realmId)
  const ofTopic = sql`m.stream_id = sets.stream_id and fold_case(m.topic) = sets.topic_key`
  const ofConversation = sql`m.dm_group_id = sets.dm_group_id`
  const { rows } = await sql<FlaggedRow>`
    with places as materialized (${namedPlaces(reader, messageIds)}),
    horizon as materialized (select ${settledId(realmId, settledTime(tx))} as id),
    topics as materialized (
      ${changedSets(realmId, ofTopic, sql`stream_id is not null`, messageIds.length)}
    ), topic_bridges as (
      ${bridges(realmId, sql`topics`, ofTopic)}
    ), topics_written as (
      insert into topic_read_states as state (realm_id, user_id, stream_id, topic_key, read)
      select ${realmId}, ${userId}, stream_id, topic_key,
        added + coalesce(bridged, '{}')
      from topics left join topic_bridges using (place)
      order by stream_id, topic_key
      on conflict (realm_id, user_id, stream_id, topic_key)
        do update set read = state.read + excluded.read
    ), conversations as materialized (
      ${changedSets(realmId, ofConversation, sql`dm_group_id is not null`, messageIds.length)}
    ), conversation_bridges as (
      ${bridges(realmId, sql`conversations`, ofConversation)}
    ), conversations_written as (
      update dm_group_members member
      set read = member.read + added + coalesce(bridged, '{}')
      from conversations left join conversation_bridges using (place)
      where member.realm_id = ${realmId} and member.user_id = ${userId}
        and member.dm_group_id = conversations.dm_group_id
    )
    select ${idsAsJson(sql`places`, sql`ids`)} as ids,
      ${idsAsJson(sql`places`, sql`unread`)} as changed_ids`.execute(tx)
  return flaggedMessages(rows)
}

/**
 * The sets that change: the ids `added`, and the ids `seen` afterwards. Usually every message
 * between the first and the last added id is seen then, as one index probe shows: the ids are added
 * as one range, up to the horizon. If more than twice as many messages as named lie between, the
 * ids are added one by one. A message that another transaction marks as unread must not be added
 * again, so ids already read are never added.
 */
function changedSets(
  realmId: number,
  isOfSet: RawBuilder<unknown>,
  isOfKind: RawBuilder<unknown>,
  namedCount: number,
): RawBuilder<unknown> {
  const most = 2 * namedCount
  return sql`
    select place, stream_id, topic_key, dm_group_id, added, read + added as seen
    from (
      select place, stream_id, topic_key, dm_group_id, read, unread,
        unread[1] as first_id, unread[cardinality(unread)] as last_id
      from places where ${isOfKind} and cardinality(unread) > 0
    ) sets, horizon,
    lateral (
      select count(id) <= ${most}
        and count(id) = cardinality(unread) + count(id) filter (where read @> id) as is_whole
      from (
        select m.id from messages m
        where m.realm_id = ${realmId} and ${isOfSet} and m.id >= first_id and m.id <= last_id
        order by m.id limit ${most + 1}
      ) between_them
    ) known,
    lateral (
      select coalesce(range_agg(int8range(id, id + 1)), '{}')
        + case when is_whole
          then int8multirange(int8range(first_id,
            greatest(first_id, least(last_id, horizon.id) + 1))) - read
          else '{}' end as added
      from unnest(unread) as id where not is_whole or id > horizon.id
    ) addition`
}

/**
 * Gaps of sets, by place, that can be closed too: they contain no message and never will. The
 * lateral join probes each gap by itself, whatever number of gaps the planner estimates.
 */
function bridges(
  realmId: number,
  sets: RawBuilder<unknown>,
  isOfSet: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select place, range_agg(gap) as bridged
    from (
      select place, stream_id, topic_key, dm_group_id, gap
      from ${sets}, horizon,
        unnest(int8multirange(range_merge(seen)) - seen) as gap
      where upper(gap) <= horizon.id
      order by upper(gap) desc limit ${maxGapsLookedInto}
    ) sets
    left join lateral (
      select true as is_filled from messages m
      where m.realm_id = ${realmId} and ${isOfSet} and m.id >= lower(gap) and m.id < upper(gap)
      order by m.id limit 1
    ) filling on true
    where is_filled is null
    group by place`
}

/**
 * Marks messages as unread: those of private conversations, and received ones of streams that the
 * reader is subscribed to.
 */
export async function markUnread(
  tx: Tx,
  reader: Reader,
  messageIds: readonly number[],
): Promise<FlaggedMessages> {
  if (messageIds.length === 0) return { ids: [], changedIds: [] }
  const { realm_id: realmId, id: userId } = reader
  await holdOffMoves(tx, realmId)
  const named = sql`select stream_id from messages
    where realm_id = ${realmId} and id = any(${[...messageIds]}::bigint[])`
  await lockMarks(tx, reader, named)
  // Only ids that clients are told of are removed: another call may be marking the others as read.
  const { rows } = await sql<FlaggedRow>`
    with named as materialized (
      select stream_id, topic_key, dm_group_id, received as ids,
        array(select unnest(received) except select unnest(unread)) as changed
      from (${namedPlaces(reader, messageIds)}) places
      where (dm_group_id is not null or is_subscribed) and cardinality(received) > 0
    ), wanted as materialized (
      select stream_id, topic_key, dm_group_id, ids, changed, coalesce((
        select range_agg(int8range(id, id + 1)) from unnest(changed) as id), '{}') as ranges
      from named
    ), subscriptions_written as (
      update subscriptions set read = read - unread.ranges
      from (
        select stream_id, range_agg(ranges) as ranges from wanted
        where stream_id is not null group by stream_id
      ) unread
      where realm_id = ${realmId} and user_id = ${userId}
        and subscriptions.stream_id = unread.stream_id
    ), topics_written as (
      update topic_read_states state set read = read - ranges
      from wanted
      where realm_id = ${realmId} and user_id = ${userId}
        and state.stream_id = wanted.stream_id and state.topic_key = wanted.topic_key
    ), conversations_written as (
      update dm_group_members member set read = read - ranges
      from wanted
      where realm_id = ${realmId} and user_id = ${userId}
        and member.dm_group_id = wanted.dm_group_id
    ), messages_written as (
      update messages set read_by_sender = false
      from wanted, unnest(changed) as changed_id
      where realm_id = ${realmId} and messages.id = changed_id
        and sender_id = ${userId} and read_by_sender
    )
    select ${idsAsJson(sql`wanted`, sql`ids`)} as ids,
      ${idsAsJson(sql`wanted`, sql`changed`)} as changed_ids`.execute(tx)
  return flaggedMessages(rows)
}
