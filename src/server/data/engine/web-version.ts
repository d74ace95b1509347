import { sql } from 'kysely'
import type { Queryable, Tx } from './database'

/** The version of the web app that all workers serve; undefined before the first one. */
export async function findServedWebVersion(db: Queryable): Promise<string | undefined> {
  const { rows } = await sql<{ version: string }>`select version from web_versions`.execute(db)
  return rows[0]?.version
}

/**
 * Records the version that all workers serve.
 * @returns whether it replaces another version, whose pages may still be open; true for only one of
 *   several workers that record it at once
 */
export async function replaceServedWebVersion(tx: Tx, version: string): Promise<boolean> {
  const { rows: added } = await sql`
    insert into web_versions (version) values (${version})
    on conflict do nothing returning version`.execute(tx)
  if (added.length > 0) return false
  const { rows: changed } = await sql`
    update web_versions set version = ${version}, served_since = now()
    where version <> ${version} returning version`.execute(tx)
  return changed.length > 0
}
