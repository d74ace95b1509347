import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { unseenText } from '../engine/planning'
import { rowsAs } from '../engine/rows'

/** An organization here, and the one that an archive is from. */
export interface ImportScope {
  realmId: number
  source: string
}

/** A record of a source, and the id of its row here. */
export interface ImportKey {
  key: string
  id: number
  /** The order of a message in its source; other records have none. */
  position?: number
}

/**
 * Ids of the records that were imported before, by key, in the order of the keys. One statement, which looks for each
 * key in the primary key whatever the statistics say: in a first import they are from before, and a join, a list of keys
 * or the smaller index of messages by position would read all keys of the kind.
 */
export async function findImported(
  db: Queryable,
  { realmId, source }: ImportScope,
  kind: string,
  keys: readonly string[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ key: string; id: number }>`
    select wanted.key, known.id
    from unnest(${[...new Set(keys)]}::text[]) with ordinality as wanted (key, place)
    cross join lateral (
      select id from import_keys
      where realm_id = ${realmId} and source = ${source} and kind = ${unseenText(kind)}
        and key = wanted.key
      limit 1) known
    order by wanted.place`.execute(db)
  return new Map(rows.map((row) => [row.key, row.id]))
}

/** Remembers records as imported, and answers the keys that were not yet. */
export async function claimKeys(
  tx: Tx,
  { realmId, source }: ImportScope,
  kind: string,
  keys: readonly ImportKey[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const given = keys.map(({ key, id, position = null }) => ({ key, id, at: position }))
  const { rows } = await sql<{ key: string }>`
    insert into import_keys (realm_id, source, kind, key, id, position)
    select ${realmId}, ${source}, ${kind}, key, id, at
    from ${rowsAs('given', given, { key: 'text', id: 'bigint', at: 'bigint' })}
    on conflict do nothing
    returning key`.execute(tx)
  return new Set(rows.map((row) => row.key))
}
