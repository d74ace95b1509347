import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { rememberAccountChange } from '../engine/transaction-effects'
import type { ApiKeyRow, ApiKeysTable } from '../schema'

/** The named keys of an account, the oldest first; expired ones are among them. */
export async function listApiKeys(
  db: Queryable,
  { realmId, userId }: { realmId: number; userId: number },
): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

export async function insertApiKey(
  tx: Tx,
  key: Omit<Insertable<ApiKeysTable>, 'created_at'>,
): Promise<ApiKeyRow> {
  return tx
    .insertInto('api_keys')
    .values({ ...key, created_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Updates the last use of a key. */
export async function touchApiKey(
  db: Queryable,
  { realmId, id, now }: { realmId: number; id: number; now: Date },
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}

/** The named keys to revoke: those of accounts, or some of them. */
export interface WhichApiKeys {
  userIds: readonly number[]
  ids?: readonly number[]
}

/**
 * Revokes named keys; the transaction returns only after all workers have stopped accepting them.
 * @returns the revoked keys
 */
export async function deleteApiKeys(
  tx: Tx,
  realmId: number,
  { userIds, ids }: WhichApiKeys,
): Promise<ApiKeyRow[]> {
  let statement = tx
    .deleteFrom('api_keys')
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`user_id = any(${[...userIds]}::bigint[])`)
    .returningAll()
  if (ids) statement = statement.where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
  const revoked = await statement.execute()
  if (revoked.length > 0) {
    const owners = [...new Set(revoked.map((key) => key.user_id))]
    const revokedKeys = revoked.map(({ id }) => id)
    rememberAccountChange(tx, { realmId, userIds: owners, revokedKeys })
  }
  return revoked
}
