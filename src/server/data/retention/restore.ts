import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Tx } from '../engine/database'
import { keptUntilReferred } from '../engine/rows'
import { receivedIn } from '../access/rule'
import { lockForMove } from '../read-state/horizon'
import { followers } from '../messages/archive'

/**
 * Restores archived messages, which must be locked: with their ids and all rows that belonged to
 * them, and read by the same users as before. A fixed number of statements.
 */
export async function restoreMessages(
  tx: Tx,
  realmId: number,
  ids: readonly number[],
): Promise<void> {
  // The messages reappear below ids up to which read ranges assume that no message is missing.
  await lockForMove(tx, realmId)
  const archived = sql`archived_messages a
    where a.realm_id = ${realmId} and a.id = any(${[...ids]}::bigint[])`
  await insertRows(tx, 'messages', sql`(select a.message as row from ${archived})`)
  for (const table of followers) {
    await insertRows(
      tx,
      table,
      sql`(
        select kept.row from (select a.followers from ${archived}) whole,
          jsonb_array_elements(coalesce(nullif(whole.followers -> ${sql.lit(table)}, 'null'), '[]'))
            as kept (row))`,
    )
  }
  await sql`
    insert into message_uploads (realm_id, message_id, upload_id)
    select uploads.realm_id, a.id, uploads.id
    from (select a.id, unnest(a.upload_ids) as upload_id from ${archived}) a
    join uploads on uploads.realm_id = ${realmId} and uploads.id = a.upload_id
    ${keptUntilReferred} of uploads
    on conflict do nothing`.execute(tx)
  await restoreReadState(tx, realmId, ids)
  await sql`
    delete from archived_messages
    where realm_id = ${realmId} and id = any(${[...ids]}::bigint[])`.execute(tx)
}

/** Inserts rows from JSON; columns added since they were archived get their defaults. */
async function insertRows(tx: Tx, table: string, rows: RawBuilder<unknown>): Promise<void> {
  const { rows: columns } = await sql<{ name: string; default: string | null }>`
    select a.attname as name, pg_get_expr(d.adbin, d.adrelid) as default
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
      and a.attname <> 'search_vector'
    order by a.attnum`.execute(tx)
  const names = sql.join(columns.map(({ name }) => sql.id(name)))
  const defaults = columns.flatMap(({ name, default: expression }) =>
    expression === null ? [] : [sql`${sql.lit(name)}, ${sql.raw(expression)}`],
  )
  await sql`
    insert into ${sql.table(table)} (${names}) overriding system value
    select ${sql.join(columns.map(({ name }) => sql.ref(`kept.${name}`)))}
    from ${rows} archived, jsonb_populate_record(null::${sql.table(table)},
      jsonb_build_object(${sql.join(defaults)}) || archived.row) as kept`.execute(tx)
}

/** Restores the read state from before the deletion. See docs/read-state.md. */
async function restoreReadState(tx: Tx, realmId: number, ids: readonly number[]): Promise<void> {
  const tie = { realm_id: realmId, id: sql<number>`tie.user_id` }
  const sets = sql`
    restored as materialized (
      select m.id, m.stream_id, m.dm_group_id, fold_case(m.topic) as topic_key, a.unread_by
      from archived_messages a
      join messages m on m.realm_id = a.realm_id and m.id = a.id
      where a.realm_id = ${realmId} and a.id = any(${[...ids]}::bigint[])
    ), places as materialized (
      select stream_id, dm_group_id, topic_key, range_agg(int8range(id, id + 1)) as ids
      from restored group by stream_id, dm_group_id, topic_key
    ), unread as materialized (
      select user_id, stream_id, dm_group_id, topic_key, range_agg(int8range(id, id + 1)) as ids
      from restored, unnest(unread_by) as user_id
      group by user_id, stream_id, dm_group_id, topic_key
    )`
  // Users who left the stream since then keep nothing unread in it.
  await sql`
    with ${sets}
    update subscriptions tie set read = tie.read - lost.ids
    from (
      select user_id, stream_id, range_agg(run) as ids
      from unread, unnest(ids) as run group by user_id, stream_id
    ) lost
    where tie.realm_id = ${realmId} and tie.user_id = lost.user_id
      and tie.stream_id = lost.stream_id and tie.active and tie.read && lost.ids`.execute(tx)
  await sql`
    with ${sets}
    update topic_read_states state set read = state.read - unread.ids
    from unread
    where state.realm_id = ${realmId} and state.user_id = unread.user_id
      and state.stream_id = unread.stream_id and state.topic_key = unread.topic_key
      and state.read && unread.ids`.execute(tx)
  await sql`
    with ${sets}
    insert into topic_read_states as present (realm_id, user_id, stream_id, topic_key, read)
    select ${realmId}, tie.user_id, places.stream_id, places.topic_key, known.ids
    from places
    join subscriptions tie on tie.realm_id = ${realmId} and tie.stream_id = places.stream_id
      and tie.active and not places.ids <@ tie.read
    left join unread on unread.user_id = tie.user_id and unread.stream_id = places.stream_id
      and unread.topic_key = places.topic_key
    cross join lateral (
      select places.ids * ${receivedIn(tie, sql`places.stream_id`)} - coalesce(unread.ids, '{}')
        - tie.read as ids
    ) known
    where not isempty(known.ids)
    order by tie.user_id, places.topic_key
    on conflict (realm_id, user_id, stream_id, topic_key)
      do update set read = present.read + excluded.read`.execute(tx)
  await sql`
    with ${sets}
    update dm_group_members member
    set read = (member.read - coalesce(unread.ids, '{}')) + (places.ids - coalesce(unread.ids, '{}'))
    from places
    join dm_group_members among on among.realm_id = ${realmId}
      and among.dm_group_id = places.dm_group_id
    left join unread on unread.user_id = among.user_id
      and unread.dm_group_id = places.dm_group_id
    where member.realm_id = ${realmId} and member.dm_group_id = among.dm_group_id
      and member.user_id = among.user_id`.execute(tx)
}
