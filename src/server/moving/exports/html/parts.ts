import type { ExportOutput } from '../../../stores/files/export-output'
import type { Reading } from '../tables/reading'
import type { SearchIndex } from './search-index'

/** The pages of an export that is being written. */
export interface Site {
  reading: Reading
  output: ExportOutput
  /** Folder of the export in the output, with a trailing slash, or ''. */
  root: string
  search: SearchIndex
  names: ReadonlyMap<number, string>
}
