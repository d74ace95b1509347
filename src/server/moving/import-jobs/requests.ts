import path from 'node:path'
import type { AppContext } from '../../context'
import type { Tx } from '../../data/engine/database'
import {
  addPart,
  findImport,
  hasRunningImport,
  insertImport,
  listImports,
  lockImport,
  updateImport,
} from '../../data/import/jobs'
import { scheduleFileDeletion } from '../../data/retention/purge'
import type { ImportJobRow, ImportReport } from '../../data/schema'
import { listIdsOfRole } from '../../data/users/list-users'
import { lockAccounts } from '../../data/users/update-users'
import { publish } from '../../events/publish'
import type { IncomingFile } from '../../stores/files/incoming'
import { fixedError } from '../../lib/api-error'
import { presentImport, realmImportChanged } from '../../wire/realm-imports'
import type { RealmImportRecord } from '../../../shared/realm-imports'
import { randomKey } from '../../chat/access/uploads/files'
import { recordActs } from '../../chat/notify/audit-log'
import type { Requester } from '../../chat/rules/authentication'
import { BadRequestError } from '../../chat/rules/errors'
import { requireOwner } from '../../chat/rules/permissions/roles'
import { roles } from '../../../shared/rules/roles'
import { PeopleMap } from '../import/job/people-map'
import { findInFolder, keysOfParts, newPartBytes, partBytesOf } from './archive'

export class ImportRunningError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'An import of the organization has not ended.',
  example: 'Another import has not ended yet.',
}) {}

export class NoImportError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The organization has no such import.',
  example: 'Invalid import ID',
}) {}

/** Time in which the next part of an archive must come. */
const uploadPatienceMs = 86_400_000
/** Time in which an owner must start an import after its dry run. */
export const startPatienceMs = 7 * 86_400_000

type Context = Pick<AppContext, 'config' | 'db'>

/** An archive to come in parts, or a path below the folder of the operator. */
export type ArchiveToImport = { fileName: string; bytes: number } | { path: string }

/**
 * Requests an import; owners only, one at a time in an organization. The dry run begins when all parts of the archive are
 * there.
 *
 * @param people a CSV file with addresses of people, or undefined
 * @throws OwnerRequiredError, ImportRunningError, NoSuchArchiveError; BadRequestError for a bad size or file of people
 * Source: docs/protocol/import.md#import-requests.
 */
export async function requestImport(
  ctx: Context,
  requester: Requester,
  archive: ArchiveToImport,
  people: string | undefined,
): Promise<RealmImportRecord> {
  requireOwner(requester)
  if (people !== undefined) PeopleMap.parse(people)
  const isUpload = 'bytes' in archive
  if (isUpload) checkSize(ctx, archive.bytes)
  else await findInFolder(ctx.config.importFolder, archive.path)
  const { realm_id: realmId } = requester
  return ctx.db.transaction(async (tx) => {
    // The lock makes simultaneous requests count one after the other.
    await lockAccounts(tx, realmId)
    if (await hasRunningImport(tx, realmId)) throw new ImportRunningError()
    const row = await insertImport(tx, {
      realm_id: realmId,
      acting_user_id: requester.id,
      state: isUpload ? 'uploading' : 'checking',
      file_name: isUpload ? path.basename(archive.fileName).slice(0, 200) : archive.path,
      path_key: isUpload ? randomKey() : null,
      bytes: isUpload ? archive.bytes : null,
      part_bytes: isUpload ? newPartBytes(ctx.config) : null,
      people: people ?? null,
      requested_at: tx.now,
      due_at: isUpload ? new Date(tx.now.getTime() + uploadPatienceMs) : new Date(0),
    })
    const after = { id: row.id, file: row.file_name }
    await recordActs(tx, realmId, [{ act: 'realm_import_requested', after }])
    return publishImport(ctx, tx, row)
  })
}

function checkSize({ config }: Context, bytes: number): void {
  if (bytes > config.importMaxMib * 1024 * 1024) {
    throw new BadRequestError(
      `The archive is larger than the allowed limit of ${config.importMaxMib} MiB.`,
    )
  }
}

/**
 * Stores a part of an archive; the same part may come again.
 * @throws OwnerRequiredError, NoImportError; BadRequestError for a part of another size, or after the upload
 */
