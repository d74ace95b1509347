import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * The definition of `sources (source)` for a `with recursive`: all sources that an organization was imported from. They are
 * found by their order in the index of keys, so that the number of keys does not count. Its last row is null.
 */
export function sourcesOf(realmId: number): RawBuilder<unknown> {
  const next = (after: string) => sql`(
    select source from import_keys where realm_id = ${realmId} and source > ${sql.raw(after)}
    order by source limit 1)`
  return sql`sources (source) as (
    select ${next("''")} as source
    union all
    select ${next('sources.source')} from sources where sources.source is not null
  )`
}

/** Condition on a source: it is of a kind, such as `slack`. */
export function isSourceOf(kind: string): RawBuilder<boolean> {
  return sql<boolean>`starts_with(sources.source, ${`${kind}:`})`
}
