import type { Queryable, Tx } from '../engine/database'

/** The grants of a person that the rules of a provider gave, and withdraw again. */
export interface ClaimGrants {
  /** The role that was given last. */
  role?: number
  streamIds?: readonly number[]
  fieldIds?: readonly number[]
}

/** A person at a provider. */
export interface Grantee {
  realmId: number
  userId: number
  slug: string
}

/** @returns undefined if the rules of the provider have given nothing yet */
export async function findClaimGrants(
  db: Queryable,
  { realmId, userId, slug }: Grantee,
): Promise<ClaimGrants | undefined> {
  const row = await db
    .selectFrom('claim_grants')
    .select('granted')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('provider_slug', '=', slug)
    .executeTakeFirst()
  return row?.granted as ClaimGrants | undefined
}

export async function storeClaimGrants(
  tx: Tx,
  { realmId, userId, slug }: Grantee,
  grants: ClaimGrants,
): Promise<void> {
  const granted = { ...grants }
  await tx
    .insertInto('claim_grants')
    .values({ realm_id: realmId, user_id: userId, provider_slug: slug, granted })
    .onConflict((conflict) =>
      conflict.columns(['realm_id', 'user_id', 'provider_slug']).doUpdateSet({ granted }),
    )
    .execute()
}

/** Forgets the grants of a removed provider; people keep what they have. */
export async function deleteClaimGrants(tx: Tx, realmId: number, slug: string): Promise<void> {
  await tx
    .deleteFrom('claim_grants')
    .where('realm_id', '=', realmId)
    .where('provider_slug', '=', slug)
    .execute()
}
