import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database'
import type { Schema } from '../schema'
import { isMessageExported } from './scope'
import type { ExportScope, MessageScope } from './scope'

/* Reads tables of a realm page by page: statements are short and lock no rows. */

/** Whether a row `t` of users has an uploaded avatar. */
export const hasAvatar = sql<boolean>`t.avatar_key is not null`

const rowsPerPage = 1_000
const usersPerPage = 200

interface TableOf {
  db: Queryable
  realmId: number
}

/** Rows of a table with ids, ascending. @param condition on a row `t` */
export async function* rowsById<Row extends { id: number }>(
  { db, realmId }: TableOf,
  table: keyof Schema,
  condition: RawBuilder<unknown> = sql`true`,
): AsyncGenerator<Row> {
  for (let after = 0; ;) {
    const { rows } = await sql<Row>`
      select t.* from ${sql.table(table)} t
      where t.realm_id = ${realmId} and t.id > ${after} and ${condition}
      order by t.id limit ${rowsPerPage}`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < rowsPerPage) return
    after = last.id
  }
}

/** Rows of a table whose rows belong to users, by user id. @param condition on a row `t` */
export async function* rowsOfUsers<Row>(
  { db, realmId }: TableOf,
  table: keyof Schema,
  condition: RawBuilder<unknown> = sql`true`,
  column = 'user_id',
): AsyncGenerator<Row> {
  const userId = sql.ref(`t.${column}`)
  for (let after = 0; ;) {
    const { rows: ends } = await sql<{ end: number | null }>`
      select max(id) as end from (
        select id from users where realm_id = ${realmId} and id > ${after}
        order by id limit ${usersPerPage}
      ) next`.execute(db)
    const end = ends[0]?.end ?? null
    if (end === null) return
    const { rows } = await sql<Row>`
      select t.* from ${sql.table(table)} t
      where t.realm_id = ${realmId} and ${userId} > ${after} and ${userId} <= ${end}
        and ${condition}
      order by ${userId}`.execute(db)
    yield* rows
    after = end
  }
}

/** Rows of exported messages, up to a message id. */
export async function* rowsOfMessages<Row extends { id: number; message_id: number }>(
  { db, realmId }: TableOf,
  table: 'reactions' | 'submessages',
  scope: ExportScope,
  upToId: number,
): AsyncGenerator<Row> {
  for (let after = { message_id: 0, id: 0 }; ;) {
    const { rows } = await sql<Row & { is_exported: boolean }>`
      select t.*, exists (
        select from messages m
        where m.realm_id = t.realm_id and m.id = t.message_id and ${isMessageExported(scope)}
      ) as is_exported
      from ${sql.table(table)} t
      where t.realm_id = ${realmId} and (t.message_id, t.id) > (${after.message_id}, ${after.id})
        and t.message_id <= ${upToId}
      order by t.message_id, t.id limit ${rowsPerPage}`.execute(db)
    yield* rows.filter((row) => row.is_exported)
    const last = rows.at(-1)
    if (!last || rows.length < rowsPerPage) return
    after = last
  }
}

/** A period of a subscription, with the times of its ends. */
export interface PeriodRow {
  user_id: number
  stream_id: number
  from_message_id: number
  to_message_id: number | null
  began_at: Date
  ended_at: Date | null
  is_first: boolean
}

/**
 * Periods of the users with ids above `after` and up to `end`. The database stores periods as
 * message ids only; the times are those of the messages.
 * @param condition on a row `t`
 */
export async function readPeriods(
  { db, realmId }: TableOf,
  condition: RawBuilder<unknown>,
  { after, end }: { after: number; end: number },
): Promise<PeriodRow[]> {
  const timeOf = (id: RawBuilder<unknown>) => sql`coalesce((
    select sent_at from messages m
    where m.realm_id = t.realm_id and m.id <= ${id} order by m.id desc limit 1), users.date_joined)`
  const { rows } = await sql<PeriodRow>`
    select t.user_id, t.stream_id, t.from_message_id, t.to_message_id,
      ${timeOf(sql`t.from_message_id`)} as began_at,
      case when t.to_message_id is not null then ${timeOf(sql`t.to_message_id`)} end as ended_at,
      row_number() over (partition by t.user_id, t.stream_id order by t.from_message_id) = 1 as is_first
    from subscription_periods t
    join users on users.realm_id = t.realm_id and users.id = t.user_id
    where t.realm_id = ${realmId} and t.user_id > ${after} and t.user_id <= ${end} and ${condition}
    order by t.user_id, t.stream_id, t.from_message_id`.execute(db)
  return rows
}

/** Id of the last user of the next page after an id; undefined if there are no more. */
export async function endOfUsers(
  { db, realmId }: TableOf,
  after: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ end: number | null }>`
    select max(id) as end from (
      select id from users where realm_id = ${realmId} and id > ${after} order by id limit ${usersPerPage}
    ) next`.execute(db)
  return rows[0]?.end ?? undefined
}

/** Exported private conversations of more than two users, with their members, ascending. */
export async function* largeConversations(
  { db, realmId }: TableOf,
  scope: ExportScope,
): AsyncGenerator<{ id: number; recipient_id: number; member_ids: number[] }> {
  if (scope.kind === 'public') return
  const users = scope.kind === 'whole' ? [] : [...scope.userIds]
  const isWhole = scope.kind === 'whole'
  for (let after = 0; ;) {
    const { rows } = await sql<{ id: number; recipient_id: number; member_ids: number[] }>`
      select dm_groups.id, dm_groups.recipient_id, string_to_array(member_key, ',')::bigint[] as member_ids
      from dm_groups
      where realm_id = ${realmId} and id > ${after}
        and cardinality(string_to_array(member_key, ',')) > 2
        and (${isWhole} or string_to_array(member_key, ',')::bigint[] && ${users}::bigint[])
      order by id limit ${rowsPerPage}`.execute(db)
    yield* rows.map((row) => ({ ...row, member_ids: row.member_ids.map(Number) }))
    const last = rows.at(-1)
    if (!last || rows.length < rowsPerPage) return
    after = last.id
  }
}

/**
 * Uploads with the exported messages that link them. The caller decides about uploads without any.
 */
export async function* uploadsWithMessages(
  { db, realmId }: TableOf,
  scope: MessageScope,
  upToId: number,
): AsyncGenerator<
  Schema['uploads'] & { id: number; created_at: Date; is_open: boolean; message_ids: number[] }
> {
  for (let after = 0; ;) {
    const { rows } = await sql<
      Schema['uploads'] & { id: number; created_at: Date; is_open: boolean; message_ids: number[] }
    >`
      select t.*, coalesce(links.message_ids, '[]') as message_ids,
        coalesce(links.is_open, false) as is_open
      from uploads t
      left join lateral (
        select json_agg(m.id order by m.id) as message_ids,
          bool_or(streams.id is not null and not streams.invite_only) as is_open
        from message_uploads link
        join messages m on m.realm_id = link.realm_id and m.id = link.message_id
        left join streams on streams.realm_id = m.realm_id and streams.id = m.stream_id
        where link.realm_id = t.realm_id and link.upload_id = t.id and m.id <= ${upToId}
          and ${isMessageExported(scope)}
      ) links on true
      where t.realm_id = ${realmId} and t.id > ${after}
      order by t.id limit ${rowsPerPage}`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < rowsPerPage) return
    after = last.id
  }
}
