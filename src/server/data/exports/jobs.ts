import { sql } from 'kysely'
import type { Insertable, RawBuilder } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { RealmExportRow } from '../schema'
import type { RealmExportsTable } from '../schema/retention'

export async function insertExport(
  tx: Tx,
  row: Insertable<RealmExportsTable>,
): Promise<RealmExportRow> {
  return tx.insertInto('realm_exports').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Exports of a realm, oldest first; there are at most five per week. */
export async function listExports(db: Queryable, realmId: number): Promise<RealmExportRow[]> {
  return db
    .selectFrom('realm_exports')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('id')
    .execute()
}

export async function countExportsSince(tx: Tx, realmId: number, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('realm_exports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('realm_id', '=', realmId)
    .where('requested_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function lockExport(
  tx: Tx,
  realmId: number,
  id: number,
): Promise<RealmExportRow | undefined> {
  return tx
    .selectFrom('realm_exports')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function findExportByKey(
  db: Queryable,
  realmId: number,
  pathKey: string,
): Promise<RealmExportRow | undefined> {
  return db
    .selectFrom('realm_exports')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('path_key', '=', pathKey)
    .executeTakeFirst()
}

export async function markExportDeleted(tx: Tx, { realm_id, id }: RealmExportRow): Promise<void> {
  await tx
    .updateTable('realm_exports')
    .set({ deleted_at: tx.now })
    .where('realm_id', '=', realm_id)
    .where('id', '=', id)
    .execute()
}

/**
 * Leases the export that is due first. A worker that does not renew its lease has died, and another
 * starts the export again.
 */
export async function takeExport(
  db: Queryable,
  leaseSeconds: number,
  suspects = true,
): Promise<RealmExportRow | undefined> {
  const isWanted = suspects ? sql`true` : sql`attempts = 0`
  const { rows } = await sql<RealmExportRow>`
    update realm_exports
    set attempts = attempts + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
    where (realm_id, id) = (
      select realm_id, id from realm_exports
      where due_at <= now() and finished_at is null and failed_at is null and ${isWanted}
      order by due_at, id limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0]
}

type Taken = Pick<RealmExportRow, 'realm_id' | 'id' | 'attempts'>

/** Renews the lease of an export; returns no row if another worker has taken it meanwhile. */
export function renewalOfExport(
  { realm_id, id, attempts }: Taken,
  leaseSeconds: number,
): RawBuilder<unknown> {
  return sql`
    update realm_exports set due_at = now() + make_interval(secs => ${leaseSeconds})
    where realm_id = ${realm_id} and id = ${id} and attempts = ${attempts}
      and finished_at is null and failed_at is null
    returning id`
}

/** Releases an export as if it had never been started. */
export async function giveExportBack(
  db: Queryable,
  { realm_id, id, attempts }: Taken,
): Promise<void> {
  await sql`
    update realm_exports set due_at = now(), attempts = attempts - 1
    where realm_id = ${realm_id} and id = ${id} and attempts = ${attempts}
      and finished_at is null and failed_at is null`.execute(db)
}

/** Records the outcome of an export. @returns false if another worker has taken it meanwhile */
export async function endExport(
  tx: Tx,
  { realm_id, id, attempts }: Taken,
  outcome: { finished_at: Date; bytes: number } | { failed_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('realm_exports')
    .set(outcome)
    .where('realm_id', '=', realm_id)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('finished_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export interface ExportConsent {
  user_id: number
  consented: boolean
  /** The setting of this name, in the protocol's numbers. */
  email_address_visibility: number
}

/** Active people, and whether they allow the export of their private data. */
export async function listConsents(db: Queryable, realmId: number): Promise<ExportConsent[]> {
  const { rows } = await sql<ExportConsent>`
    select id as user_id,
      coalesce((settings ->> 'allow_private_data_export')::boolean, false) as consented,
      coalesce((settings ->> 'email_address_visibility')::integer, 1) as email_address_visibility
    from users
    where realm_id = ${realmId} and not is_bot and deactivated_at is null
    order by id`.execute(db)
  return rows
}
