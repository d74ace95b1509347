import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * A list of ids as an array whose length the planner does not see. Where it does, it takes a plan
 * made for that length to be better than the one it keeps, and plans the statement anew each time.
 */
export function unseenArray(ids: readonly number[]): RawBuilder<number[]> {
  return sql`(select ${[...ids]}::bigint[])`
}
