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

/** The uploaded pictures of a realm; undefined if the realm does not exist. */
export async function findRealmPictures(
  db: Queryable,
  id: number,
): Promise<RealmRow['pictures'] | undefined> {
  const realm = await db
    .selectFrom('realms')
    .select('pictures')
    .where('id', '=', id)
    .executeTakeFirst()
  return realm?.pictures
}

/** Creates a realm; undefined if the string id is taken. */
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

/** All realms, with the number of their active people. */
export async function listRealms(
  db: Queryable,
): Promise<{ id: number; string_id: string; name: string; people: number }[]> {
  return db
    .selectFrom('realms')
    .leftJoin('users', (join) =>
      join
        .onRef('users.realm_id', '=', 'realms.id')
        .on('users.is_bot', '=', false)
        .on('users.deactivated_at', 'is', null),
    )
    .select(['realms.id', 'realms.string_id', 'realms.name'])
    .select(({ fn }) => fn.count<number>('users.id').as('people'))
    .groupBy(['realms.id', 'realms.string_id', 'realms.name'])
    .orderBy('realms.id')
    .execute()
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
 * Unsets the stream for announcements of new streams if it is one of these. Returns whether it was.
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

/**
 * Unsets the settings of a realm that name one of these streams. Returns the names of these
 * settings.
 */
export async function clearStreamSettings<Name extends string>(
  tx: Tx,
  id: number,
  names: readonly Name[],
  streamIds: readonly number[],
): Promise<Name[]> {
  const named = sql`
    array(select each.key from jsonb_each(settings) each
      where each.key = any(${[...names]}::text[])
        and each.value in (select to_jsonb(stream_id) from unnest(${[...streamIds]}::bigint[]) stream_id))`
  const realm = await tx
    .selectFrom('realms')
    .select(sql<Name[]>`${named}`.as('names'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (realm.names.length === 0) return []
  await tx
    .updateTable('realms')
    .set({ settings: sql`settings - ${realm.names}::text[]` })
    .where('id', '=', id)
    .execute()
  rememberAccountChange(tx, { realmId: id, userIds: null })
  return realm.names
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
