import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { ImportJobRow, ImportReport, ImportState } from '../server/data/schema'

/*
 * Imports into an organization, for its owners. Parley's own.
 * Source: docs/protocol/import.md#import-object.
 */

const importStates = [
  ...(['uploading', 'checking', 'checked', 'importing'] as const),
  ...(['done', 'failed', 'cancelled'] as const),
] as const satisfies readonly ImportState[]

const countSchema = Type.Object({
  read: Type.Integer({ description: 'In the archive' }),
  written: Type.Integer({ description: 'New here' }),
  known: Type.Integer({ description: 'Imported before' }),
})

const seconds = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const orNull = <T extends ReturnType<typeof Type.Integer | typeof Type.String>>(schema: T) =>
  Type.Union([schema, Type.Null()])

export const realmImportSchema = Type.Object({
  id: Type.Integer(),
  acting_user_id: Type.Integer({ description: 'The owner who requested it' }),
  state: Type.Union(
    importStates.map((state) => Type.Literal(state)),
    { description: '`checked` waits for its start; `done`, `failed` and `cancelled` are final' },
  ),
  file_name: Type.String({ description: 'Name of the archive, or its path on the server' }),
  bytes: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Size of an uploaded archive; null: it is on the server',
  }),
  part_bytes: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Size of each part of an uploaded archive but the last',
  }),
  requested_at: Type.Number({ description: 'Unix time in seconds, with a fraction' }),
  started_at: seconds('Start of the import, after the dry run'),
  ended_at: seconds('When it became final'),
  format: orNull(Type.String({ description: 'Kind of the archive, such as `slack`' })),
  records_read: Type.Integer({ description: 'By the dry run or by the import' }),
  records_total: orNull(Type.Integer({ description: 'Known after the dry run' })),
  records_per_second: Type.Union([Type.Number(), Type.Null()]),
  waits_for_file: Type.Boolean({
    description: 'No worker that looked has the archive; only one that has it can go on',
  }),
  is_cancelled: Type.Boolean({ description: 'A running import ends at its next batch' }),
  error: orNull(Type.String({ description: 'The reason why it stopped' })),
  kinds: Type.Union([Type.Record(Type.String(), countSchema), Type.Null()], {
    description: 'Numbers of records by kind, of the dry run or of the import; null: none yet',
  }),
  remarks: Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() }), {
    description: 'The first reasons for which rows are skipped or changed; the report has all',
  }),
  report_url: orNull(Type.String({ description: 'Address of the whole report' })),
})

export type RealmImportRecord = Static<typeof realmImportSchema>

/** Max size of a part of an uploaded archive. */
export const largestPartBytes = 16 * 1024 * 1024

/** Max reasons in the record of an import, which events repeat. */
const mostReasons = 20

/** @param partBytes size of the parts of uploaded archives */
export function presentImport(row: ImportJobRow, partBytes: number): RealmImportRecord {
  const report = row.report ?? row.checked_report
  const total = row.checked_report && recordsIn(row.checked_report)
  return {
    id: row.id,
    acting_user_id: row.acting_user_id,
    state: row.state,
    file_name: row.file_name,
    bytes: row.bytes,
    part_bytes: row.bytes === null ? null : partBytes,
    requested_at: row.requested_at.getTime() / 1000,
    started_at: row.started_at && row.started_at.getTime() / 1000,
    ended_at: row.ended_at && row.ended_at.getTime() / 1000,
    format: row.format,
    records_read: row.records_read,
    records_total: total,
    records_per_second: row.records_per_second,
    waits_for_file: row.is_waiting_for_file,
    is_cancelled: row.is_cancelled,
    error: row.error,
    kinds: report && report.kinds,
    remarks: (report?.remarks ?? [])
      .slice(0, mostReasons)
      .map(({ reason, count }) => ({ reason, count })),
    report_url: report && `/json/import/realm/${row.id}/report`,
  }
}

/** Records of an archive. */
export function recordsIn({ kinds }: Pick<ImportReport, 'kinds'>): number {
  return Object.values(kinds).reduce((sum, { read }) => sum + read, 0)
}

export interface RealmImportEvent {
  type: 'realm_import'
  import: RealmImportRecord
}

/** Source: docs/protocol/import.md#import-events. */
export function realmImportChanged(record: RealmImportRecord): RealmImportEvent {
  return { type: 'realm_import', import: record }
}
