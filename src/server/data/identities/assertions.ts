import type { Tx } from '../engine/database'

/** An assertion of SAML that is accepted. */
export interface UsedAssertion {
  realmId: number
  digest: string
  expiresAt: Date
}

/** Records that an assertion is used. @returns false if another login has used it */
export async function useAssertion(
  tx: Tx,
  { realmId, digest, expiresAt }: UsedAssertion,
): Promise<boolean> {
  const row = await tx
    .insertInto('used_assertions')
    .values({ realm_id: realmId, digest, expires_at: expiresAt })
    .onConflict((conflict) => conflict.columns(['realm_id', 'digest']).doNothing())
    .returning('digest')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the assertions of a realm that are refused for their age. */
export async function deleteExpiredAssertions(tx: Tx, realmId: number): Promise<void> {
  await tx
    .deleteFrom('used_assertions')
    .where('realm_id', '=', realmId)
    .where('expires_at', '<', tx.now)
    .execute()
}
