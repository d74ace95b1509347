import { sql } from 'kysely'
import type { Insertable, Updateable } from 'kysely'
import { bumpAlertWordsVersion } from './alert-words'
import type { Queryable, Tx } from '../engine/database'
import { rememberAccountChange } from '../engine/transaction-effects'
import { revokeConfirmations } from '../mail/confirmations'
import { deleteSessions } from './sessions'
import { roles } from '../schema'
import type { Role, StreamRow, UserRow, UsersTable } from '../schema'

/*
 * What makes, changes and ends accounts. Several of these changes depend on other accounts (is
 * there another owner? who owns this bot?): callers hold the lock of `lockAccounts` then.
 */

/**
 * Makes changes to the accounts of a realm happen one after the other until the transaction
 * ends. Messages and subscriptions do not wait for it.
 */
export async function lockAccounts(tx: Tx, realmId: number): Promise<void> {
  await tx
    .selectFrom('realms')
    .select('id')
    .where('id', '=', realmId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Locks accounts in the order of their ids, in which everybody does. */
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

/** Locks one account, so that changes to it happen one after the other. */
export async function lockUser(tx: Tx, realmId: number, id: number): Promise<UserRow | undefined> {
  return (
    tx
      .selectFrom('users')
      .selectAll()
      .where('realm_id', '=', realmId)
      .where('id', '=', id)
      // The account keeps its key columns: rows that refer to it need not wait.
      .forNoKeyUpdate()
      .executeTakeFirst()
  )
}

/** What somebody may do with an account by a link that was sent: no more once it is somebody else's, or nobody's. */
const kindsOfLinks = ['password_reset', 'email_change']

/** Makes an account; undefined when the email is taken, as an address or in its place. */
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
 * Changes an account. A new password ends its sessions, and links that could give it another.
 * @param keepSession the session that stays all the same: that of whoever chose the password
 */
export async function updateUser(
  tx: Tx,
  realmId: number,
  id: number,
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
  // Now that the row is locked, no session begins with the old password any more.
  if (changes.password_hash !== undefined) {
    await deleteSessions(tx, realmId, { userIds: [id], exceptId: keepSession })
    await revokeConfirmations(tx, { realmId, kinds: kindsOfLinks, userIds: [id] })
  }
  return changed
}

/**
 * Replaces the hash of a password by another of the same one, unless it has just been changed.
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

/** Gives accounts a role, and answers them as they are then, by ascending id. */
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
 * Deactivates the accounts, which ends their sessions, or with null brings them back, with their alert
 * words.
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
    await revokeConfirmations(tx, { realmId, kinds: kindsOfLinks, userIds: ids })
  }
  await bumpAlertWordsVersion(tx, realmId)
}

/** Active people among the owners and administrators of a realm, oldest first. */
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

/** Whether a realm has an active person beside this one. */
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

/** Whether an active account, other than the excepted one, bears this full name, ignoring case. */
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
    .where(sql`lower(full_name)`, '=', sql`lower(${fullName})`)
    .where('deactivated_at', 'is', null)
    .where(sql<boolean>`id is distinct from ${exceptId}::bigint`)
    .limit(1)
    .executeTakeFirst()
  return namesake !== undefined
}

export type SubscribedStreamOf = StreamRow & { user_id: number }

/**
 * Counts up the version of every live stream that these users are subscribed to: accounts that
 * come or go change who its subscribers are. Answers the streams as they are now, once per user.
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
      -- in the order in which everybody locks streams
      select id from streams
      where realm_id = ${realmId} and deactivated_at is null
        and id in (select stream_id from subscribed)
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
 * Notes that the owner of a bot is warned now, unless that happened in the last minute.
 * Answers whether the caller may warn.
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
