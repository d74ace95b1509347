import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import type { Reader } from '../access/rule'
import type { ResolvedNarrow } from './narrow'
import { listPageIds } from './pages'

/** The first message of a narrow that was sent at a time or later. */
export async function findFirstIdSince(
  db: Queryable,
  reader: Reader,
  narrow: ResolvedNarrow,
  time: Date,
): Promise<number | undefined> {
  const from = await findIdAtTime(db, reader.realm_id, time)
  const [id] = await listPageIds(db, reader, narrow, {
    before: { id: 0, count: 0 },
    from: { id: from, count: 1 },
  })
  return id
}

/**
 * An id from which on everything was sent at a time or later. Times rise with the ids, so halving
 * the realm's messages again and again finds it, in a few dozen steps without an index of its own.
 */
async function findIdAtTime(db: Queryable, realmId: number, time: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with recursive halves (low, high) as (
      select 0::bigint, coalesce(max(id), 0) + 1 from messages where realm_id = ${realmId}
      union all
      select
        case when probe.is_late then halves.low else probe.id + 1 end,
        case when probe.is_late then (halves.low + halves.high) / 2 else halves.high end
      from halves, lateral (
        select coalesce(min(nearest.id), halves.high - 1) as id,
          coalesce(bool_and(nearest.is_late), true) as is_late
        from (
          select id, sent_at >= ${time.toISOString()}::timestamptz as is_late from messages
          where realm_id = ${realmId} and id >= (halves.low + halves.high) / 2
            and id < halves.high
          order by id limit 1
        ) nearest
      ) probe
      where halves.low < halves.high
    )
    select max(low) as id from halves where low >= high`.execute(db)
  return rows[0]?.id ?? 0
}
