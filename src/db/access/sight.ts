import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { systemGroups } from '../../wire/system-groups'
import type { Queryable } from '../engine/database'
import { userColumns } from '../engine/row-columns'
import { roles } from '../schema'
import type { UserRow } from '../schema'
import type { Named } from './rule'

/*
 * Whom guests know, where the organisation does not let them know everybody: themselves, bots, and
 * whom they share a stream or a private conversation with.
 * Source: docs/protocol/accounts.md#unknown-users.
 */

/** Whether a realm, by its row `realms`, keeps guests from knowing everybody. */
export const limitsGuests = sql<boolean>`(
  realms.settings @> ${sql.lit(JSON.stringify({ can_access_all_users_group: systemGroups.members.id }))}::jsonb)`

/** Ids of the people whom a user shares a stream or a private conversation with. */
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

/** Ids of the people whom a guest knows who does not know everybody; bots are known to all. */
export async function listKnownIds(
  db: Queryable,
  realmId: number,
  guestId: number,
): Promise<Set<number>> {
  const { rows } = await sql<{ user_id: number }>`
    ${companionsOf(realmId, guestId)}`.execute(db)
  return new Set([guestId, ...rows.map((row) => row.user_id)])
}

/** Guests among these users who may not know of one of these accounts at least. */
export async function listStrangers(
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
 * Guests of a realm that does not let them know everybody who are subscribed to these streams.
 * @param orUserIds others who count for subscribed to all of them, if they are such guests
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

/** Accounts that are subscribed to one of these streams, deactivated ones too. */
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

export async function listGuestIds(db: Queryable, realmId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('role', '=', roles.guest)
    .where('deactivated_at', 'is', null)
    .execute()
  return rows.map((row) => row.id)
}
