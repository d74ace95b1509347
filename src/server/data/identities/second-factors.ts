import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { TotpSecretRow } from '../schema'

/** An account, by the primary key of `users`. */
export interface AccountKey {
  realmId: number
  userId: number
}

/** The authenticator app of an account; undefined if it has none. */
export async function findTotp(
  db: Queryable,
  { realmId, userId }: AccountKey,
): Promise<TotpSecretRow | undefined> {
  return db
    .selectFrom('totp_secrets')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Stores the authenticator app of an account, in the place of an earlier one. */
export async function putTotp(
  tx: Tx,
  { realmId, userId }: AccountKey,
  totp: Pick<TotpSecretRow, 'sealed_secret' | 'last_step'>,
): Promise<void> {
  const set = { ...totp, created_at: tx.now }
  await tx
    .insertInto('totp_secrets')
    .values({ realm_id: realmId, user_id: userId, ...set })
    .onConflict((conflict) => conflict.columns(['realm_id', 'user_id']).doUpdateSet(set))
    .execute()
}

/**
 * Accepts the code of a step of 30 seconds, unless it or a later one was accepted before; of several simultaneous calls one
 * succeeds.
 */
export async function acceptStep(
  tx: Tx,
  { realmId, userId }: AccountKey,
  step: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Replaces all recovery codes of an account. */
export async function replaceRecoveryCodes(
  tx: Tx,
  { realmId, userId }: AccountKey,
  hashes: readonly string[],
): Promise<void> {
  await deleteRecoveryCodes(tx, { realmId, userId })
  await tx
    .insertInto('recovery_codes')
    .values(
      hashes.map((code_hash) => ({
        ...{ realm_id: realmId, user_id: userId, code_hash, created_at: tx.now },
      })),
    )
    .execute()
}

/** Uses a recovery code up; of several simultaneous calls one succeeds. */
export async function takeRecoveryCode(
  tx: Tx,
  { realmId, userId }: AccountKey,
  hash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: tx.now })
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The number of recovery codes that still work. */
export async function countRecoveryCodes(
  db: Queryable,
  { realmId, userId }: AccountKey,
): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

async function deleteRecoveryCodes(tx: Tx, { realmId, userId }: AccountKey): Promise<void> {
  await tx
    .deleteFrom('recovery_codes')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Deletes authenticator app and recovery codes of an account.
 * @returns whether there was an app
 */
export async function deleteSecondFactor(tx: Tx, account: AccountKey): Promise<boolean> {
  await deleteRecoveryCodes(tx, account)
  const { numDeletedRows } = await tx
    .deleteFrom('totp_secrets')
    .where('realm_id', '=', account.realmId)
    .where('user_id', '=', account.userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Whether somebody in a realm has an authenticator app or a passkey. */
export async function hasSecondFactors(db: Queryable, realmId: number): Promise<boolean> {
  const { found } = await db
    .selectNoFrom(
      sql<boolean>`
        exists (select from totp_secrets where realm_id = ${realmId})
        or exists (select from passkeys where realm_id = ${realmId})`.as('found'),
    )
    .executeTakeFirstOrThrow()
  return found
}
