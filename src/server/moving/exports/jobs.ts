import type { AppContext } from '../../context'
import type { Queryable, Tx } from '../../data/engine/database'
import {
  countExportsSince,
  findExportByKey,
  insertExport,
  listConsents,
  listExports,
  lockExport,
  markExportDeleted,
} from '../../data/exports/jobs'
import type { ExportConsent } from '../../data/exports/jobs'
import { scheduleFileDeletion } from '../../data/retention/purge'
import type { ExportFormat, ExportType, RealmExportRow } from '../../data/schema'
import { lockAccounts } from '../../data/users/update-users'
import { publish } from '../../events/publish'
import { fixedError } from '../../lib/api-error'
import { presentExport, realmExportsChanged } from '../../wire/realm-exports'
import type { RealmExportRecord } from '../../../shared/realm-exports'
import { recordActs } from '../../chat/notify/audit-log'
import type { Requester } from '../../chat/rules/authentication'
import { BadRequestError } from '../../chat/rules/errors'
import { requireAdministrator } from '../../chat/rules/permissions/roles'
import { FileNotFoundError } from '../../chat/access/uploads/access-upload'
import { randomKey } from '../../chat/access/uploads/files'

/** Source: docs/protocol/retention-and-export.md#export-limits. */
export class TooManyExportsError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'Five exports were made in the last week.',
  example: 'Exceeded rate limit.',
}) {}

const mostPerWeek = 5
const weekMs = 7 * 86_400_000

type Context = Pick<AppContext, 'db'>

/**
 * Requests an export of the organization; administrators only, at most five a week. The requester gets a
 * message when the export is done.
 *
 * @returns id of the export
 * @throws AdministratorRequiredError, TooManyExportsError
 * Source: docs/protocol/retention-and-export.md#exports.
 */
export async function requestExport(
  ctx: Context,
  requester: Requester,
  { exportType, format }: { exportType: ExportType; format: ExportFormat },
): Promise<number> {
  requireAdministrator(requester)
  const { realm_id: realmId } = requester
  return ctx.db.transaction(async (tx) => {
    // The lock makes simultaneous requests count one after the other.
    await lockAccounts(tx, realmId)
    const count = await countExportsSince(tx, realmId, new Date(tx.now.getTime() - weekMs))
    if (count >= mostPerWeek) throw new TooManyExportsError()
    const { id } = await insertExport(tx, {
      realm_id: realmId,
      acting_user_id: requester.id,
      export_type: exportType,
      format,
      path_key: randomKey(),
      file_name: fileNameOf(format, tx.now),
      bytes: null,
      requested_at: tx.now,
      finished_at: null,
      failed_at: null,
      deleted_at: null,
    })
    await recordActs(tx, realmId, [
      { act: 'realm_export_requested', after: { id, exportType, format } },
    ])
    await publishExports(tx, realmId)
    return id
  })
}

function fileNameOf(format: ExportFormat, time: Date): string {
  const day = time.toISOString().slice(0, 10)
  if (format === 'zulip') return `zulip-export-${day}.tar.gz`
  return format === 'jsonl' ? `parley-export-${day}.jsonl.gz` : `parley-pages-${day}.tar.gz`
}

/** @throws AdministratorRequiredError */
export async function readExports(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
): Promise<RealmExportRecord[]> {
  requireAdministrator(requester)
  return presentExports(ctx.db.query, requester.realm_id)
}

/** @throws AdministratorRequiredError */
export async function readConsents(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
): Promise<ExportConsent[]> {
  requireAdministrator(requester)
  return listConsents(ctx.db.query, requester.realm_id)
}

/**
 * Deletes the file of an export.
 * @throws AdministratorRequiredError; BadRequestError for an export without a file, or not finished yet
 */
export async function deleteExport(ctx: Context, requester: Requester, id: number): Promise<void> {
  requireAdministrator(requester)
  const { realm_id: realmId } = requester
  await ctx.db.transaction(async (tx) => {
    const row = await lockExport(tx, realmId, id)
    if (!row) throw new BadRequestError('Invalid data export ID')
    if (row.deleted_at) throw new BadRequestError('Export already deleted')
    if (row.failed_at) throw new BadRequestError('Export failed, nothing to delete')
    if (!row.finished_at) throw new BadRequestError('Export still in progress')
    await markExportDeleted(tx, row)
    await scheduleFileDeletion(tx, realmId, [keyOfExport(row)])
    await recordActs(tx, realmId, [{ act: 'realm_export_deleted', before: { id } }])
    await publishExports(tx, realmId)
  })
}

/**
 * The export at an address; for administrators of its organization.
 * @throws AdministratorRequiredError, FileNotFoundError
 */
export async function accessExport(
  db: Queryable,
  requester: Requester,
  { realmId, key }: { realmId: number; key: string },
): Promise<RealmExportRow> {
  requireAdministrator(requester)
  if (realmId !== requester.realm_id) throw new FileNotFoundError()
  const row = await findExportByKey(db, realmId, key)
  if (!row?.finished_at || row.deleted_at) throw new FileNotFoundError()
  return row
}

/** The name of an export in the file store. */
export function keyOfExport({ realm_id, path_key }: RealmExportRow): string {
  return `exports/${realm_id}/${path_key}`
}

/** Publishes the current list of exports to administrators. */
export async function publishExports(tx: Tx, realmId: number): Promise<void> {
  const event = realmExportsChanged(await presentExports(tx, realmId))
  await publish(tx, realmId, [{ event, audience: { administrators: true } }])
}

async function presentExports(db: Queryable, realmId: number): Promise<RealmExportRecord[]> {
  return (await listExports(db, realmId)).map(presentExport)
}