export async function storePart(
  ctx: Context & Pick<AppContext, 'files'>,
  requester: Requester,
  { importId, number }: { importId: number; number: number },
  file: IncomingFile,
): Promise<void> {
  requireOwner(requester)
  const { realm_id: realmId } = requester
  const row = await findImport(ctx.db.query, realmId, importId)
  if (!row) throw new NoImportError()
  const partBytes = partBytesOf(row, ctx.config)
  const key = keysOfParts(row, ctx.config)[number]
  if (row.state !== 'uploading' || key === undefined) throw notExpected()
  const wanted = Math.min(partBytes, (row.bytes ?? 0) - number * partBytes)
  if (file.bytes !== wanted) {
    throw new BadRequestError(`This part of the archive must have ${wanted} bytes.`)
  }
  await ctx.files.store.put(key, { path: file.path, bytes: file.bytes }, 'application/octet-stream')
  await ctx.db.transaction(async (tx) => {
    const locked = await lockImport(tx, realmId, importId)
    if (locked?.state !== 'uploading') return scheduleFileDeletion(tx, realmId, [key])
    const stored = await addPart(tx, locked, { number, bytes: file.bytes })
    const isWhole = stored === locked.bytes
    const updated = await updateImport(tx, locked, {
      state: isWhole ? 'checking' : 'uploading',
      due_at: isWhole ? new Date(0) : new Date(tx.now.getTime() + uploadPatienceMs),
    })
    if (isWhole) await publishImport(ctx, tx, updated)
  })
}

const notExpected = () => new BadRequestError('No such part of the archive is expected.')

/**
 * Starts an import after its dry run.
 * @throws OwnerRequiredError, NoImportError; BadRequestError in another state
 */
export async function startImport(ctx: Context, requester: Requester, id: number): Promise<void> {
  requireOwner(requester)
  await ctx.db.transaction(async (tx) => {
    const row = await lockImport(tx, requester.realm_id, id)
    if (!row) throw new NoImportError()
    if (row.state !== 'checked') throw new BadRequestError('The import cannot be started now.')
    const updated = await updateImport(tx, row, {
      ...{ state: 'importing', started_at: tx.now, due_at: new Date(0), tries: 0 },
      ...{ error: null, records_read: 0, records_per_second: null },
    })
    await recordActs(tx, requester.realm_id, [{ act: 'realm_import_started', after: { id } }])
    await publishImport(ctx, tx, updated)
  })
}

/**
 * Cancels an import. Everything that it has imported stays; a running one ends at its next batch.
 * @throws OwnerRequiredError, NoImportError; BadRequestError for one that has ended
 */
export async function cancelImport(ctx: Context, requester: Requester, id: number): Promise<void> {
  requireOwner(requester)
  await ctx.db.transaction(async (tx) => {
    const row = await lockImport(tx, requester.realm_id, id)
    if (!row) throw new NoImportError()
    if (row.ended_at) throw new BadRequestError('The import has already ended.')
    await recordActs(tx, requester.realm_id, [{ act: 'realm_import_cancelled', before: { id } }])
    const isIdle = row.state === 'uploading' || row.state === 'checked'
    if (isIdle) await endImportJob(ctx, tx, row, { state: 'cancelled' })
    else await publishImport(ctx, tx, await updateImport(tx, row, { is_cancelled: true }))
  })
}

/** Ends an import whose row is locked, and deletes its archive. */
export async function endImportJob(
  ctx: Context,
  tx: Tx,
  row: ImportJobRow,
  outcome: Parameters<typeof updateImport>[2],
): Promise<void> {
  const ended = await updateImport(tx, row, { ...outcome, ended_at: tx.now, people: null })
  await scheduleFileDeletion(tx, row.realm_id, keysOfParts(row, ctx.config))
  await publishImport(ctx, tx, ended)
}

/** Publishes the current state of an import to the owners. */
export async function publishImport(
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  row: ImportJobRow,
): Promise<RealmImportRecord> {
  const record = presentImport(row, partBytesOf(row, config))
  const audience = { userIds: await listIdsOfRole(tx, row.realm_id, roles.owner) }
  await publish(tx, row.realm_id, [{ event: realmImportChanged(record), audience }])
  return record
}

/** @throws OwnerRequiredError */
export async function readImports(
  { db, config }: Context,
  requester: Requester,
): Promise<RealmImportRecord[]> {
  requireOwner(requester)
  const rows = await listImports(db.query, requester.realm_id)
  return rows.map((row) => presentImport(row, partBytesOf(row, config)))
}

/** @throws OwnerRequiredError; NoImportError also for an import without a report */
export async function readReport(
  { db }: Pick<Context, 'db'>,
  requester: Requester,
  id: number,
): Promise<ImportReport> {
  requireOwner(requester)
  const row = await findImport(db.query, requester.realm_id, id)
  const report = row?.report ?? row?.checked_report
  if (!report) throw new NoImportError()
  return report
}
