import { sql } from 'kysely'
import type { Queryable } from '../engine/database'

/** The number of events that were ever published on this database. Imported records publish none. */
export async function readEventCount(db: Queryable): Promise<number> {
  const { rows } = await sql<{ last_value: number }>`
    select last_value from outbox_id_seq`.execute(db)
  return Number(rows[0]?.last_value ?? 0)
}
