import type { Queryable, Tx } from '../engine/database'

/** Names of the onboarding hints that a user has seen. */
export async function listSeenSteps(
  db: Queryable,
  realmId: number,
  userId: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('onboarding_steps')
    .select('name')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ name }) => name)
}

/** Records that a user has seen a hint; returns whether that is new. */
export async function insertSeenStep(
  tx: Tx,
  realmId: number,
  userId: number,
  name: string,
): Promise<boolean> {
  const row = await tx
    .insertInto('onboarding_steps')
    .values({ realm_id: realmId, user_id: userId, name })
    .onConflict((conflict) => conflict.columns(['realm_id', 'user_id', 'name']).doNothing())
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}
