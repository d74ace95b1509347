import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Schema } from '../schema'

/*
 * A worker whose connection breaks during a commit cannot tell from the error whether it committed.
 * So every transaction that writes events also inserts a mark chosen by the worker, in the same
 * statement (outbox.ts). PostgreSQL's `pg_xact_status` is no alternative: after a crash, lost
 * transaction ids and sequence values are assigned again.
 */

/**
 * Whether the transaction with a mark has committed. Waits if it is still running because the
 * server has not noticed the lost connection. If it has not committed, this insert takes its mark,
 * so that it never can.
 */
export async function hasCommitted(db: Kysely<Schema>, mark: string): Promise<boolean> {
  const { rows } = await sql`
    insert into commits (id) values (${mark}) on conflict do nothing returning id`.execute(db)
  return rows.length === 0
}

/** Deletes commit marks older than an hour, after which no worker checks them. */
export async function deleteOldCommitMarks(db: Kysely<Schema>): Promise<void> {
  await sql`delete from commits where at < now() - interval '1 hour'`.execute(db)
}
