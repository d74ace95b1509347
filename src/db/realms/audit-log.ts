import type { Insertable } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { AuditLogRow, AuditLogTable } from '../schema'

/** Adds rows, of which there is at least one. They are never changed. */
export async function insertAuditRows(
  tx: Tx,
  rows: readonly Insertable<AuditLogTable>[],
): Promise<void> {
  await tx.insertInto('audit_log').values(rows).execute()
}

/** What rows to list; what is undefined does not matter. */
export interface AuditFilter {
  /** Id below which rows are wanted. */
  before?: number | undefined
  act?: string | undefined
  actingUserId?: number | undefined
  affectedType?: string | undefined
  affectedId?: number | undefined
}

/** The newest rows of a realm that a filter lets through, newest first. */
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
