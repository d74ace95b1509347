import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database'
import { roles } from '../schema'
import type { StreamRow } from '../schema'

/** Users who see the same of some messages before and after a move. */
export interface SightGroup {
  user_ids: number[]
  /** Ids of the messages that they could read, ascending, and of those that they can read. */
  before: number[]
  after: number[]
}

/**
 * Who may read which of some messages in one stream, and would in another one: active accounts that
 * subscribe either, and `alsoUserIds`. The rules are those of db/message-access.ts, asked about
 * many users at once.
 */
export async function listSight(
  db: Queryable,
  realmId: number,
  messageIds: readonly number[],
  { from, to }: { from: StreamRow; to: StreamRow },
  alsoUserIds: readonly number[] = [],
): Promise<SightGroup[]> {
  const idsIn = (set: RawBuilder<unknown>) => sql`array_to_json(array(
    select id from unnest(${[...messageIds]}::bigint[]) as id
    where ${set} @> id order by id))`
  const { rows } = await sql<SightGroup>`
    with moved as materialized (
      select range_agg(int8range(id, id + 1)) as ids from unnest(${[...messageIds]}::bigint[]) as id
    ), people as (
      select user_id from subscriptions
      where realm_id = ${realmId} and stream_id in (${from.id}, ${to.id}) and active
      union select unnest(${[...alsoUserIds]}::bigint[])
    ), sight as (
      select json_agg(users.id order by users.id) as user_ids,
        moved.ids * ${readableIn(from)} as before, moved.ids * ${readableIn(to)} as after
      from moved cross join people
      join users on users.realm_id = ${realmId} and users.id = people.user_id
      where users.deactivated_at is null
      group by 2, 3
    )
    select user_ids, ${idsIn(sql`before`)} as before, ${idsIn(sql`after`)} as after
    from sight`.execute(db)
  return rows
}

/** Those of the users who may read anything in a stream, deactivated ones too. */
export async function listReadersAmong(
  db: Queryable,
  stream: StreamRow,
  userIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users
    where realm_id = ${stream.realm_id} and id = any(${[...userIds]}::bigint[])
      and not isempty(${readableIn(stream)})`.execute(db)
  return rows.map((row) => row.id)
}

/** The ids that a user may read in a stream, as a set of ranges. */
function readableIn(stream: StreamRow): RawBuilder<unknown> {
  const everything = sql`int8multirange(int8range(0, null))`
  const subscribed = sql`exists (
    select from subscriptions subscription
    where subscription.realm_id = ${stream.realm_id} and subscription.user_id = users.id
      and subscription.stream_id = ${stream.id} and subscription.active)`
  const received = sql`coalesce((
    select range_agg(int8range(from_message_id + 1, to_message_id + 1))
    from subscription_periods period
    where period.realm_id = ${stream.realm_id} and period.user_id = users.id
      and period.stream_id = ${stream.id}), '{}')`
  return sql`case
    when ${!stream.invite_only}::boolean and users.role <> ${roles.guest} then ${everything}
    when not ${subscribed} then '{}'
    when ${stream.history_public_to_subscribers}::boolean then ${everything}
    else ${received} end`
}
