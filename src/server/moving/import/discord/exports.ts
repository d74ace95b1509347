import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { ArchiveError } from '../archive/archive'
import type { Archive } from '../archive/archive'
import { isRow, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import { openArchive } from '../archive/open-archive'
import { scanTables } from '../archive/scan-json'

/** One file of DiscordChatExporter: a channel, a thread or a conversation, or a part of one. */
export interface ExportFile {
  path: string
  guild: Row
  channel: Row
  /** Milliseconds; 0 if the file does not tell. */
  exportedAt: number
  /** Whether a folder on its path is named `public`. */
  isPublic: boolean
}

/** An open archive of exports. */
export interface Exports {
  archive: Archive
  /** The newest first, so that names of today count. */
  files: ExportFile[]
  /** JSON files that are no exports. */
  others: string[]
}

/** The usual end of a name: the channel's id, perhaps the range of dates, and the number of the part. */
export const usualName = /\[\d{1,20}\](?: \([^/()]{1,60}\))?(?: \[part \d+\])?\.json$/

const inMedia = /_Files\//
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * Opens a folder, a zip, or the JSON file of one channel, and reads the head of each export.
 * @throws ArchiveError if the archive is refused as a whole
 * Source: docs/protocol/import.md#discord-files.
 */
export async function openExports(archivePath: string): Promise<Exports> {
  const archive = (await isJsonFile(archivePath))
    ? await openSingleFile(archivePath)
    : await openArchive(archivePath)
  try {
    const files: ExportFile[] = []
    const others: string[] = []
    for (const name of jsonFilesOf(archive)) {
      const head = await readHead(archive, name)
      if (head) files.push(head)
      else others.push(name)
    }
    if (files.length === 0) {
      throw new ArchiveError('The archive has no JSON file of DiscordChatExporter.')
    }
    files.sort((one, other) => other.exportedAt - one.exportedAt || compare(one.path, other.path))
    return { archive, files, others }
  } catch (error) {
    await archive.close()
    throw error
  }
}

/** JSON files that are looked at to recognize the kind of an archive. */
const mostLooks = 5

/** Whether an archive is one of DiscordChatExporter, by the content of a few files. @throws ArchiveError for a damaged zip */
export async function isDiscordArchive(archivePath: string): Promise<boolean> {
  const isFolder = (await stat(archivePath)).isDirectory()
  const start = isFolder ? Buffer.alloc(0) : await readStartOf(archivePath)
  if (!isFolder && !isZip(start) && !isJson(start)) return false
  const archive = isJson(start) ? await openSingleFile(archivePath) : await openArchive(archivePath)
  try {
    const rank = (name: string) => (usualName.test(name) ? 0 : name.split('/').length)
    const names = jsonFilesOf(archive).sort((one, other) => rank(one) - rank(other))
    for (const name of names.slice(0, mostLooks)) {
      if (await readHead(archive, name)) return true
    }
    return false
  } finally {
    await archive.close()
  }
}

function jsonFilesOf({ files }: Archive): string[] {
  return [...files.keys()]
    .filter((name) => name.toLowerCase().endsWith('.json') && !inMedia.test(name))
    .sort(compare)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** The objects before the messages; undefined if the file is no export. */
async function readHead(archive: Archive, name: string): Promise<ExportFile | undefined> {
  const found = new Map<string, unknown>()
  try {
    for await (const { table, number, value } of scanTables(await openJson(archive, name), name)) {
      if (number > 0) break
      found.set(table, value)
    }
  } catch {
    // A file that breaks off later has its head.
  }
  const [guild, channel] = [found.get('guild'), found.get('channel')]
  if (!isRow(guild) || !isRow(channel) || textOf(channel, 'id') === '') return undefined
  const exportedAt = Date.parse(String(found.get('exportedAt')))
  return {
    path: name,
    guild: slim(guild, 'id', 'name', 'iconUrl'),
    channel: slim(channel, 'id', 'type', 'categoryId', 'category', 'name', 'topic'),
    exportedAt: Number.isNaN(exportedAt) ? 0 : exportedAt,
    isPublic: name.split('/').slice(0, -1).includes('public'),
  }
}

/** Discord's topics have 4,096 characters at most. */
const mostCharacters = 5_000

/** The fields that are needed, since the heads of all files are held in memory. */
function slim(row: Row, ...fields: string[]): Row {
  return Object.fromEntries(
    fields.map((field) => [field, textOf(row, field).slice(0, mostCharacters)]),
  )
}

/** The bytes of a JSON file without a byte order mark. */
export async function openJson(archive: Archive, name: string): Promise<AsyncIterable<Buffer>> {
  return withoutMark((await archive.open(name)) as AsyncIterable<Buffer>)
}

async function* withoutMark(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const chunk of bytes) {
    const hasMark = isFirst && chunk.subarray(0, 3).equals(byteOrderMark)
    isFirst = false
    yield hasMark ? chunk.subarray(3) : chunk
  }
}

async function isJsonFile(archivePath: string): Promise<boolean> {
  const found = await stat(archivePath).catch(() => undefined)
  return found?.isFile() === true && isJson(await readStartOf(archivePath))
}

async function readStartOf(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function isZip(start: Buffer): boolean {
  return start.subarray(0, 2).toString('latin1') === 'PK'
}

function isJson(start: Buffer): boolean {
  return /^(?:\u00ef\u00bb\u00bf)?\s*\{/.test(start.toString('latin1'))
}

/** The export of one channel, without a folder around it. */
async function openSingleFile(file: string): Promise<Archive> {
  const { size } = await stat(file)
  const name = path.basename(file).replace(/(?:\.json)?$/i, '.json')
  return {
    files: new Map([[name, size]]),
    remarks: [],
    open: async () => createReadStream(file),
    close: async () => undefined,
  }
}
