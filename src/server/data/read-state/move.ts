import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { receivedIn } from '../access/rule'
import type { Tx } from '../engine/database'
import type { TopicKey } from '../messages/edits'
import { lockForMove } from './horizon'

interface TopicMove {
  from: TopicKey
  to: TopicKey
  messageIds: readonly number[]
}

/**
 * Carries read state along with messages that are about to move: read messages stay read, and
 * unread ones are unread in the new topic, whatever its read states cover. At most two statements
 * for any number of users and messages. Must run before the move, while the messages of the new
 * topic can still be told from the moved ones.
 *
 * Moved messages without a message of the new topic between them form a run, and a run contains no
 * other message of the topic: there the states of the old topic are copied as whole ranges, which
 * keeps sets as short as before. Renaming a topic is a single run.
 *
 * Messages that a user never received in the old stream do not become unread in the new one.
 */
export async function moveReadState(
  tx: Tx,
  realmId: number,
  { from, to, messageIds }: TopicMove,
): Promise<void> {
  if (messageIds.length === 0) return
  await lockForMove(tx, realmId)
  const ids = [...messageIds]
  if (from.streamId === to.streamId) await moveBetweenTopics(tx, realmId, { from, to, ids })
  else await moveBetweenStreams(tx, realmId, { from, to, ids })
}

/** The runs of the moved messages, as one set of ranges. */
function runs(realmId: number, ids: number[], { streamId, topic }: Partial<TopicKey>) {
  return sql`(
    select range_agg(int8range(previous_id + 1, last_id + 1)) as ids from (
      select previous_id, max(moved_id) as last_id
      from unnest(${ids}::bigint[]) as moved_id, lateral (
        select coalesce((
          select id from messages
          where realm_id = ${realmId} and stream_id = ${streamId} and id < moved_id
            and ${topic === undefined ? sql`true` : sql`fold_case(topic) = fold_case(${topic})`}
          order by id desc limit 1
        ), -1) as previous_id
      ) neighbor
      group by previous_id
    ) run)`
}

/** Moves read state from topic to topic; the stream's own read state holds in both. */
async function moveBetweenTopics(
  tx: Tx,
  realmId: number,
  { from, to, ids }: { from: TopicKey; to: TopicKey; ids: number[] },
): Promise<void> {
  await sql`
    with runs as materialized ${runs(realmId, ids, to)}
    insert into topic_read_states as present (realm_id, user_id, stream_id, topic_key, read)
    select ${realmId}, user_id, ${to.streamId}, fold_case(${to.topic}),
      coalesce(range_agg(taken.range) filter (where not isempty(taken.range)), '{}')
    from runs, topic_read_states state
    left join lateral unnest(case when state.topic_key = fold_case(${from.topic})
      then state.read * runs.ids else '{}' end) as taken (range) on true
    where realm_id = ${realmId} and stream_id = ${from.streamId}
      and topic_key in (fold_case(${from.topic}), fold_case(${to.topic}))
    group by user_id
    having count(taken.range) > 0 or bool_or(state.topic_key = fold_case(${to.topic}))
    order by user_id
    on conflict (realm_id, user_id, stream_id, topic_key)
      do update set read = (present.read - (select ids from runs)) + excluded.read`.execute(tx)
}

/**
 * Moves read state to another stream. First the unread ids are removed from the new stream's state,
 * then the topic's state gets the read ids that the stream's state does not cover.
 */
