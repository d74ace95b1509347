import { sql } from 'kysely'
import type { Insertable, Updateable } from 'kysely'
import { bumpAlertWordsVersion } from './alert-words'
import type { Queryable, Tx } from '../engine/database'
import { rememberAccountChange } from '../engine/transaction-effects'
import { revokeConfirmations } from '../mail/confirmations'
import { deleteApiKeys } from './api-keys'
import { deleteSessions } from './sessions'
import { roles } from '../../../shared/rules/roles'
import type { StreamRow, UserRow, UsersTable } from '../schema'
import type { Role } from '../../../shared/rules/roles'

/*
 * Creates, changes and deactivates accounts. Several of these changes depend on other accounts (is
 * there another owner? who owns this bot?): for those, callers hold the lock of `lockAccounts`.
 */

/**
 * Serializes changes to the accounts of a realm until the transaction ends. Messages and
 * subscriptions do not wait for it.
 */
export async function lockAccounts(tx: Tx, realmId: number): Promise<void> {
  await tx
    .selectFrom('realms')
    .select('id')
    .where('id', '=', realmId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Locks accounts in the order of their ids, which all callers share. */
export async function lockUsers(tx: Tx, realmId: number, ids: readonly number[]): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Locks an account, to serialize changes to it. */
export async function lockUser(tx: Tx, realmId: number, id: number): Promise<UserRow | undefined> {
  return (
    tx
      .selectFrom('users')
      .selectAll()
      .where('realm_id', '=', realmId)
      .where('id', '=', id)
      // Weaker than `for update`: rows that refer to the account need not wait.
      .forNoKeyUpdate()
      .executeTakeFirst()
  )
}

/**
 * Confirmations that must stop working when the account gets a new password or is deactivated.
 */
const kindsOfLinks = [
  ...['password_reset', 'email_change', 'second_factor', 'second_factor_setup', 'login_code'],
]

/** Creates an account; undefined if the email is taken, as a visible email or as an address. */
export async function insertUser(
  tx: Tx,
  user: Insertable<UsersTable>,
): Promise<UserRow | undefined> {
  const created = await tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (created) rememberAccountChange(tx, { realmId: created.realm_id, userIds: [created.id] })
  return created
}

/**
 * Changes an account. A new password ends its sessions and revokes links that could change the
 * password.
 * @param keepSession id of a session to keep: that of the user who chose the password
 */
export async function updateUser(
  tx: Tx,
  { realm_id: realmId, id }: Pick<UserRow, 'realm_id' | 'id'>,
  changes: Updateable<UsersTable>,
  { keepSession }: { keepSession?: number | undefined } = {},
): Promise<UserRow> {
  const revokesKeys = changes.api_key === undefined ? {} : { revokesKeys: true as const }
  rememberAccountChange(tx, { realmId, userIds: [id], ...revokesKeys })
  const changed = await tx
    .updateTable('users')
    .set(changes)
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  // The row is locked now, so no session can begin with the old password.
  if (changes.password_hash !== undefined) {
    await deleteSessions(tx, realmId, { userIds: [id], exceptId: keepSession })
    await revokeConfirmations(tx, { realmId, kinds: kindsOfLinks, userIds: [id] })
  }
  return changed
}

/**
 * Replaces the hash of a password by a newer hash of the same password, unless the password was
 * changed meanwhile.
 * @returns whether it did
 */
export async function replacePasswordHash(
  tx: Tx,
  user: { realmId: number; id: number; before: string; password_hash: string },
): Promise<boolean> {
  rememberAccountChange(tx, { realmId: user.realmId, userIds: [user.id] })
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: user.password_hash })
    .where('realm_id', '=', user.realmId)
    .where('id', '=', user.id)
    .where('password_hash', '=', user.before)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Changes the role of accounts, and returns the changed accounts by ascending id. */
export async function updateRoles(
  tx: Tx,
  realmId: number,
  ids: readonly number[],
  role: Role,
): Promise<UserRow[]> {
  rememberAccountChange(tx, { realmId, userIds: ids })
  const changed = await tx
    .updateTable('users')
    .set({ role })
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .returningAll()
    .execute()
  return changed.sort((a, b) => a.id - b.id)
}

/**
 * Deactivates accounts and ends their sessions and named keys, or, with null, reactivates them; alert words
 * follow.
 */
export async function setDeactivatedAt(
  tx: Tx,
  realmId: number,
  ids: readonly number[],
  deactivatedAt: Date | null,
): Promise<void> {
  rememberAccountChange(tx, { realmId, userIds: ids })
  await tx
    .updateTable('users')
    .set({ deactivated_at: deactivatedAt })
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()
  if (deactivatedAt) {
    await deleteSessions(tx, realmId, { userIds: ids })
    await deleteApiKeys(tx, realmId, { userIds: ids })
    await revokeConfirmations(tx, { realmId, kinds: kindsOfLinks, userIds: ids })
  }
  await bumpAlertWordsVersion(tx, realmId)
}

/** Active human owners and administrators of a realm, oldest first. */
export async function listAdministrators(db: Queryable, realmId: number): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('role', 'in', [roles.owner, roles.administrator])
    .where('is_bot', '=', false)
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Whether a realm has another active human account. */
export async function hasOtherPeople(
  db: Queryable,
  realmId: number,
  userId: number,
): Promise<boolean> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('id', '<>', userId)
    .where('is_bot', '=', false)
    .where('deactivated_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Whether an active account, other than the excluded one, has this full name, ignoring case. */
export async function isFullNameTaken(
  db: Queryable,
  realmId: number,
  fullName: string,
  exceptId: number | null = null,
): Promise<boolean> {
  const namesake = await db
    .selectFrom('users')
    .select('id')
    .where('realm_id', '=', realmId)
    .where(sql`fold_case(full_name)`, '=', sql`fold_case(${fullName})`)
    .where('deactivated_at', 'is', null)
    .where(sql<boolean>`id is distinct from ${exceptId}::bigint`)
    .limit(1)
    .executeTakeFirst()
  return namesake !== undefined
}

export type SubscribedStreamOf = StreamRow & { user_id: number }

/**
 * Increments the subscriber version of every live stream of these users, since accounts that are
 * activated or deactivated change the subscribers. Returns the changed streams, once per user.
 */
export async function bumpVersionsOfSubscribedStreams(
  tx: Tx,
  realmId: number,
  userIds: readonly number[],
): Promise<SubscribedStreamOf[]> {
  const result = await sql<SubscribedStreamOf>`
    with subscribed as (
      select stream_id, user_id from subscriptions
      where realm_id = ${realmId} and user_id = any(${[...userIds]}::bigint[]) and active
    ), locked as (
      -- in the lock order that all callers share
      select id from streams
      where realm_id = ${realmId} and id in (select stream_id from subscribed)
      order by id for no key update
    ), bumped as (
      update streams set subscribers_version = subscribers_version + 1
      where realm_id = ${realmId} and id in (select id from locked)
      returning *
    )
    select bumped.*, subscribed.user_id
    from bumped join subscribed on subscribed.stream_id = bumped.id
    order by bumped.id, subscribed.user_id`.execute(tx)
  return result.rows
}

/** Ids of all active accounts of a realm. */
export async function listActiveUserIds(tx: Tx, realmId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Claims the warning to the owner of a bot; at most one per minute. Returns whether the caller may
 * warn.
 */
export async function claimOwnerWarning(tx: Tx, realmId: number, botId: number): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ owner_warned_at: sql<Date>`now()` })
    .where('realm_id', '=', realmId)
    .where('id', '=', botId)
    .where((eb) =>
      eb.or([
        eb('owner_warned_at', 'is', null),
        eb('owner_warned_at', '<', sql<Date>`now() - interval '60 seconds'`),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  if (row) rememberAccountChange(tx, { realmId, userIds: [botId] })
  return row !== undefined
}
