import type { RealmExportRecord, RealmExportsEvent } from '../../shared/realm-exports'
import type { RealmExportRow } from '../data/schema'

export function presentExport(row: RealmExportRow): RealmExportRecord {
  const isThere = row.finished_at !== null && row.deleted_at === null
  return {
    id: row.id,
    acting_user_id: row.acting_user_id,
    export_time: row.requested_at.getTime() / 1000,
    deleted_timestamp: row.deleted_at && row.deleted_at.getTime() / 1000,
    failed_timestamp: row.failed_at && row.failed_at.getTime() / 1000,
    export_url: isThere ? exportUrl(row) : null,
    pending: row.finished_at === null && row.failed_at === null,
    export_type: row.export_type === 1 ? 'public' : 'full_with_consent',
    format: row.format,
  }
}

/** Source: docs/protocol/retention-and-export.md#export-file. */
function exportUrl({ realm_id, path_key, file_name }: RealmExportRow): string {
  return `/user_avatars/exports/${realm_id}/${path_key}/${file_name}`
}

/** Source: docs/protocol/retention-and-export.md#export-events. */
export function realmExportsChanged(exports: readonly RealmExportRecord[]): RealmExportsEvent {
  return { type: 'realm_export', exports }
}
