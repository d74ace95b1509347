import type { DatedQueryable, Queryable, Tx } from '../engine/database'
import { userStatusColumns } from '../engine/row-columns'
import type { UserStatusRow } from '../schema'

/** The parts of a status; all empty means no status. */
export type StatusParts = Omit<UserStatusRow, 'realm_id' | 'user_id'>

export async function findUserStatus(
  db: Queryable,
  realmId: number,
  userId: number,
): Promise<UserStatusRow | undefined> {
  return db
    .selectFrom('user_statuses')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function listUserStatuses(db: Queryable, realmId: number): Promise<UserStatusRow[]> {
  return db
    .selectFrom('user_statuses')
    .select(userStatusColumns)
    .where('realm_id', '=', realmId)
    .execute()
}

export async function setUserStatus(
  tx: Tx,
  realmId: number,
  userId: number,
  { status_text, emoji_name, emoji_code, reaction_type, ends_at }: StatusParts,
): Promise<void> {
  const parts = { status_text, emoji_name, emoji_code, reaction_type, ends_at }
  await tx
    .insertInto('user_statuses')
    .values({ realm_id: realmId, user_id: userId, ...parts })
    .onConflict((conflict) => conflict.columns(['realm_id', 'user_id']).doUpdateSet(parts))
    .execute()
}

export async function deleteUserStatus(tx: Tx, realmId: number, userId: number): Promise<void> {
  await tx
    .deleteFrom('user_statuses')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .execute()
}

/** Users whose status has ended, those first whose ended first. */
export async function listEndedStatuses(
  db: DatedQueryable,
  most: number,
): Promise<Pick<UserStatusRow, 'realm_id' | 'user_id'>[]> {
  return db
    .selectFrom('user_statuses')
    .select(['realm_id', 'user_id'])
    .where('ends_at', '<=', db.now)
    .orderBy('ends_at')
    .limit(most)
    .execute()
}
