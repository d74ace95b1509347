import { isUtf8 } from 'node:buffer'
import type { Archive } from '../archive/archive'
import { isRow, rowOf, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import { invalidTextReason } from '../archive/utf8'
import type { ImportRemark } from '../records'

export type Remark = (remark: ImportRemark) => void

/** A line of the bulk format: its type, and the object under that name. */
export interface BulkLine {
  type: string
  row: Row
  line: number
}

const maxLineBytes = 32 * 1024 ** 2
const newline = 0x0a

/**
 * The lines of a bulk export, one at a time. Damaged and too long lines get remarks; a truncated file ends at its last
 * line. Source: docs/protocol/import.md#mattermost-lines.
 */
export async function* readBulkLines(
  archive: Archive,
  file: string,
  remark: Remark,
): AsyncGenerator<BulkLine> {
  let line = 0
  const tellInvalid = () => remark({ reason: invalidTextReason, file, line: line + 1 })
  for await (const text of textLines(archive, file, { remark, tellInvalid })) {
    line++
    if (text === undefined) remark({ reason: 'A line is too long.', file, line })
    else if (text.trim() !== '') {
      const found = parseLine(text)
      if (found) yield { ...found, line }
      else remark({ reason: 'A line is no JSON object.', file, line })
    }
  }
}

function parseLine(text: string): Omit<BulkLine, 'line'> | undefined {
  try {
    const value = JSON.parse(text.replace(/^\uFEFF/, '')) as unknown
    if (!isRow(value)) return undefined
    const type = textOf(value, 'type')
    return { type, row: rowOf(value, type) }
  } catch {
    return undefined
  }
}

/** Lines as text; undefined for one that is too long. */
async function* textLines(
  archive: Archive,
  file: string,
  { remark, tellInvalid }: { remark: Remark; tellInvalid: () => void },
): AsyncGenerator<string | undefined> {
  let parts: Buffer[] = []
  let bytes = 0
  const take = () => {
    const line = bytes > maxLineBytes ? undefined : Buffer.concat(parts)
    parts = []
    bytes = 0
    if (line && !isUtf8(line)) tellInvalid()
    return line?.toString('utf8')
  }
  const add = (part: Buffer) => {
    bytes += part.length
    if (bytes <= maxLineBytes) parts.push(part)
    else parts = []
  }
  try {
    for await (const chunk of (await archive.open(file)) as AsyncIterable<Buffer>) {
      let start = 0
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
        add(chunk.subarray(start, end))
        yield take()
        start = end + 1
      }
      add(chunk.subarray(start))
    }
    if (bytes > 0) yield take()
  } catch (error) {
    remark({ reason: `The file breaks off: ${String((error as Error).message)}`, file })
  }
}
