import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { BadRequestError } from '../../../chat/rules/errors'
import type { ArchiveFile, ArchiveReader, ImportRemark } from '../records'

/** An archive as a whole is refused: damaged, dangerous, or of another kind. The message is meant for the operator. */
export class ArchiveError extends BadRequestError {
  override readonly name = 'ArchiveError'
}

/** A reader of an archive that stays open for the files of its records. */
export interface OpenReader extends ArchiveReader {
  /** Closes the archive, after which no file of it can be opened. */
  close: () => Promise<void>
}

/** The plain files of a zip or a folder, which is hostile input. */
export interface Archive {
  /** Paths with `/`, relative to the archive, and the sizes of the unpacked files. */
  files: ReadonlyMap<string, number>
  /**
   * Opens a file; the stream fails if the file is damaged or larger than its size says.
   * @throws Error if there is no such file
   */
  open: (path: string) => Promise<Readable>
  /** Entries that are left out, such as links in a folder. */
  remarks: readonly ImportRemark[]
  close: () => Promise<void>
}

/** Max unpacked bytes of an archive that shrank to less than a tenth: more is a bomb. */
const maxBytesOfDense = 1024 ** 3
const maxDensity = 10

/** Max files of an archive; each takes about 300 bytes of memory. */
const maxFiles = 2_000_000

/** Max bytes of one JSON file, which is parsed as a whole. */
const maxJsonBytes = 256 * 1024 ** 2

/**
 * Refuses an archive that unpacks to more than 1 GiB and to more than ten times its own size.
 * @throws ArchiveError
 */
export function refuseBomb(unpackedBytes: number, packedBytes: number): void {
  if (unpackedBytes <= maxBytesOfDense || unpackedBytes <= maxDensity * packedBytes) return
  throw new ArchiveError(
    `The archive unpacks to ${unpackedBytes} bytes, more than ${maxDensity} times its size. If it is genuine, unpack it and import the folder.`,
  )
}

/** @throws ArchiveError */
export function refuseCrowd(files: number): void {
  if (files > maxFiles) throw new ArchiveError(`The archive has more than ${maxFiles} files.`)
}

/**
 * The path of an entry with `/`; control characters, which would disturb a terminal, are replaced.
 * @throws ArchiveError if it is absolute or leaves the archive
 */
export function safePath(name: string): string {
  const path = name.replaceAll('\\', '/')
  const parts = path.split('/')
  const isUnsafe = /^\/|^[A-Za-z]:/.test(path) || parts.includes('..')
  if (isUnsafe) throw new ArchiveError(`The archive has an unsafe path: ${JSON.stringify(name)}`)
  return parts
    .filter((part) => part !== '' && part !== '.')
    .join('/')
    .replace(/\p{Cc}/gu, '\ufffd')
}

/** One file of an archive, as a record holds it. */
export function archiveFile(archive: Archive, path: string): ArchiveFile {
  return { path, size: archive.files.get(path) ?? 0, open: () => archive.open(path) }
}

/**
 * The first bytes of a file.
 * @throws Error if the file is damaged before that many bytes
 */
export async function readStart(archive: Archive, path: string, bytes: number): Promise<Buffer> {
  const stream = await archive.open(path)
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= bytes) break
  }
  return Buffer.concat(chunks).subarray(0, bytes)
}

/**
 * Parses a JSON file; control characters that mark references are removed from its strings by the converters.
 * @param tellInvalid called if the file is not valid UTF-8
 * @throws Error if the file is missing, damaged, too large, or no JSON
 */
export async function readJson(
  archive: Archive,
  path: string,
  tellInvalid: () => void = () => undefined,
): Promise<unknown> {
  const size = archive.files.get(path) ?? 0
  if (size > maxJsonBytes) throw new Error(`larger than ${maxJsonBytes} bytes`)
  const chunks: Buffer[] = []
  for await (const chunk of (await archive.open(path)) as AsyncIterable<Buffer>) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  if (!isUtf8(bytes)) tellInvalid()
  return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, '')) as unknown
}
