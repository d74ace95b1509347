import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { LinkifierRow } from '../schema'

/** Linkifiers of a realm, in the order in which they are tried. */
export async function listLinkifierRows(db: Queryable, realmId: number): Promise<LinkifierRow[]> {
  return db
    .selectFrom('realm_linkifiers')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Adds a linkifier and returns its id; undefined if the pattern exists. */
export async function insertLinkifierRow(
  tx: Tx,
  linkifier: Pick<LinkifierRow, 'realm_id' | 'pattern' | 'url_template' | 'position'>,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('realm_linkifiers')
    .values(linkifier)
    .onConflict((conflict) => conflict.expression(sql`realm_id, md5(pattern)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function updateLinkifierRow(
  tx: Tx,
  realmId: number,
  id: number,
  changes: Pick<LinkifierRow, 'pattern' | 'url_template'>,
): Promise<void> {
  await tx
    .updateTable('realm_linkifiers')
    .set(changes)
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}

export async function deleteLinkifierRow(tx: Tx, realmId: number, id: number): Promise<void> {
  await tx
    .deleteFrom('realm_linkifiers')
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}

/**
 * Claims the warning to the administrators of a realm about slow linkifiers. Returns false if they
 * were already warned about this version, or if there is a newer one.
 */
export async function claimLinkifierWarning(
  tx: Tx,
  realmId: number,
  version: string,
): Promise<boolean> {
  const row = await tx
    .updateTable('realms')
    .set({ linkifiers_warned_version: version })
    .where('id', '=', realmId)
    .where('linkifiers_version', '=', version)
    .where((eb) => eb('linkifiers_warned_version', 'is distinct from', version))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
