import { deserialize } from 'bson'
import { isRow, rowOf } from '../archive/fields'
import type { Row } from '../archive/fields'

/** The bytes of a document, and where they begin; an end mark of an archive has no bytes. */
export interface RawDocument {
  bytes: Buffer | undefined
  offset: number
}

/** MongoDB's own limit is 16 MiB. */
const maxDocumentBytes = 48 * 1024 ** 2
const lengthBytes = 4
const endMark = -1

/**
 * The documents of a file of mongodump, one at a time: each begins with its length.
 * @throws Error if the file is damaged or breaks off
 * Source: docs/protocol/import.md#rocket-chat.
 */
export async function* rawDocuments(stream: AsyncIterable<Buffer>): AsyncGenerator<RawDocument> {
  let parts: Buffer[] = []
  let bytes = 0
  let needed = lengthBytes
  let offset = 0
  for await (const chunk of stream) {
    parts.push(chunk)
    bytes += chunk.length
    if (bytes < needed) continue
    const all = Buffer.concat(parts)
    let start = 0
    for (;;) {
      needed = lengthAt(all, start)
      if (all.length - start < needed) break
      const found = all.subarray(start, start + needed)
      yield { bytes: isEndMark(found) ? undefined : found, offset }
      start += needed
      offset += needed
    }
    parts = [all.subarray(start)]
    bytes = all.length - start
  }
  if (bytes > 0) throw new Error('the file breaks off')
}

/** The bytes that the document or end mark at a position takes, as far as its length is there. */
function lengthAt(all: Buffer, start: number): number {
  if (all.length - start < lengthBytes) return lengthBytes
  const length = all.readInt32LE(start)
  if (length === endMark) return lengthBytes
  if (length <= lengthBytes || length > maxDocumentBytes) {
    throw new Error(`no document at byte ${start}`)
  }
  return length
}

function isEndMark(found: Buffer): boolean {
  return found.length === lengthBytes && found.readInt32LE(0) === endMark
}

/** @throws Error if the bytes are no document */
export function parseDocument(bytes: Buffer): Row {
  return deserialize(bytes, {
    ...{ promoteBuffers: true, promoteLongs: true, promoteValues: true },
    validation: { utf8: false },
  })
}

/** An id as text: a string, or an ObjectId as its digits. '' if there is none. */
export function idOf(row: Row, field = '_id'): string {
  const value = row[field]
  if (typeof value === 'string') return value.slice(0, maxIdCharacters)
  if (!isRow(value) || typeof value['toHexString'] !== 'function') return ''
  return String((value['toHexString'] as () => string).call(value))
}

const maxIdCharacters = 200

/** The id of a nested user. */
export function userIdOf(row: Row, field = 'u'): string {
  return idOf(rowOf(row, field))
}

/** A time in milliseconds; undefined for impossible ones. */
export function timeOf(row: Row, field: string): number | undefined {
  const value = row[field]
  const time = value instanceof Date ? value.getTime() : value
  const isTime = typeof time === 'number' && time > 0 && time < maxTime
  return isTime ? time : undefined
}

const maxTime = Date.UTC(9999, 11, 31)
