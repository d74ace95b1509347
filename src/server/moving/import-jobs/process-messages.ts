import type { ImportJobRow } from '../../data/schema'
import type { ImportOutcome, ImportStatus } from './importer'

/* Messages between a worker and the process of an import. */

/** To the process: the import to run, and the wish that it ends at its next record. */
export type ToImportProcess = { row: ImportJobRow } | 'stop'

/** From the process: its progress, then one end. */
export type FromImportProcess =
  | { status: ImportStatus }
  | { outcome: ImportOutcome }
  | { refusal: string }
  | { failure: string }
  | 'lost'
  | 'no archive'
