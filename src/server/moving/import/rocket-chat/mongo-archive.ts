import { createReadStream } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { ArchiveError } from '../archive/archive'
import { gunzip } from '../archive/byte-limit'
import { isTrue, textOf } from '../archive/fields'
import { makeTemporaryFolder } from '../archive/temporary-folder'
import type { TemporaryFolder } from '../archive/temporary-folder'
import { isCollectionOfChat } from './collections'
import { parseDocument, rawDocuments } from './documents'

/** The first bytes of what `mongodump --archive` writes. */
const mongoMark = Buffer.from([0x6d, 0xe2, 0x99, 0x81])

const gzipMark = Buffer.from([0x1f, 0x8b])
const maxFiles = 200
/** Bytes of documents that are written at once. */
const batchBytes = 1024 ** 2

/** Whether a file is what `mongodump --archive` writes, packed by gzip or not. */
export async function isMongoArchive(file: string): Promise<boolean> {
  const stream = await openArchiveFile(file)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (chunk.length >= mongoMark.length) return isMark(chunk)
    }
  } catch {
    // Another kind of file.
  } finally {
    stream.destroy()
  }
  return false
}

function isMark(chunk: Buffer): boolean {
  return chunk.subarray(0, mongoMark.length).equals(mongoMark)
}

async function openArchiveFile(file: string): Promise<Readable> {
  const handle = await open(file)
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  await handle.close()
  const stream = createReadStream(file)
  if (!buffer.equals(gzipMark)) return stream
  const { size } = await stat(file)
  return gunzip(stream, size)
}

/**
 * Writes the collections of an archive of mongodump, which has them interleaved, into a folder as mongodump itself would.
 * @throws ArchiveError if the archive is damaged
 */
export async function unpackMongoArchive(file: string): Promise<TemporaryFolder> {
  const place = await makeTemporaryFolder()
  const handles = new Map<string, FileHandle>()
  try {
    await unpackInto(place.folder, await openArchiveFile(file), handles)
    return place
  } catch (error) {
    await place.remove()
    if (error instanceof ArchiveError) throw error
    throw new ArchiveError(
      `The archive of mongodump is damaged: ${String((error as Error).message)}`,
    )
  } finally {
    for (const handle of handles.values()) await handle.close()
  }
}

async function unpackInto(
  folder: string,
  stream: Readable,
  handles: Map<string, FileHandle>,
): Promise<void> {
  // The first segment describes the collections; each other one begins with a document that names its collection.
  let isPrelude = true
  let header: { file: string | undefined } | undefined
  let waiting: Buffer[] = []
  let bytes = 0
  const flush = async (): Promise<void> => {
    if (header?.file !== undefined && waiting.length > 0) {
      const handle = await handleOf(handles, folder, header.file)
      await handle.write(Buffer.concat(waiting))
    }
    waiting = []
    bytes = 0
  }
  for await (const document of rawDocuments(withoutMark(stream))) {
    if (document.bytes === undefined) {
      await flush()
      header = undefined
      isPrelude = false
    } else if (isPrelude) continue
    else if (header === undefined) header = { file: fileOf(document.bytes) }
    else if (header.file !== undefined) {
      waiting.push(document.bytes)
      bytes += document.bytes.length
      if (bytes >= batchBytes) await flush()
    }
  }
}

async function* withoutMark(stream: Readable): AsyncGenerator<Buffer> {
  let left = mongoMark.length
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const skipped = Math.min(left, chunk.length)
    left -= skipped
    if (chunk.length > skipped) yield chunk.subarray(skipped)
  }
}

/** The path for a collection; undefined for one that no reader needs. */
function fileOf(header: Buffer): string | undefined {
  const row = parseDocument(header)
  const collection = textOf(row, 'collection')
  if (isTrue(row, 'EOF') || !isCollectionOfChat(collection)) return undefined
  const database =
    textOf(row, 'db')
      .replace(/[^A-Za-z0-9_-]/g, '_')
      .slice(0, 100) || '_'
  return path.join(database, `${collection}.bson`)
}

async function handleOf(
  handles: Map<string, FileHandle>,
  folder: string,
  file: string,
): Promise<FileHandle> {
  const known = handles.get(file)
  if (known) return known
  if (handles.size >= maxFiles) throw new ArchiveError('The archive has too many databases.')
  await mkdir(path.join(folder, path.dirname(file)), { recursive: true })
  const handle = await open(path.join(folder, file), 'wx', 0o600)
  handles.set(file, handle)
  return handle
}
