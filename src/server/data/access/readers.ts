import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database'
import type { StreamRow } from '../schema'
import { roles } from '../../../shared/rules/roles'
import type { Role } from '../../../shared/rules/roles'
import { isNamedIn, isOpenTo, isSubscribedTo, readableWith, receivedIn } from './rule'

/** Users for whom a move changes readability in the same way. */
export interface VisibilityGroup {
  user_ids: number[]
  /** Ids of the messages readable before the move, and after it; ascending. */
  before: number[]
  after: number[]
}

/**
 * Readers of some messages in their old stream, or in the new one, with the readable ids: active
 * accounts subscribed to either stream, and `alsoUserIds`.
 */
export async function listVisibility(
  db: Queryable,
  messageIds: readonly number[],
  { from, to }: { from: StreamRow; to: StreamRow },
  alsoUserIds: readonly number[] = [],
): Promise<VisibilityGroup[]> {
  const { realm_id: realmId } = from
  const idsIn = (set: RawBuilder<unknown>) => sql`array_to_json(array(
    select id from unnest(${[...messageIds]}::bigint[]) as id
    where ${set} @> id order by id))`
  const { rows } = await sql<VisibilityGroup>`
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

/**
 * Whether an active subscriber of a stream, or a guest among them, may not read another one with a shared past:
 * has no subscription to it, and is not let in by its settings.
 * @param onlyGuests for a public stream, which is open to everybody else
 */
export async function hasSubscribersWithout(
  db: Queryable,
  { from, to }: { from: StreamRow; to: StreamRow },
  { onlyGuests }: { onlyGuests: boolean },
): Promise<boolean> {
  const user = {
    realm_id: from.realm_id,
    id: sql<number>`users.id`,
    role: sql<Role>`users.role`,
  }
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from subscriptions own
      join users on users.realm_id = own.realm_id and users.id = own.user_id
        and users.deactivated_at is null
        and (not ${onlyGuests}::boolean or users.role = ${sql.lit(roles.guest)})
      where own.realm_id = ${from.realm_id} and own.stream_id = ${from.id} and own.active
        and not exists (
          select from subscriptions other
          where other.realm_id = own.realm_id and other.user_id = own.user_id
            and other.stream_id = ${to.id} and other.active)
        and not ${isNamedIn('content', user, to.id)}
    ) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** The subset of users who may read anything in a stream, including deactivated accounts. */
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

/** The messages of a stream that the user of a row of `users` may read, as a set of ids. */
function readableIn(stream: StreamRow): RawBuilder<string> {
  const user = { realm_id: stream.realm_id, id: sql<number>`users.id` }
  const access = {
    isOpen: isOpenTo(sql`users.role`, sql`${stream.invite_only}::boolean`),
    isInside: sql<boolean>`(${isSubscribedTo(user, stream.id)}
      or ${isNamedIn('content', { ...user, role: sql<Role>`users.role` }, stream.id)})`,
    sharesPast: sql<boolean>`${stream.history_public_to_subscribers}::boolean`,
  }
  return readableWith(access, receivedIn(user, stream.id))
}
