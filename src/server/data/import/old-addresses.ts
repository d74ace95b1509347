import { sql } from 'kysely'
import type { Queryable } from '../engine/database'

/**
 * The message of a key in any source of a kind, such as `slack`. The sources of an organization are found by their order in
 * the index of keys, so that the number of keys does not count.
 */
export async function findImportedMessage(
  db: Queryable,
  realmId: number,
  { kind, key }: { kind: string; key: string },
): Promise<number | undefined> {
  const next = (after: string) => sql`(
    select source from import_keys where realm_id = ${realmId} and source > ${sql.raw(after)}
    order by source limit 1)`
  const { rows } = await sql<{ id: number }>`
    with recursive sources (source) as (
      select ${next("''")} as source
      union all
      select ${next('sources.source')} from sources where sources.source is not null
    )
    select import_keys.id from sources
    join import_keys on import_keys.realm_id = ${realmId} and import_keys.source = sources.source
      and import_keys.kind = 'message' and import_keys.key = ${key}
    where starts_with(sources.source, ${`${kind}:`})
    order by import_keys.id limit 1`.execute(db)
  return rows[0]?.id
}
