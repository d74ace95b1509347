import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { claimKeys, findImported } from './keys'
import type { ImportScope } from './keys'

export interface UnfinishedImport {
  /** Whether it made the organization, which is deactivated until its end. */
  makes_realm: boolean
}

/** The import of a source that has begun and is not finished. */
export async function findUnfinishedImport(
  db: Queryable,
  { realmId, source }: ImportScope,
): Promise<UnfinishedImport | undefined> {
  const { rows } = await sql<UnfinishedImport>`
    select makes_realm from imports
    where realm_id = ${realmId} and source = ${source}`.execute(db)
  return rows[0]
}

/** Marks an import as begun, unless it is. */
export async function beginImport(
  tx: Tx,
  { realmId, source }: ImportScope,
  { makesRealm = false } = {},
): Promise<void> {
  await sql`
    insert into imports (realm_id, source, makes_realm)
    values (${realmId}, ${source}, ${makesRealm}) on conflict do nothing`.execute(tx)
}

/** Kind of the key that remembers which source made the organization. */
const madeRealm = 'made-realm'

/** Remembers that the import of a source makes the organization. */
export async function noteMadeRealm(tx: Tx, scope: ImportScope): Promise<void> {
  await claimKeys(tx, scope, madeRealm, [{ key: madeRealm, id: scope.realmId }])
}

/** Whether an import of the source made the organization. */
export async function hasMadeRealm(db: Queryable, scope: ImportScope): Promise<boolean> {
  return (await findImported(db, scope, madeRealm, [madeRealm])).size > 0
}

/** Ends an import, and deletes the rows that waited for its end. */
export async function endImport(tx: Tx, { realmId, source }: ImportScope): Promise<void> {
  await sql`delete from imports where realm_id = ${realmId} and source = ${source}`.execute(tx)
}
