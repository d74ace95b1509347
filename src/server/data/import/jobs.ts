import { sql } from 'kysely'
import type { Insertable, Updateable } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { ImportJobRow } from '../schema'
import type { ImportJobsTable } from '../schema/imports'

/* Imports that owners start in the web app. An import without `ended_at` is running or waits for its owner. */

/** Imports that are kept in each organization. */
const mostKept = 20

/** Inserts an import, and deletes the oldest ones beyond 20. */
export async function insertImport(
  tx: Tx,
  row: Insertable<ImportJobsTable>,
): Promise<ImportJobRow> {
  await sql`
    delete from import_jobs where realm_id = ${row.realm_id} and id in (
      select id from import_jobs where realm_id = ${row.realm_id} and ended_at is not null
      order by id desc offset ${mostKept - 1})`.execute(tx)
  return tx.insertInto('import_jobs').values(row).returningAll().executeTakeFirstOrThrow()
}

/** The imports of an organization, newest first; 20 at most. */
export async function listImports(db: Queryable, realmId: number): Promise<ImportJobRow[]> {
  return db
    .selectFrom('import_jobs')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('id', 'desc')
    .limit(mostKept)
    .execute()
}

export async function findImport(
  db: Queryable,
  realmId: number,
  id: number,
): Promise<ImportJobRow | undefined> {
  return db
    .selectFrom('import_jobs')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Locks an import against other changes of its row; a worker that writes a batch for it goes on. */
export async function lockImport(
  tx: Tx,
  realmId: number,
  id: number,
): Promise<ImportJobRow | undefined> {
  return tx
    .selectFrom('import_jobs')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function hasRunningImport(tx: Tx, realmId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('import_jobs')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

type ImportId = Pick<ImportJobRow, 'realm_id' | 'id'>

/** Changes an import whose row is locked. */
export async function updateImport(
  tx: Tx,
  { realm_id, id }: ImportId,
  changes: Updateable<ImportJobsTable>,
): Promise<ImportJobRow> {
  return tx
    .updateTable('import_jobs')
    .set(changes)
    .where('realm_id', '=', realm_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Remembers a part of an archive as stored. @returns bytes of all parts */
export async function addPart(
  tx: Tx,
  { realm_id, id }: ImportId,
  part: { number: number; bytes: number },
): Promise<number> {
  await tx
    .insertInto('import_parts')
    .values({ realm_id, import_id: id, ...part })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { sum } = await tx
    .selectFrom('import_parts')
    .select((eb) => eb.fn.sum<number>('bytes').as('sum'))
    .where('realm_id', '=', realm_id)
    .where('import_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(sum)
}

/** Leases the import that is due first: one of a worker that has died, or one whose owner has not gone on. */
export async function takeImport(
  db: Queryable,
  leaseSeconds: number,
): Promise<ImportJobRow | undefined> {
  const { rows } = await sql<ImportJobRow>`
    update import_jobs
    set attempts = attempts + 1, tries = tries + 1,
      due_at = now() + make_interval(secs => ${leaseSeconds})
    where (realm_id, id) = (
      select realm_id, id from import_jobs
      where due_at <= now() and ended_at is null
      order by due_at, id limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0]
}

type Taken = Pick<ImportJobRow, 'realm_id' | 'id' | 'attempts'>

/**
 * Checks in the transaction of a batch that its worker still has the import. The lock of the row lasts until the end of the
 * transaction. {@link takeImport} passes a locked row over, so that no other worker takes the import meanwhile. The lock lets
 * other batches, the progress, renewals of the lease and a cancellation pass, which change no key; a canceled import
 * commits the batch that it is in.
 * @returns false if another worker has taken it, or it is canceled
 */
export async function holdImport(tx: Tx, { realm_id, id, attempts }: Taken): Promise<boolean> {
  const { rows } = await sql`
    select from import_jobs
    where realm_id = ${realm_id} and id = ${id} and attempts = ${attempts}
      and ended_at is null and not is_cancelled
    for key share`.execute(tx)
  return rows.length > 0
}

/** Progress of a running import. */
export interface ImportProgress {
  format: string | null
  recordsRead: number
  recordsPerSecond: number | null
}

/**
 * Renews the lease of an import.
 * @returns undefined if another worker has taken it, or it is canceled
 */
export async function renewImport(
  tx: Tx,
  { realm_id, id, attempts }: Taken,
  { recordsRead, recordsPerSecond, format }: ImportProgress,
  leaseSeconds: number,
): Promise<ImportJobRow | undefined> {
  const { rows } = await sql<ImportJobRow>`
    update import_jobs set due_at = now() + make_interval(secs => ${leaseSeconds}),
      records_read = ${recordsRead}, records_per_second = ${recordsPerSecond}::real,
      format = coalesce(${format}, format), is_waiting_for_file = false
    where realm_id = ${realm_id} and id = ${id} and attempts = ${attempts}
      and ended_at is null and not is_cancelled
    returning *`.execute(tx)
  return rows[0]
}

/** Releases an import whose attempt ended without a result. */
export async function leaveImport(db: Queryable, { realm_id, id, attempts }: Taken): Promise<void> {
  await sql`
    update import_jobs set due_at = now()
    where realm_id = ${realm_id} and id = ${id} and attempts = ${attempts}
      and ended_at is null`.execute(db)
}

/**
 * Releases an import as if it had never been taken.
 * @param pauseSeconds time after which the next worker may take it
 */
export async function giveImportBack(
  db: Queryable,
  { realm_id, id, attempts }: Taken,
  pauseSeconds: number,
): Promise<void> {
  await sql`
    update import_jobs
    set tries = greatest(0, tries - 1), due_at = now() + make_interval(secs => ${pauseSeconds})
    where realm_id = ${realm_id} and id = ${id} and attempts = ${attempts}
      and ended_at is null`.execute(db)
}
