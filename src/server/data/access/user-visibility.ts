import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { systemGroups } from '../../../shared/rules/system-groups'
import type { Queryable } from '../engine/database'
import { userColumns } from '../engine/row-columns'
import { roles } from '../../../shared/rules/roles'
import type { UserRow } from '../schema'
import type { Named } from '../engine/named'

/*
 * The users a guest may see in a realm that limits guests: themselves, bots, and users who share a
 * stream or a private conversation with them.
 * Source: docs/protocol/accounts.md#unknown-users.
 */

/** Whether a realm (row `realms`) hides some users from guests. */
export const limitsGuests = sql<boolean>`(
  realms.settings @> ${sql.lit(JSON.stringify({ can_access_all_users_group: systemGroups.members.id }))}::jsonb)`

/** Ids of the users who share a stream or a private conversation with a user. */
function companionsOf(realmId: number, userId: Named<number>): RawBuilder<unknown> {
  return sql`
    select other.user_id from subscriptions own
    join streams on streams.realm_id = own.realm_id and streams.id = own.stream_id
      and streams.deactivated_at is null
    join subscriptions other on other.realm_id = own.realm_id
      and other.stream_id = own.stream_id and other.active
    where own.realm_id = ${realmId} and own.user_id = ${userId} and own.active
    union
    select other.user_id from dm_group_members own
    join dm_group_members other on other.realm_id = own.realm_id
      and other.dm_group_id = own.dm_group_id
    where own.realm_id = ${realmId} and own.user_id = ${userId}`
}

/** Ids of the users whom a limited guest may see, without bots, which every guest may see. */
export async function listKnownIds(
  db: Queryable,
  realmId: number,
  guestId: number,
): Promise<Set<number>> {
  const { rows } = await sql<{ user_id: number }>`
    ${companionsOf(realmId, guestId)}`.execute(db)
  return new Set([guestId, ...rows.map((row) => row.user_id)])
}

/** The guests among `userIds` from whom the realm hides some users. */
export async function listLimitedGuestsAmong(
  db: Queryable,
  realmId: number,
  userIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select guest.id from users guest
    join realms on realms.id = guest.realm_id and ${limitsGuests}
    where guest.realm_id = ${realmId} and guest.id = any(${[...userIds]}::bigint[])
      and guest.role = ${sql.lit(roles.guest)}`.execute(db)
  return rows.map((row) => row.id)
}

/** The guests among `userIds` who may not see at least one of the accounts. */
export async function listLimitedGuestsWithout(
  db: Queryable,
  realmId: number,
  accountIds: readonly number[],
  userIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct guest.id from users guest
    cross join unnest(${[...accountIds]}::bigint[]) as account (id)
    where guest.realm_id = ${realmId} and guest.id = any(${[...userIds]}::bigint[])
      and guest.role = ${sql.lit(roles.guest)} and guest.id <> account.id
      and exists (select from realms where realms.id = ${realmId} and ${limitsGuests})
      and not exists (
        select from users bot
        where bot.realm_id = ${realmId} and bot.id = account.id and bot.is_bot)
      and not exists (
        select from subscriptions own
        join subscriptions other on other.realm_id = own.realm_id
          and other.stream_id = own.stream_id and other.user_id = account.id and other.active
        join streams on streams.realm_id = own.realm_id and streams.id = own.stream_id
          and streams.deactivated_at is null
        where own.realm_id = ${realmId} and own.user_id = guest.id and own.active)
      and not exists (
        select from dm_group_members own
        join dm_group_members other on other.realm_id = own.realm_id
          and other.dm_group_id = own.dm_group_id and other.user_id = account.id
        where own.realm_id = ${realmId} and own.user_id = guest.id)`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Limited guests subscribed to any of these streams.
 * @param orUserIds users who count as subscribed to all of the streams, if they are limited guests
 */
export async function listLimitedGuestsIn(
  db: Queryable,
  realmId: number,
  streamIds: readonly number[],
  orUserIds: readonly number[] = [],
): Promise<{ user_id: number; stream_id: number }[]> {
  if (streamIds.length === 0) return []
  const { rows } = await sql<{ user_id: number; stream_id: number }>`
    select guest.id as user_id, wanted.stream_id
    from realms
    cross join unnest(${[...streamIds]}::bigint[]) as wanted (stream_id)
    join users guest on guest.realm_id = realms.id and guest.role = ${sql.lit(roles.guest)}
      and guest.deactivated_at is null
    where realms.id = ${realmId} and ${limitsGuests}
      and (guest.id = any(${[...orUserIds]}::bigint[]) or exists (
        select from subscriptions tie
        where tie.realm_id = ${realmId} and tie.user_id = guest.id
          and tie.stream_id = wanted.stream_id and tie.active))`.execute(db)
  return rows
}

/** Accounts subscribed to any of these streams, including deactivated ones. */
export async function listCompanionsIn(
  db: Queryable,
  realmId: number,
  streamIds: readonly number[],
  limit: number,
): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where('realm_id', '=', realmId)
    .where(
      sql<boolean>`id in (
        select tie.user_id from subscriptions tie
        where tie.realm_id = ${realmId} and tie.active
          and tie.stream_id = any(${[...streamIds]}::bigint[]))`,
    )
    .orderBy('id')
    .limit(limit)
    .execute()
}
