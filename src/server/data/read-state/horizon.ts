import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Receiver } from '../access/rule'
import type { Named } from '../engine/named'
import type { Dated } from '../../lib/clock'
import type { BareTx, Queryable, Tx } from '../engine/database'
import { sentWithNext } from '../engine/pipelining-client'

/**
 * Messages become visible when their transaction commits, not in the order of their ids. A
 * transaction that has not committed after this time has failed.
 */
const settledAfterMs = 120_000

/** Time, as text, before which every message that will ever be visible is visible. */
export function settledTime({ now }: Dated): string {
  return new Date(now.getTime() - settledAfterMs).toISOString()
}

/**
 * The newest id up to which no new message can appear: ranges of read ids may cover missing ids
 * only up to here. Ids rise with time, so a binary search finds it in a few dozen probes.
 * @param before a {@link settledTime}
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

export async function readSettledId(db: Queryable, realmId: number, at: Dated): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select ${settledId(realmId, settledTime(at))} as id`.execute(db)
  return rows[0]?.id ?? 0
}

/**
 * Holds off moves of messages between topics and streams until the transaction ends. A statement
 * that writes a range for a topic or stream must see all its messages; statements after this one
 * do.
 */
export async function holdOffMoves(tx: BareTx, realmId: number): Promise<void> {
  await sql`${sentWithNext} select pg_advisory_xact_lock_shared(${moves}, ${realmId}::integer)`.execute(
    tx,
  )
}

/**
 * Puts marks of a whole topic or stream as read, and marks as unread, in an order until the transaction ends: the former cover ids
 * that are read already, and would undo the latter without an event. The next statement sees those that came before.
 */
export async function lockMarks(
  tx: BareTx,
  { realm_id: realmId, id: userId }: Receiver,
  streams: RawBuilder<unknown>,
): Promise<void> {
  await sql`${sentWithNext}
    select from subscriptions
    where realm_id = ${realmId} and user_id = ${userId} and stream_id in (${streams})
    order by stream_id for no key update`.execute(tx)
}

/**
 * Locks read state for a move of messages: waits for statements that write ranges, and holds them
 * off.
 */
export async function lockForMove(tx: Tx, realmId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${moves}, ${realmId}::integer)`.execute(tx)
}

/** Arbitrary number; names the advisory lock together with the realm's id. */
const moves = sql.lit(72_931)
