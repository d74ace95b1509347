import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import { isSourceOf, sourcesOf } from './sources'

/** A row that an address of another server leads to; `conversation` is one of `dm_groups`, `file` one of `uploads`. */
export interface ImportedTarget {
  kind: 'stream' | 'user' | 'conversation' | 'message' | 'file'
  id: number
}

/** The key of an imported record, or `address` and the key of an address that was imported for a row of this kind. */
export interface TargetKey {
  kind: ImportedTarget['kind']
  key: string
  isAddress?: boolean
}

/** The key under which an address is remembered: the kind of its row is a part of the key. */
export function importAddressKey(kind: ImportedTarget['kind'], address: string): string {
  return `${kind}:${address}`
}

/** Max rows of one answer; an organization has few sources. */
const mostTargets = 20

/**
 * The rows of some keys in all sources of a kind, such as `slack`, in the order of the keys.
 */
export async function findImportedTargets(
  db: Queryable,
  realmId: number,
  sourceKind: string,
  wanted: readonly TargetKey[],
): Promise<ImportedTarget[]> {
  const kinds = wanted.map(({ kind, isAddress }) => (isAddress ? 'address' : kind))
  const keys = wanted.map(({ kind, key, isAddress }) =>
    isAddress ? importAddressKey(kind, key) : key,
  )
  const { rows } = await sql<{ place: number; id: number }>`
    with recursive ${sourcesOf(realmId)}
    select wanted.place, known.id
    from sources
    cross join unnest(${kinds}::text[], ${keys}::text[]) with ordinality as wanted (kind, key, place)
    cross join lateral (
      select id from import_keys
      where realm_id = ${realmId} and source = sources.source and kind = wanted.kind
        and key = wanted.key
      limit 1) known
    where ${isSourceOf(sourceKind)}
    order by wanted.place, known.id limit ${mostTargets}`.execute(db)
  return rows.map(({ place, id }) => {
    const { kind } = wanted[Number(place) - 1] as TargetKey
    return { kind, id }
  })
}
