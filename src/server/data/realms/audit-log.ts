import type { Insertable } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { AuditLogRow, AuditLogTable } from '../schema'

/** Adds rows; at least one. Rows are never changed. */
export async function insertAuditRows(
  tx: Tx,
  rows: readonly Insertable<AuditLogTable>[],
): Promise<void> {
  await tx.insertInto('audit_log').values(rows).execute()
}

/** Selects rows of the audit log; undefined fields match all rows. */
export interface AuditFilter {
  /** Only rows with ids below this one. */
  before?: number | undefined
  act?: string | undefined
  actingUserId?: number | undefined
  affectedType?: string | undefined
  affectedId?: number | undefined
}

/** The newest rows of a realm that match a filter, newest first. */
export async function listAuditRows(
  db: Queryable,
  realmId: number,
  { before, act, actingUserId, affectedType, affectedId }: AuditFilter,
  limit: number,
): Promise<AuditLogRow[]> {
  let rows = db.selectFrom('audit_log').selectAll().where('realm_id', '=', realmId)
  if (before !== undefined) rows = rows.where('id', '<', before)
  if (act !== undefined) rows = rows.where('act', '=', act)
  if (actingUserId !== undefined) rows = rows.where('acting_user_id', '=', actingUserId)
  if (affectedType !== undefined) rows = rows.where('affected_type', '=', affectedType)
  if (affectedId !== undefined) rows = rows.where('affected_id', '=', affectedId)
  return rows.orderBy('id', 'desc').limit(limit).execute()
}