async function moveBetweenStreams(
  tx: Tx,
  realmId: number,
  { from, to, ids }: { from: TopicKey; to: TopicKey; ids: number[] },
): Promise<void> {
  const unread = unreadIn(realmId, from)
  await sql`
    with runs as materialized ${runs(realmId, ids, { streamId: to.streamId })}
    update subscriptions target set read = target.read - (runs.ids * ${unread})
    from runs
    where target.realm_id = ${realmId} and target.stream_id = ${to.streamId} and target.active
      and target.read && runs.ids and target.read && (runs.ids * ${unread})`.execute(tx)
  await sql`
    with runs as materialized ${runs(realmId, ids, to)}, moved as materialized (
      select range_agg(int8range(id, id + 1)) as ids from unnest(${ids}::bigint[]) as id
    )
    insert into topic_read_states as present (realm_id, user_id, stream_id, topic_key, read)
    select ${realmId}, user_id, ${to.streamId}, fold_case(${to.topic}), taken
    from subscriptions target, runs, moved, lateral (select runs.ids - ${unread} as taken) its
    where target.realm_id = ${realmId} and target.stream_id = ${to.streamId}
      and (exists (
          select from topic_read_states known
          where known.realm_id = ${realmId} and known.user_id = target.user_id
            and known.stream_id = ${to.streamId} and known.topic_key = fold_case(${to.topic})
            and known.read && runs.ids)
        or not isempty((moved.ids * taken - target.read) * ${receivedBy(realmId, to.streamId)}))
    order by user_id
    on conflict (realm_id, user_id, stream_id, topic_key)
      do update set read = (present.read - (select ids from runs)) + excluded.read`.execute(tx)
}

/**
 * Ids that the user of a row `target` received in a stream and has not read in one of its topics.
 */
function unreadIn(realmId: number, { streamId, topic }: TopicKey): RawBuilder<unknown> {
  return sql`(
    ${receivedBy(realmId, streamId)}
    - coalesce((
      select read from subscriptions source
      where source.realm_id = ${realmId} and source.user_id = target.user_id
        and source.stream_id = ${streamId}
    ), '{}')
    - coalesce((
      select read from topic_read_states state
      where state.realm_id = ${realmId} and state.user_id = target.user_id
        and state.stream_id = ${streamId} and state.topic_key = fold_case(${topic})
    ), '{}'))`
}

/** Ids that the user of a row `target` received in a stream. */
function receivedBy(realmId: number, streamId: number): RawBuilder<unknown> {
  return receivedIn({ realm_id: realmId, id: sql`target.user_id` }, streamId)
}

/** The same for a subscriber; nothing for others, who have read all messages of the stream. */
function receivedBySubscriber(realmId: number, streamId: number): RawBuilder<unknown> {
  return sql`(case when exists (
      select from subscriptions present
      where present.realm_id = ${realmId} and present.user_id = target.user_id
        and present.stream_id = ${streamId} and present.active
    ) then ${receivedBy(realmId, streamId)} else '{}' end)`
}

/** Users for whom the same messages are no longer unread. */
export interface LeftBehind {
  user_ids: number[]
  /** Ids of these messages, ascending. */
  message_ids: number[]
}

/**
 * Users who have not read messages that are about to move to another stream, and who did not
 * receive that stream at the time, or have left it since: for them the messages are no longer unread.
 */
export async function listLeftBehind(
  tx: Tx,
  realmId: number,
  { from, to, messageIds }: TopicMove,
): Promise<LeftBehind[]> {
  const { rows } = await sql<LeftBehind>`
    with moved as materialized (
      select range_agg(int8range(id, id + 1)) as ids from unnest(${[...messageIds]}::bigint[]) as id
    ), left_behind as (
      select target.user_id,
        moved.ids * ${unreadIn(realmId, from)} - ${receivedBySubscriber(realmId, to.streamId)} as ids
      from subscriptions target, moved
      where target.realm_id = ${realmId} and target.stream_id = ${from.streamId}
    )
    select json_agg(user_id order by user_id) as user_ids, array_to_json(array(
      select id from unnest(${[...messageIds]}::bigint[]) as id
      where left_behind.ids @> id order by id)) as message_ids
    from left_behind where not isempty(ids) group by ids`.execute(tx)
  return rows
}

/** Deletes the read states of a topic that has no messages left. */
export async function dropReadStateOfEmptyTopic(
  tx: Tx,
  realmId: number,
  { streamId, topic }: TopicKey,
): Promise<void> {
  await sql`
    delete from topic_read_states
    where realm_id = ${realmId} and stream_id = ${streamId} and topic_key = fold_case(${topic})
      and not exists (
        select from messages where realm_id = ${realmId} and stream_id = ${streamId}
          and fold_case(topic) = fold_case(${topic}))`.execute(tx)
}
