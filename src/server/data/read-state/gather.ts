import { sql } from 'kysely'
import type { DatedQueryable } from '../engine/database'
import type { Reader } from '../access/rule'
import { holdOffMoves, readSettledId } from './horizon'
import { dropCoveredTopics } from './mark-all'
import { cutGaps, listGaps, messagesInGaps } from './unread-gaps'

/** Min length of a run of read messages that is stored as a range. */
const shortestRun = 50
/** Max runs stored per stream; the longest ones. */
const maxRuns = 64

/**
 * Copies long runs of read messages from topic read states into the rows of their streams, so that
 * later reads of the unread messages skip them. Nothing becomes read or unread. The rows are
 * locked, so that no message is marked as unread meanwhile.
 */
export async function gatherReadTopics(
  db: DatedQueryable,
  reader: Reader,
  streamIds: readonly number[],
): Promise<void> {
  const { realm_id: realmId, id: userId } = reader
  const isOneOfThem = sql`subscriptions.stream_id = any(${[...streamIds]}::bigint[])`
  await db.transaction().execute(async (tx) => {
    await holdOffMoves(tx, realmId)
    await sql`
      select from subscriptions
      where realm_id = ${realmId} and user_id = ${userId}
        and ${isOneOfThem}
      order by stream_id for update`.execute(tx)
    const horizon = await readSettledId(tx, realmId, db)
    const range = { floor: 0, ceiling: horizon + 1 }
    const gaps = await listGaps(tx, reader, isOneOfThem)
    await sql`
      with candidates as (
        select m.id, m.stream_id,
          coalesce(state.read @> m.id, false) or (m.read_by_sender and m.sender_id = ${userId})
            as is_read
        from ${messagesInGaps(realmId, cutGaps(gaps, range), range)}
        left join topic_read_states state on state.realm_id = ${realmId}
          and state.user_id = ${userId} and state.stream_id = m.stream_id
          and state.topic_key collate "C" = fold_case(m.topic) collate "C"
      ), numbered as (
        select stream_id, id, is_read,
          count(*) filter (where not is_read) over (partition by stream_id order by id) as run
        from candidates
      ), runs as (
        select stream_id, run, max(id) as last_id, count(*) filter (where is_read) as length,
          -- begins after the preceding unread message, which is the first one of the run
          case when run = 0 then 0 else min(id) + 1 end as first_id
        from numbered group by stream_id, run
      ), longest as (
        select *, row_number() over (partition by stream_id order by length desc) as place
        from runs where length >= ${shortestRun}
      )
      update subscriptions set read = read + gathered.ids
      from (
        select stream_id, range_agg(int8range(first_id, last_id + 1)) as ids
        from longest where place <= ${maxRuns} group by stream_id
      ) gathered
      where realm_id = ${realmId} and user_id = ${userId}
        and subscriptions.stream_id = gathered.stream_id`.execute(tx)
    await dropCoveredTopics(tx, reader, isOneOfThem)
  })
}
