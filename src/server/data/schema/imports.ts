import type { ColumnType, Generated } from 'kysely'
import type { Id } from './columns'

/* Imports that owners start in the web app. */

/** `checked` waits for its start; the last three are final. */
type ImportState =
  'uploading' | 'checking' | 'checked' | 'importing' | 'done' | 'failed' | 'cancelled'

/** Outcome of a dry run or of an import. */
export interface ImportReport {
  /** The server and organization that the archive is from. */
  source: string
  /** Records in the archive, new ones, and those of an earlier import. */
  kinds: Record<string, { read: number; written: number; known: number }>
  remarks: { reason: string; count: number; examples: string[] }[]
}

/** A report as jsonb, written as text. */
type StoredReport = ColumnType<ImportReport | null, string | null | undefined, string | null>

export interface ImportJobsTable {
  realm_id: number
  id: Id
  acting_user_id: number
  state: ImportState
  file_name: string
  path_key: string | null
  bytes: number | null
  /** Size of the parts of an upload; null in rows of older versions, too. */
  part_bytes: ColumnType<number | null, number | null | undefined, never>
  people: string | null
  is_cancelled: Generated<boolean>
  requested_at: Date
  started_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  attempts: Generated<number>
  tries: Generated<number>
  due_at: Date
  format: ColumnType<string | null, string | null | undefined, string | null>
  is_waiting_for_file: Generated<boolean>
  records_read: Generated<number>
  records_per_second: ColumnType<number | null, number | null | undefined, number | null>
  error: ColumnType<string | null, string | null | undefined, string | null>
  checked_report: StoredReport
  report: StoredReport
}

export interface ImportPartsTable {
  realm_id: number
  import_id: number
  number: number
  bytes: number
}
