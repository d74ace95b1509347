import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { rememberAccountChange } from '../engine/transaction-effects'

/* `users.muter_ids` of a muted account lists the users who muted it: callers lock both accounts. */

export interface MutedUser {
  muted_user_id: number
  muted_at: Date
}

export async function listMutedUsers(
  db: Queryable,
  realmId: number,
  userId: number,
): Promise<MutedUser[]> {
  return db
    .selectFrom('muted_users')
    .select(['muted_user_id', 'muted_at'])
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .orderBy('muted_user_id')
    .execute()
}

/** Mutes a user for another; returns false if they were already muted. */
export async function insertMutedUser(
  tx: Tx,
  realmId: number,
  userId: number,
  { muted_user_id, muted_at }: MutedUser,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('muted_users')
    .values({ realm_id: realmId, user_id: userId, muted_user_id, muted_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning(sql<number>`1`.as('one'))
    .executeTakeFirst()
  if (inserted) rememberAccountChange(tx, { realmId, userIds: [muted_user_id] })
  return inserted !== undefined
}

/** Unmutes a user for another; returns whether they were muted. */
export async function deleteMutedUser(
  tx: Tx,
  realmId: number,
  userId: number,
  mutedUserId: number,
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('muted_users')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('muted_user_id', '=', mutedUserId)
    .returning('muted_user_id')
    .executeTakeFirst()
  if (deleted) rememberAccountChange(tx, { realmId, userIds: [mutedUserId] })
  return deleted !== undefined
}
