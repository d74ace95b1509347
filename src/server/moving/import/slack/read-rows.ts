import { readJson } from '../archive/archive'
import type { Archive } from '../archive/archive'
import { isRow } from '../archive/fields'
import { invalidTextReason } from '../archive/utf8'
import type { Row } from '../archive/fields'
import type { ImportRemark } from '../records'

/** Begin of the reason of a file that is damaged as a whole. */
export const unreadableReason = 'The file cannot be read'

export type Remark = (remark: ImportRemark) => void

/** The objects of a file with a JSON list; a missing file is empty, and a damaged file gets a remark. */
export async function readRows(archive: Archive, file: string, remark: Remark): Promise<Row[]> {
  if (!archive.files.has(file)) return []
  try {
    const value = await readJson(archive, file, () => remark({ reason: invalidTextReason, file }))
    if (!Array.isArray(value)) throw new Error('no list')
    const rows = value.filter(isRow)
    if (rows.length < value.length) remark({ reason: 'A row is no object.', file })
    return rows
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'no JSON' : String((error as Error).message)
    remark({ reason: `${unreadableReason}: ${reason}`, file })
    return []
  }
}
