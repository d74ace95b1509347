import type { Queryable, Tx } from '../engine/database'

/** A web page that can run code of a language. */
export interface RealmPlayground {
  id: number
  name: string
  pygments_language: string
  /** URL template (RFC 6570) whose one variable is `code`. */
  url_template: string
}

/** Playgrounds of a realm, the oldest first. */
export async function listRealmPlaygrounds(
  db: Queryable,
  realmId: number,
): Promise<RealmPlayground[]> {
  return db
    .selectFrom('realm_playgrounds')
    .select(['id', 'name', 'pygments_language', 'url_template'])
    .where('realm_id', '=', realmId)
    .orderBy('id')
    .execute()
}

/** Adds a playground and returns its id; undefined if its language has one with this name. */
export async function insertRealmPlayground(
  tx: Tx,
  realmId: number,
  playground: Omit<RealmPlayground, 'id'>,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('realm_playgrounds')
    .values({ realm_id: realmId, ...playground })
    .onConflict((conflict) =>
      conflict.columns(['realm_id', 'pygments_language', 'name']).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Returns whether the playground existed. */
export async function deleteRealmPlayground(tx: Tx, realmId: number, id: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('realm_playgrounds')
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
