import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { ImportScope } from './keys'

/*
 * The end of an import: what can only be computed when every message has an id. All statements belong to one
 * transaction, which also ends the import.
 */

/** Statements of the end may take as long as they need. */
export async function liftTimeLimit(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
}

/**
 * Refreshes the statistics of the tables that the end reads. Older statistics may be from before the import, when the
 * tables were empty: the database would then compare each row with each other.
 */
export async function refreshStatistics(db: Queryable): Promise<void> {
  await sql`
    analyze messages, subscriptions, dm_group_members, import_keys, import_periods, import_unread,
      import_read_positions`.execute(db)
}

/** The last message of the source at or before a position; 0 if there is none. */
function lastMessageAt(
  { realmId, source }: ImportScope,
  position: RawBuilder<unknown>,
): RawBuilder<number> {
  return sql<number>`coalesce((
    select message.id from import_keys message
    where message.realm_id = ${realmId} and message.source = ${source} and message.kind = 'message'
      and message.position <= ${position}
    order by message.position desc, message.id desc limit 1), 0)`
}

/** Replaces the periods of new subscriptions by those of the source. */
export async function resolvePeriods(tx: Tx, scope: ImportScope): Promise<void> {
  const { realmId, source } = scope
  const waiting = sql`import_periods waiting
    where waiting.realm_id = ${realmId} and waiting.source = ${source}`
  await sql`
    delete from subscription_periods period
    using (select distinct user_id, stream_id from ${waiting}) own
    where period.realm_id = ${realmId} and period.user_id = own.user_id
      and period.stream_id = own.stream_id`.execute(tx)
  await sql`
    insert into subscription_periods (realm_id, user_id, stream_id, from_message_id, to_message_id)
    select ${realmId}::bigint, user_id, stream_id, began, greatest(began, max(ended))
    from (
      select user_id, stream_id, ${lastMessageAt(scope, sql`from_position`)} as began,
        case when to_position is null then null
          else ${lastMessageAt(scope, sql`to_position`)} end as ended
      from ${waiting}
    ) found
    group by user_id, stream_id, began
    having bool_and(ended is not null)
    union all
    select ${realmId}::bigint, user_id, stream_id, min(began), null
    from (
      select user_id, stream_id, ${lastMessageAt(scope, sql`from_position`)} as began
      from ${waiting} and to_position is null
    ) open
    group by user_id, stream_id, began
    on conflict do nothing`.execute(tx)
}

/** Marks the imported messages as read, except for users who had not read them. */
export async function settleReadState(tx: Tx, scope: ImportScope): Promise<void> {
  const { realmId, source } = scope
  const written = sql`(select message_ids from imports
    where realm_id = ${realmId} and source = ${source})`
  const unread = (place: 'stream_id' | 'dm_group_id') => sql`
    select tie.user_id, m.${sql.ref(place)} as place_id, range_agg(int8range(m.id, m.id + 1)) as ids
    from import_unread waiting
    join messages m on m.realm_id = waiting.realm_id and m.id = waiting.message_id
    cross join unnest(waiting.user_ids) as tie (user_id)
    where waiting.realm_id = ${realmId} and waiting.source = ${source}
      and m.${sql.ref(place)} is not null
    group by 1, 2`
  await sql`
    with written as materialized (select ${written} as ids),
    unread as materialized (${unread('stream_id')}),
    after as materialized (
      select user_id, stream_id, int8multirange(int8range(
        ${lastMessageAt(scope, sql`waiting.position`)} + 1, null)) as ids
      from import_read_positions waiting
      where realm_id = ${realmId} and source = ${source}
    ), known as (
      select id as stream_id from import_keys
      where realm_id = ${realmId} and source = ${source} and kind = 'stream'
    )
    update subscriptions tie set read = case
      when streams.deactivated_at is not null then '{[0,)}'
      when tie.active then tie.read + (written.ids - coalesce(unread.ids, '{}') - coalesce(after.ids, '{}'))
      else tie.read + written.ids end
    from written, streams
    join known on known.stream_id = streams.id
    cross join lateral (
      select user_id from subscriptions own
      where own.realm_id = streams.realm_id and own.stream_id = streams.id) subscriber
    left join unread on unread.user_id = subscriber.user_id and unread.place_id = streams.id
    left join after on after.user_id = subscriber.user_id and after.stream_id = streams.id
    where streams.realm_id = ${realmId} and tie.realm_id = streams.realm_id
      and tie.stream_id = streams.id and tie.user_id = subscriber.user_id`.execute(tx)
  await sql`
    with written as materialized (select ${written} as ids),
    unread as materialized (${unread('dm_group_id')}),
    known as (
      select id from import_keys
      where realm_id = ${realmId} and source = ${source} and kind = 'conversation'
    ), members as (
      select member.dm_group_id, member.user_id, unread.ids
      from dm_group_members member
      join known on known.id = member.dm_group_id
      left join unread on unread.user_id = member.user_id and unread.place_id = member.dm_group_id
      where member.realm_id = ${realmId}
    )
    update dm_group_members member set read = member.read + (written.ids - coalesce(members.ids, '{}'))
    from written, members
    where member.realm_id = ${realmId} and member.dm_group_id = members.dm_group_id
      and member.user_id = members.user_id`.execute(tx)
}

/** Invalidates the caches of the subscribers of all streams of a source. */
export async function bumpImportedStreams(tx: Tx, { realmId, source }: ImportScope): Promise<void> {
  await sql`
    update streams set subscribers_version = subscribers_version + 1
    where realm_id = ${realmId} and id in (
      select id from import_keys
      where realm_id = ${realmId} and source = ${source} and kind = 'stream')`.execute(tx)
}
