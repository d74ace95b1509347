import type { ImportJobRow, ImportReport } from '../../data/schema'
import type { FormatName } from '../import/formats'
import type { OpenedArchive } from '../import/records/opened'

/** How far an import is. */
export interface ImportStatus {
  format: string | null
  recordsRead: number
}

/** The outcome of an import, or of its dry run. */
export interface ImportOutcome {
  report: ImportReport
  format: string
}

export interface ImportWatch {
  onProgress: (status: ImportStatus) => void
  /** Ends the import at its next record. */
  signal: AbortSignal
}

/** Reads the archive of an import and writes its records. */
export interface Importer {
  /**
   * @throws ImportLostError, NoSuchArchiveError, ImportProcessEndedError; ApiError for an archive that is refused
   */
  run(row: ImportJobRow, watch: ImportWatch): Promise<ImportOutcome>
}

/**
 * Recognizes the kind of an archive, and opens it.
 * @throws BadRequestError if it is refused; ImportProcessEndedError
 */
export type OpenArchive = (
  file: string,
  watch: { signal: AbortSignal; onFormat: (format: FormatName) => void },
) => Promise<OpenedArchive>

/** Another worker has the import, or an owner has canceled it. */
export class ImportLostError extends Error {
  override name = 'ImportLostError'
}
