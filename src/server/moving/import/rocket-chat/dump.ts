import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ArchiveError, archiveFile } from '../archive/archive'
import type { Archive } from '../archive/archive'
import { gunzip } from '../archive/byte-limit'
import type { Row } from '../archive/fields'
import { openArchive } from '../archive/open-archive'
import { makeTemporaryFolder } from '../archive/temporary-folder'
import type { TemporaryFolder } from '../archive/temporary-folder'
import type { ArchiveFile, ImportRemark } from '../records'
import { parseDocument, rawDocuments } from './documents'
import { isMongoArchive, unpackMongoArchive } from './mongo-archive'

export type Remark = (remark: ImportRemark) => void

/** Begin of the reason of a file whose rest is lost. */
export const brokenOffReason = 'The file breaks off'

/** A dump of the database of Rocket.Chat, perhaps with files beside it. */
export interface Dump {
  /** The documents of a collection; damaged ones are left out with a remark. */
  documents: (collection: string, remark: Remark) => AsyncGenerator<Row>
  /** A plain file with the documents of a collection; undefined if the dump has none. */
  plainFile: (collection: string) => Promise<string | undefined>
  /** A file beside the collections, whose name is the text given, with any ending. */
  looseFile: (name: string) => ArchiveFile | undefined
  remarks: readonly ImportRemark[]
  close: () => Promise<void>
}

const marking = /^((?:[^/]+\/){0,2})rocketchat_message\.bson(?:\.gz)?$/

/**
 * Opens the output of mongodump: a folder, its zip, or the single file of `--archive`; each may be packed by gzip.
 * @throws ArchiveError if it is refused as a whole
 */
export async function openDump(file: string): Promise<Dump> {
  const found = await stat(file).catch(() => undefined)
  if (!found) throw new ArchiveError(`There is no archive at ${file}.`)
  const isFolder = found.isDirectory()
  const unpacked =
    !isFolder && (await isMongoArchive(file)) ? await unpackMongoArchive(file) : undefined
  try {
    const root = unpacked?.folder ?? file
    const archive = await openArchive(root)
    try {
      return dumpIn(archive, { root: isFolder || unpacked ? root : undefined, unpacked })
    } catch (error) {
      await archive.close()
      throw error
    }
  } catch (error) {
    await unpacked?.remove()
    throw error
  }
}

interface Source {
  /** The folder of the files, unless these are in a zip. */
  root: string | undefined
  unpacked: TemporaryFolder | undefined
}

function dumpIn(archive: Archive, { root, unpacked }: Source): Dump {
  const folder = [...archive.files.keys()].map((each) => marking.exec(each)?.[1]).find(isFolderName)
  if (folder === undefined) {
    throw new ArchiveError(
      'The archive is no dump of Rocket.Chat: it has no rocketchat_message.bson.',
    )
  }
  const loose = looseFiles(archive)
  let copies: TemporaryFolder | undefined
  const find = (collection: string) =>
    [`${folder}${collection}.bson`, `${folder}${collection}.bson.gz`].find((each) =>
      archive.files.has(each),
    )
  return {
    async *documents(collection, remark) {
      const name = find(collection)
      if (name !== undefined) yield* documentsOf(archive, name, remark)
    },
    async plainFile(collection) {
      const name = find(collection)
      if (name === undefined) return undefined
      if (root !== undefined && name.endsWith('.bson')) return path.join(root, name)
      copies ??= await makeTemporaryFolder()
      const copy = path.join(copies.folder, `${collection}.bson`)
      await pipeline(await openPlain(archive, name), createWriteStream(copy, { mode: 0o600 }))
      return copy
    },
    looseFile: (name) => {
      const found = loose.get(name)
      return found === undefined ? undefined : archiveFile(archive, found)
    },
    remarks: archive.remarks,
    async close() {
      await archive.close()
      await copies?.remove()
      await unpacked?.remove()
    },
  }
}

function isFolderName(name: string | undefined): name is string {
  return name !== undefined
}

/** Files that are no collections, by their names with and without the ending. */
function looseFiles({ files }: Archive): Map<string, string> {
  const loose = new Map<string, string>()
  for (const file of files.keys()) {
    if (/\.(?:bson|metadata\.json)(?:\.gz)?$/.test(file)) continue
    const { base, name } = path.posix.parse(file)
    for (const each of [base, name]) if (!loose.has(each)) loose.set(each, file)
  }
  return loose
}

async function openPlain(archive: Archive, name: string): Promise<Readable> {
  const stream = await archive.open(name)
  return name.endsWith('.gz') ? gunzip(stream, archive.files.get(name) ?? 0) : stream
}

async function* documentsOf(archive: Archive, file: string, remark: Remark): AsyncGenerator<Row> {
  let line = 0
  try {
    const stream = await openPlain(archive, file)
    for await (const { bytes } of rawDocuments(stream as AsyncIterable<Buffer>)) {
      line++
      const row = bytes && parseOrTell(bytes, () => remark({ reason: damaged, file, line }))
      if (row) yield row
    }
  } catch (error) {
    remark({ reason: `${brokenOffReason}: ${String((error as Error).message)}`, file, line })
  }
}

const damaged = 'A document is damaged.'

function parseOrTell(bytes: Buffer, tell: () => void): Row | undefined {
  try {
    return parseDocument(bytes)
  } catch {
    tell()
    return undefined
  }
}
