import { sql } from 'kysely'
import type { Tx } from '../engine/database'

/** The newest id that was assigned to a message; the value of a sequence that was never used is the next one. */
export const newestId = sql`
  select case when is_called then last_value else last_value - 1 end from messages_id_seq`

/** Messages whose transactions have all ended, committed or not, and which nobody has judged. */
export interface UnjudgedIds {
  /** All messages up to this id are judged. */
  after: number
  upTo: number
}

/**
 * Locks the progress of judging and moves its marks on. Undefined if another worker holds the lock, or if no further
 * message is certain to be visible.
 *
 * An id is assigned before its message becomes visible, and transactions commit in any order. So an id counts as settled
 * once every transaction that may have assigned an id up to it has ended: the sequence is read (`pending_id`), a
 * while later the next transaction id (`marked_xid`), and later again no transaction before that id may be running.
 */
export async function takeUnjudgedIds(tx: Tx): Promise<UnjudgedIds | undefined> {
  const { rows } = await sql<{ after: number; up_to: number }>`
    with locked as (
      select judged_id, pending_id, marked_id, marked_xid, marked_at,
        pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest_running,
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next_xid
      from notification_progress for update skip locked
    ), looked as (
      select *, marked_xid <= oldest_running as is_settled,
        -- A restored database counts its transactions anew.
        marked_xid > next_xid as is_from_elsewhere
      from locked where marked_at < now() - interval '0.4 seconds'
    ), moved as (
      update notification_progress progress
      set marked_at = now(),
        pending_id = (${newestId}),
        marked_id = looked.pending_id,
        marked_xid = looked.next_xid
      from looked where looked.is_settled or looked.is_from_elsewhere
    )
    select judged_id as after, marked_id as up_to from looked
    where is_settled and marked_id > judged_id`.execute(tx)
  const [found] = rows
  return found && { after: found.after, upTo: found.up_to }
}

/** Records that all messages up to an id are judged. */
export async function markJudged(tx: Tx, upTo: number): Promise<void> {
  await tx.updateTable('notification_progress').set({ judged_id: upTo }).execute()
}
