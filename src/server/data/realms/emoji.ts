import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { RealmEmojiRow, RealmEmojiTable } from '../schema'

/** Adds an emoji; undefined if an active one has the name. */
export async function insertRealmEmoji(
  tx: Tx,
  emoji: Insertable<RealmEmojiTable>,
): Promise<RealmEmojiRow | undefined> {
  return tx
    .insertInto('realm_emoji')
    .values(emoji)
    .onConflict((conflict) =>
      conflict.columns(['realm_id', 'name']).where('deactivated_at', 'is', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
}

/** @param nameOrId name of an active emoji, or id of any emoji */
export async function findRealmEmoji(
  db: Queryable,
  realmId: number,
  nameOrId: string | number,
): Promise<RealmEmojiRow | undefined> {
  const emoji = db.selectFrom('realm_emoji').selectAll().where('realm_id', '=', realmId)
  return typeof nameOrId === 'number'
    ? emoji.where('id', '=', nameOrId).executeTakeFirst()
    : emoji.where('name', '=', nameOrId).where('deactivated_at', 'is', null).executeTakeFirst()
}

/** Active emoji with one of these names. */
export async function listRealmEmojiNamed(
  db: Queryable,
  realmId: number,
  names: readonly string[],
): Promise<RealmEmojiRow[]> {
  return db
    .selectFrom('realm_emoji')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`name = any(${[...names]}::text[])`)
    .where('deactivated_at', 'is', null)
    .execute()
}

/** All emoji of a realm, deactivated ones included, oldest first. */
export async function listRealmEmoji(db: Queryable, realmId: number): Promise<RealmEmojiRow[]> {
  return db
    .selectFrom('realm_emoji')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('id')
    .execute()
}

export async function deactivateRealmEmoji(tx: Tx, realmId: number, id: number): Promise<void> {
  await tx
    .updateTable('realm_emoji')
    .set({ deactivated_at: tx.now })
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}
