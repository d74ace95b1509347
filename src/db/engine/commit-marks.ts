import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Schema } from '../schema'

/*
 * A worker whose connection breaks while it commits cannot tell from the error whether it has. Every transaction that
 * writes events leaves a mark of the worker's making, in the statement that writes them (outbox.ts). PostgreSQL's
 * `pg_xact_status` would not do: the numbers of transactions that a crash has lost are given to others, and so are
 * those of sequences.
 */

/**
 * Whether the transaction has committed that left a mark. Waits for it where it still runs, the loss of the
 * connection unnoticed; if it has not committed then, it never will: its mark is taken.
 */
export async function hasCommitted(db: Kysely<Schema>, mark: string): Promise<boolean> {
  const { rows } = await sql`
    insert into commits (id) values (${mark}) on conflict do nothing returning id`.execute(db)
  return rows.length === 0
}

/** Forgets the marks of transactions that nobody can still ask for. */
export async function deleteOldCommitMarks(db: Kysely<Schema>): Promise<void> {
  await sql`delete from commits where at < now() - interval '1 hour'`.execute(db)
}
