import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import { isSourceOf, sourcesOf } from './sources'

/** An imported message, and the source that it is from. */
export interface PlacedKey {
  source: string
  position: number
  key: string
  id: number
}

/**
 * The imported messages at some positions in all sources of a kind, such as `mattermost`, in one statement. A position is
 * the time in milliseconds, for sources that do not number messages.
 */
export async function listImportedAt(
  db: Queryable,
  realmId: number,
  sourceKind: string,
  positions: readonly number[],
): Promise<PlacedKey[]> {
  if (positions.length === 0) return []
  const { rows } = await sql<PlacedKey>`
    with recursive ${sourcesOf(realmId)}
    select sources.source, placed.position, placed.key, placed.id
    from sources
    cross join unnest(${[...new Set(positions)]}::bigint[]) as wanted (position)
    cross join lateral (
      select position, key, id from import_keys
      where realm_id = ${realmId} and source = sources.source and kind = 'message'
        and position = wanted.position) placed
    where ${isSourceOf(sourceKind)}
    order by placed.id`.execute(db)
  return rows
}

/** The conversations of private messages, by the id of the message. */
export async function mapConversations(
  db: Queryable,
  realmId: number,
  messageIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; dm_group_id: number }>`
    select id, dm_group_id from messages
    where realm_id = ${realmId} and id = any(${[...messageIds]}::bigint[]) and dm_group_id is not null`.execute(
    db,
  )
  return new Map(rows.map(({ id, dm_group_id }) => [id, dm_group_id]))
}
