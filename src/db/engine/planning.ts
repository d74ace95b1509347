import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Text that keeps a statement from being prepared; statements say {@link notPrepared}. */
export const notPreparedMark = '/* not prepared */'

/**
 * A mark for statements that are to be planned for their values each time, since what is best for
 * some would be far too slow for others. PreparingClient leaves them alone.
 */
export const notPrepared: RawBuilder<unknown> = sql.raw(notPreparedMark)

/**
 * A list of ids as an array whose length the planner does not see. Where it does, it takes a plan
 * made for that length to be better than the one it keeps, and plans the statement anew each time.
 */
export function unseenArray(ids: readonly number[]): RawBuilder<number[]> {
  return sql`(select ${[...ids]}::bigint[])`
}
