import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { DatedQueryable, Queryable, Tx } from '../engine/database'
import type { ConfirmationRow, ConfirmationsTable } from '../schema'

/** Days after their expiry during which links are kept, so that their outcome can be looked up. */
const keptDays = 30

export async function insertConfirmation(
  tx: Tx,
  confirmation: Insertable<ConfirmationsTable>,
): Promise<ConfirmationRow> {
  return tx
    .insertInto('confirmations')
    .values(confirmation)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** {@link insertConfirmation} for several; at least one. */
export async function insertConfirmations(
  tx: Tx,
  confirmations: readonly Insertable<ConfirmationsTable>[],
): Promise<void> {
  await tx.insertInto('confirmations').values(confirmations).execute()
}

/** A token as a client sends it. */
export interface WhichConfirmation {
  realmId: number
  kind: string
  tokenHash: string
}

/** The confirmation of a token, if it is unused, not revoked and not expired. */
export async function findConfirmation(
  db: DatedQueryable,
  which: WhichConfirmation,
): Promise<ConfirmationRow | undefined> {
  return db
    .selectFrom('confirmations')
    .selectAll()
    .where('realm_id', '=', which.realmId)
    .where('kind', '=', which.kind)
    .where('token_hash', '=', which.tokenHash)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', db.now)
    .executeTakeFirst()
}

/** Marks a token as used; undefined if it is not valid, or another transaction was first. */
export async function useConfirmation(
  tx: Tx,
  which: WhichConfirmation,
): Promise<ConfirmationRow | undefined> {
  return tx
    .updateTable('confirmations')
    .set({ used_at: tx.now })
    .where('realm_id', '=', which.realmId)
    .where('kind', '=', which.kind)
    .where('token_hash', '=', which.tokenHash)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', tx.now)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Counts a guess at the code that a confirmation waits for.
 * @returns undefined if the token is not valid, or had `most` guesses before
 */
export async function countGuess(
  db: DatedQueryable,
  { realmId, kind, tokenHash }: WhichConfirmation,
  most: number,
): Promise<ConfirmationRow | undefined> {
  const guesses = sql<number>`coalesce((data ->> 'guesses')::int, 0)`
  return db
    .updateTable('confirmations')
    .set({ data: sql`data || jsonb_build_object('guesses', ${guesses} + 1)` })
    .where('realm_id', '=', realmId)
    .where('kind', '=', kind)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', db.now)
    .where(sql<boolean>`${guesses} < ${most}::int`)
    .returningAll()
    .executeTakeFirst()
}

/** A guess of a code. */
export interface Guess {
  realmId: number
  kind: string
  address: string
  /** Hash that binds codes to a browser, in `data`. */
  browser: string
  maxTries: number
}

/**
 * Counts a guess at the code of an address and a browser, before it is compared, so that guesses at the same instant count.
 * @returns the code; undefined if none is left, or all its tries are
 */
export async function countTry(
  tx: Tx,
  { realmId, kind, address, browser, maxTries }: Guess,
): Promise<ConfirmationRow | undefined> {
  const tries = sql`coalesce((data->>'tries')::int, 0)`
  return tx
    .updateTable('confirmations')
    .set({ data: sql`jsonb_set(data, '{tries}', to_jsonb(${tries} + 1))` })
    .where('realm_id', '=', realmId)
    .where('kind', '=', kind)
    .where(sql<boolean>`lower(address) = lower(${address})`)
    .where(sql<boolean>`data->>'browser' = ${browser}`)
    .where(sql<boolean>`${tries} < ${maxTries}`)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', tx.now)
    .returningAll()
    .executeTakeFirst()
}

/** Selects the confirmations to revoke. */
export interface WhichToRevoke {
  realmId: number
  kinds: readonly string[]
  userIds?: readonly number[]
  address?: string
  ids?: readonly number[]
}

/** Revokes unused confirmations. @returns their number */
export async function revokeConfirmations(
  tx: Tx,
  { realmId, kinds, userIds, address, ids }: WhichToRevoke,
): Promise<number> {
  let statement = tx
    .updateTable('confirmations')
    .set({ revoked_at: sql<Date>`now()` })
    .where('realm_id', '=', realmId)
    .where('kind', 'in', [...kinds])
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
  if (userIds) {
    statement = statement.where(sql<boolean>`user_id = any(${[...userIds]}::bigint[])`)
  }
  if (address !== undefined) {
    statement = statement.where(sql<boolean>`lower(address) = lower(${address})`)
  }
  if (ids) statement = statement.where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
  const { numUpdatedRows } = await statement.executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Kinds that strangers make as often as they like; nobody asks for their outcome. */
const shortLived = [
  ...['external_login', 'app_login', 'saml_answer', 'second_factor', 'second_factor_setup'],
  ...['passkey_login', 'passkey_registration', 'login_code'],
]

/** Deletes confirmations that expired more than {@link keptDays} days ago, and logins on their way that have expired. */
export async function deleteOldConfirmations(db: Queryable): Promise<void> {
  await sql`
    delete from confirmations
    where expires_at < now() - make_interval(days => ${keptDays}::int)
      or (expires_at < now() and kind = any(${shortLived}::text[]))`.execute(db)
}
