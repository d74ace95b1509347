import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { everyId, isOpenTo, mayEnter, readableWith, receivedIn } from './rule'
import type { Reader } from './rule'

/** Result of setting or removing a flag on messages given by id. */
export interface FlaggedMessages {
  /** Ids of messages whose flag now has the requested value, ascending. */
  ids: number[]
  /** The subset of `ids` whose flag changed, ascending. */
  changedIds: number[]
}

/** Flagged messages as a statement returns them: one row with arrays instead of one row per id. */
export interface FlaggedRow {
  ids: number[]
  changed_ids: number[]
}

export function flaggedMessages(rows: readonly FlaggedRow[]): FlaggedMessages {
  const [row] = rows as [FlaggedRow]
  return { ids: row.ids, changedIds: row.changed_ids }
}

/**
 * The given messages, as one row per topic and per private conversation:
 * - `stream_id` and `topic_key`, or `dm_group_id`; and `place`, a row number
 * - ascending arrays: `ids`, the readable ones, and their subsets `received` and `unread`
 * - `read`, the read state of the topic or conversation
 * - `is_subscribed`, to the stream
 *
 * Access and read state are looked up once per row, whatever the number of messages. Arrays cost a
 * tenth of multiranges of single ids, and these arrays are small.
 */
export function namedPlaces(reader: Reader, messageIds: readonly number[]): RawBuilder<unknown> {
  const { realm_id: realmId, id: userId } = reader
  return sql`
    select named.place, named.stream_id, named.topic_key, named.dm_group_id, seen.ids,
      seen.received, seen.unread, sight.is_subscribed,
      case when named.stream_id is null then sight.read else coalesce(state.read, '{}') end as read
    from (
      select row_number() over () as place, m.stream_id, fold_case(m.topic) as topic_key,
        m.dm_group_id, array_agg(m.id order by m.id) as ids,
        coalesce(range_agg(int8range(m.id, m.id + 1))
          filter (where m.read_by_sender and m.sender_id = ${userId}), '{}') as read_as_sender
      from messages m
      where m.realm_id = ${realmId} and m.id = any(${arrayText(messageIds)}::text::bigint[])
      group by m.stream_id, fold_case(m.topic), m.dm_group_id
    ) named
    cross join lateral (${sightOf(reader, sql`named`)}) sight
    left join topic_read_states state on state.realm_id = ${realmId} and state.user_id = ${userId}
      and state.stream_id = named.stream_id and state.topic_key = named.topic_key
    cross join lateral (
      select sight.readable * sight.received as received, sight.readable * sight.received
        - sight.read - coalesce(state.read, '{}') - named.read_as_sender as unread
      offset 0
    ) sets
    cross join lateral (
      select coalesce(array_agg(id) filter (where sight.readable @> id), '{}') as ids,
        coalesce(array_agg(id) filter (where sets.received @> id), '{}') as received,
        coalesce(array_agg(id) filter (where sets.unread @> id), '{}') as unread
      from unnest(named.ids) as id
    ) seen`
}

/**
 * The rule for one stream or conversation, as sets of message ids: one row with `readable`,
 * `received`, the stream's or conversation's `read`, and `is_subscribed`, which is null for
 * conversations. No row if nothing is readable.
 * @param place has the columns `stream_id` and `dm_group_id`, one of them null
 */
function sightOf(reader: Reader, place: RawBuilder<unknown>): RawBuilder<unknown> {
  const { realm_id: realmId, id: userId } = reader
  const access = {
    isOpen: isOpenTo(reader.role, sql`streams.invite_only`),
    isInside: sql<boolean>`(coalesce(subscriptions.active, false) or ${mayEnter(reader)})`,
    sharesPast: sql<boolean>`streams.history_public_to_subscribers`,
  }
  return sql`
    select ${readableWith(access, sql`received.ids`)} as readable,
      received.ids as received, coalesce(subscriptions.read, '{}') as read,
      coalesce(subscriptions.active, false) as is_subscribed
    from streams
    left join subscriptions on subscriptions.realm_id = ${realmId}
      and subscriptions.user_id = ${userId} and subscriptions.stream_id = streams.id,
    lateral (select ${receivedIn(reader, sql`streams.id`)} as ids offset 0) received
    where streams.realm_id = ${realmId} and streams.id = ${place}.stream_id
    union all
    select ${everyId}, ${everyId}, member.read, null
    from dm_group_members member
    where member.realm_id = ${realmId} and member.user_id = ${userId}
      and member.dm_group_id = ${place}.dm_group_id`
}

/** All ids of the arrays, ascending, as one JSON array. */
export function idsAsJson(
  places: RawBuilder<unknown>,
  ids: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`array_to_json(array(select id from ${places}, unnest(${ids}) as id order by id))`
}

/** The array as PostgreSQL text; drivers would quote each number. */
function arrayText(ids: readonly number[]): string {
  return `{${ids.join(',')}}`
}
