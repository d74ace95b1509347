import { sql } from 'kysely'
import { idsInPeriods } from '../access/rule'
import type { Tx } from '../engine/database'
import { rowsAs } from '../engine/rows'
import { maxUnreadTold } from './unread-gaps'

/** Messages of a stream that are no longer unread for some of its subscribers. */
export interface UnreadLeft {
  stream_id: number
  /** Ids of the messages, ascending. */
  message_ids: number[]
}

/** Up to this many users leaving a stream, the read state of topics is checked for each of them. */
const mostAskedEach = 20

/**
 * The newest messages that users have not read in the streams they are about to leave: per stream,
 * the ids that at least one of them has not read. If many users leave a stream, the ids may include
 * some that all have read by topic; marking those as read again changes nothing for clients.
 * The caller has locked the streams, as a move locks those that it leads from and to.
 * @param ties active subscriptions; others have nothing unread
 */
export async function listUnreadLeft(
  tx: Tx,
  realmId: number,
  ties: readonly { user_id: number; stream_id: number }[],
): Promise<UnreadLeft[]> {
  if (ties.length === 0) return []
  const { rows } = await sql<UnreadLeft>`
    with ties as materialized (
      select tie.user_id, tie.stream_id, coalesce((
        select ${idsInPeriods} from subscription_periods period
        where period.realm_id = ${realmId} and period.user_id = tie.user_id
          and period.stream_id = tie.stream_id), '{}') - tie.read as gaps
      from ${rowsAs('leaving', ties, { user_id: 'bigint', stream_id: 'bigint' })}
      join subscriptions tie on tie.realm_id = ${realmId} and tie.active
        and tie.user_id = leaving.user_id and tie.stream_id = leaving.stream_id
    ), places as materialized (
      select stream_id, range_agg(gaps) as gaps, count(*) as users from ties group by stream_id
    )
    select places.stream_id, json_agg(unread.id order by unread.id) as message_ids
    from places, lateral (
      select m.id from unnest(places.gaps) as gap, lateral (
        select m.id, fold_case(m.topic) as topic_key, m.read_by_sender, m.sender_id from messages m
        where m.realm_id = ${realmId} and m.stream_id = places.stream_id and m.id >= lower(gap)
          and m.id < coalesce(upper(gap), ${Number.MAX_SAFE_INTEGER})
        order by m.id desc limit ${maxUnreadTold}
      ) m
      where places.users > ${mostAskedEach} or exists (
        select from ties
        where ties.stream_id = places.stream_id and ties.gaps @> m.id
          and not (m.read_by_sender and m.sender_id = ties.user_id)
          and not exists (
            select from topic_read_states state
            where state.realm_id = ${realmId} and state.user_id = ties.user_id
              and state.stream_id = places.stream_id and state.topic_key = m.topic_key
              and state.read @> m.id))
      order by m.id desc limit ${maxUnreadTold}
    ) unread
    group by places.stream_id`.execute(tx)
  return rows
}
