import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Named } from '../access/rule'
import type { Queryable, Tx } from '../engine/database'
import { sentWithNext } from '../engine/pipelining-client'

/**
 * Messages become visible when their transaction commits, not in the order of their ids. After so
 * long, one that is still on its way has failed.
 */
const settledAfterMs = 120_000

/** The time before which all messages that are to appear have appeared, as text. */
export function settledTime(now: Date): string {
  return new Date(now.getTime() - settledAfterMs).toISOString()
}

/**
 * The newest id up to which nothing new can appear: ranges of read messages may cross what is not
 * there only as far as this. Ids rise with time, so it is found with a few dozen probes.
 *
 * @param before of {@link settledTime}
 */
export function settledId(realmId: Named<number>, before: Named<string>): RawBuilder<number> {
  return sql<number>`(
    with recursive halves as (
      select case when newest.sent_at < ${before}::timestamptz then newest.id else 0 end as settled,
        newest.id + 1 as open
      from (
        select id, sent_at from messages where realm_id = ${realmId} order by id desc limit 1
      ) newest
      union all
      select case when probe.is_settled then probe.id else settled end,
        case when probe.is_settled then open else (settled + open) / 2 end
      from halves
      left join lateral (
        select id, sent_at < ${before}::timestamptz as is_settled from messages
        where realm_id = ${realmId} and id >= (settled + open) / 2 and id < open
        order by id limit 1
      ) probe on true
      where open - settled > 1
    )
    select coalesce(max(settled), 0) from halves)`
}

export async function readSettledId(db: Queryable, realmId: number, now: Date): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select ${settledId(realmId, settledTime(now))} as id`.execute(db)
  return rows[0]?.id ?? 0
}

/**
 * Holds off moves of messages between topics and streams until the transaction ends. Whoever
 * makes a range of what is read in one must have seen all that is in it: a statement after this one sees it.
 */
export async function holdOffMoves(tx: Tx, realmId: number): Promise<void> {
  await sql`${sentWithNext} select pg_advisory_xact_lock_shared(${moves}, ${realmId}::integer)`.execute(
    tx,
  )
}

/** Locks read state for a move of messages: waits for those who make ranges, and holds them off. */
export async function lockForMove(tx: Tx, realmId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${moves}, ${realmId}::integer)`.execute(tx)
}

/** Any number; with the realm's id it names the lock. */
const moves = sql.lit(72_931)
