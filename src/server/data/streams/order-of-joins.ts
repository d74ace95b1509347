import { sql } from 'kysely'
import type { Tx } from '../engine/database'
import { sentWithNext } from '../engine/pipelining-client'

/*
 * Joins and leaves of a stream have a place in the order of its messages: a message is told to exactly the users who
 * receive it by `subscription_periods`. A send holds the stream's lock shared from before it reads the audience until
 * it commits; a join or leave holds it exclusively from before it reads the newest message until it commits. The fast
 * way takes the lock in its statement (`awaits_changes`), and never waits for it.
 */

/**
 * Holds off joins and leaves until the transaction ends, for messages to these streams, and returns the version of
 * each stream's subscribers. Callers give ids to their messages later. After half a second the send goes on without
 * the lock: a long call must not take all connections of a worker.
 */
export async function holdOffJoins(
  tx: Tx,
  realmId: number,
  streamIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (streamIds.length === 0) return new Map()
  const ids = [...new Set(streamIds)]
  await sql`${sentWithNext} select hold_off_joins(${ids}::bigint[])`.execute(tx)
  const rows = await tx
    .selectFrom('streams')
    .select(['id', 'subscribers_version'])
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.subscribers_version]))
}

/** The same for the streams of messages: a leave tells of the stars on messages that can no longer be read. */
export async function holdOffJoinsAround(
  tx: Tx,
  realmId: number,
  messageIds: readonly number[],
): Promise<void> {
  await sql`${sentWithNext} select hold_off_joins(array(
    select distinct stream_id from messages
    where realm_id = ${realmId} and id = any(${[...messageIds]}::bigint[]) and stream_id is not null))`.execute(
    tx,
  )
}

/**
 * Waits for sends to these streams that have begun, and holds off others until the transaction ends. Later statements
 * see the messages of the former, and their newest id is below those of the latter. Callers hold the locks of the
 * streams' rows, as all who join and leave do, so they cannot deadlock.
 */
export async function lockForJoins(tx: Tx, streamIds: readonly number[]): Promise<void> {
  if (streamIds.length === 0) return
  await sql`${sentWithNext} select pg_advisory_xact_lock(${joins}, id::integer)
    from (select distinct id from unnest(${[...streamIds]}::bigint[]) as id order by id) as ordered`.execute(
    tx,
  )
}

/** Arbitrary number; names the advisory lock together with the stream's id. */
const joins = sql.lit(72_932)
