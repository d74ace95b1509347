import type { RealmImportEvent, RealmImportRecord } from '../../shared/realm-imports'
import type { ImportJobRow, ImportReport } from '../data/schema'

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

/** Source: docs/protocol/import.md#import-events. */
export function realmImportChanged(record: RealmImportRecord): RealmImportEvent {
  return { type: 'realm_import', import: record }
}
