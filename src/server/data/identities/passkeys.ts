import type { Insertable } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { PasskeyRow, PasskeysTable } from '../schema'
import type { AccountKey } from './second-factors'

/** The passkeys of an account, the oldest first. */
export async function listPasskeys(
  db: Queryable,
  { realmId, userId }: AccountKey,
): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** @param credentialId base64url */
export async function findPasskey(
  db: Queryable,
  realmId: number,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/** @returns undefined if the realm has the credential already */
export async function insertPasskey(
  tx: Tx,
  passkey: Omit<Insertable<PasskeysTable>, 'created_at'>,
): Promise<PasskeyRow | undefined> {
  return tx
    .insertInto('passkeys')
    .values({ ...passkey, created_at: tx.now })
    .onConflict((conflict) => conflict.columns(['realm_id', 'credential_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/**
 * Notes the use of a passkey, whose counter must have grown unless it does not count; of simultaneous uses of one signature one
 * succeeds.
 *
 * @returns whether it did: a counter that goes back is one of a copy
 */
export async function notePasskeyUse(
  tx: Tx,
  { realm_id: realmId, id }: Pick<PasskeyRow, 'realm_id' | 'id'>,
  { counter, isBackedUp }: { counter: number; isBackedUp: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, is_backed_up: isBackedUp, last_used_at: tx.now })
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .where((where) => (counter === 0 ? where('counter', '=', 0) : where('counter', '<', counter)))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** @returns undefined if the account has no such passkey */
export async function renamePasskey(
  tx: Tx,
  { realmId, userId }: AccountKey,
  { id, name }: { id: number; name: string },
): Promise<PasskeyRow | undefined> {
  return tx
    .updateTable('passkeys')
    .set({ name })
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** @returns undefined if the account has no such passkey */
export async function deletePasskey(
  tx: Tx,
  { realmId, userId }: AccountKey,
  id: number,
): Promise<PasskeyRow | undefined> {
  return tx
    .deleteFrom('passkeys')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
