import { sql } from 'kysely'
import type { Role } from '../../../shared/rules/roles'
import { rowsPerTurn, slicesOf } from '../../lib/turns'
import type { Queryable } from '../engine/database'
import { columnsIn, userColumns } from '../engine/row-columns'
import type { UserRow } from '../schema'

export type UserWithBotOwner = UserRow & { bot_owner_email: string | null }

/**
 * All accounts of the realm, including deactivated ones and system bots.
 * @param ids only these; default: all
 */
export async function listUsers(
  db: Queryable,
  realmId: number,
  ids?: readonly number[],
): Promise<UserWithBotOwner[]> {
  const users: UserWithBotOwner[] = []
  if (ids) {
    const ascending = [...new Set(ids)].sort((a, b) => a - b)
    for (const slice of slicesOf(ascending)) {
      users.push(...(await listUsersAfter(db, realmId, 0, slice)))
    }
    return users
  }
  for (;;) {
    const slice = await listUsersAfter(db, realmId, users.at(-1)?.id ?? 0)
    users.push(...slice)
    if (slice.length < rowsPerTurn) return users
  }
}

/** The next accounts of the realm by ascending id: the rows of one turn. */
async function listUsersAfter(
  db: Queryable,
  realmId: number,
  afterId: number,
  ids?: readonly number[],
): Promise<UserWithBotOwner[]> {
  return db
    .selectFrom('users')
    .leftJoin('users as owner', (join) =>
      join
        .onRef('owner.realm_id', '=', 'users.realm_id')
        .onRef('owner.id', '=', 'users.bot_owner_id'),
    )
    .select(columnsIn('users', userColumns))
    .select('owner.email as bot_owner_email')
    .where('users.realm_id', '=', realmId)
    .where('users.id', '>', afterId)
    .$if(ids !== undefined, (query) =>
      query.where(sql<boolean>`users.id = any(${[...(ids ?? [])]}::bigint[])`),
    )
    .orderBy('users.id')
    .limit(rowsPerTurn)
    .execute()
}

/** Accounts with a hidden address, including deactivated ones. */
export async function listUsersWithHiddenAddress(
  db: Queryable,
  realmId: number,
): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('delivery_email', 'is not', null)
    .orderBy('id')
    .execute()
}

/** Subscribers of a stream who turned typing notifications off. */
export async function listSubscribersNotToldOfTyping(
  db: Queryable,
  realmId: number,
  streamId: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select users.id from users
    join subscriptions tie on tie.realm_id = users.realm_id and tie.user_id = users.id
      and tie.stream_id = ${streamId} and tie.active
    where users.realm_id = ${realmId}
      and users.settings @> '{"receives_typing_notifications": false}'`.execute(db)
  return rows.map((row) => row.id)
}

/** The active users among these ids, with their roles. */
export async function listActiveAmong(
  db: Queryable,
  realmId: number,
  ids: readonly number[],
): Promise<Pick<UserRow, 'id' | 'role'>[]> {
  return db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .where('deactivated_at', 'is', null)
    .execute()
}

/** Full names of the active accounts of a realm, except one. */
export async function listActiveNames(
  db: Queryable,
  realmId: number,
  exceptId: number | null = null,
): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('full_name')
    .where('realm_id', '=', realmId)
    .where('deactivated_at', 'is', null)
    .where(sql<boolean>`id is distinct from ${exceptId}::bigint`)
    .execute()
  return rows.map((row) => row.full_name)
}

/** Ids of all bots of a realm. */
export async function listBotIds(db: Queryable, realmId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('is_bot', '=', true)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Active people and bots of a role. */
export async function listIdsOfRole(db: Queryable, realmId: number, role: Role): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('role', '=', role)
    .where('deactivated_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}
