import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import { rememberAccountChange } from '../engine/transaction-effects'
import type { Queryable, Tx } from '../engine/database'
import type { RealmRow, RealmsTable, StreamRow } from '../schema'

export async function findRealmByStringId(
  db: Queryable,
  stringId: string,
): Promise<RealmRow | undefined> {
  return db.selectFrom('realms').selectAll().where('string_id', '=', stringId).executeTakeFirst()
}

export async function getRealm(db: Queryable, id: number): Promise<RealmRow> {
  return db.selectFrom('realms').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Makes a realm; undefined when the string id is taken. */
export async function insertRealm(
  tx: Tx,
  realm: { string_id: string; name: string; description: string },
): Promise<RealmRow | undefined> {
  return tx
    .insertInto('realms')
    .values(realm)
    .onConflict((conflict) => conflict.column('string_id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function updateRealm(
  tx: Tx,
  id: number,
  changes: Updateable<RealmsTable>,
): Promise<void> {
  rememberAccountChange(tx, { realmId: id, userIds: null })
  await tx.updateTable('realms').set(changes).where('id', '=', id).execute()
}

/**
 * Has new streams announced nowhere from now on if that happened in one of these. Answers whether
 * it did.
 */
export async function clearNotificationsStream(
  tx: Tx,
  id: number,
  streamIds: readonly number[],
): Promise<boolean> {
  const changed = await tx
    .updateTable('realms')
    .set({ notifications_stream_id: null })
    .where('id', '=', id)
    .where(sql<boolean>`notifications_stream_id = any(${[...streamIds]}::bigint[])`)
    .returning('id')
    .executeTakeFirst()
  if (changed) rememberAccountChange(tx, { realmId: id, userIds: null })
  return changed !== undefined
}

/** Live streams that new accounts of a realm are subscribed to, by name. */
export async function listDefaultStreams(db: Queryable, realmId: number): Promise<StreamRow[]> {
  return db
    .selectFrom('streams')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('is_default', '=', true)
    .where('deactivated_at', 'is', null)
    .orderBy(sql`name collate "C"`)
    .execute()
}
