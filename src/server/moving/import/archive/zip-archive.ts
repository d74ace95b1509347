import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { openPromise } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { ArchiveError, refuseBomb, refuseCrowd, safePath } from './archive'
import type { Archive } from './archive'

/** The fields of an entry that opening needs; whole entries would take a kilobyte each. */
type SlimEntry = Pick<
  Entry,
  'relativeOffsetOfLocalHeader' | 'compressedSize' | 'uncompressedSize' | 'compressionMethod'
>

const encryptedFlag = 1
const unixSystems = new Set([3, 19])
const fileTypeMask = 0o170000
const plainTypes = new Set([0, 0o100000])
const folderType = 0o040000
const methods = { stored: 0, deflated: 8 }

/**
 * Opens a zip, also Zip64, and reads its directory only. Names are UTF-8, whatever their flag says, since Slack does
 * not set it.
 *
 * @throws ArchiveError if it is truncated or no zip, has unsafe paths, links or encrypted entries, or unpacks to too
 * much
 * Source: docs/protocol/import.md#archive-safety.
 */
export async function openZipArchive(path: string): Promise<Archive> {
  const zip = await refusing(() =>
    openPromise(path, { autoClose: false, decodeStrings: false, lazyEntries: true }),
  )
  try {
    const entries = await refusing(() => readDirectory(zip))
    const sizes = [...entries].map(([name, entry]) => [name, entry.uncompressedSize] as const)
    const { size } = await stat(path)
    refuseBomb(
      sizes.reduce((sum, [, each]) => sum + each, 0),
      size,
    )
    return {
      files: new Map(sizes),
      open: (name) => openEntry(zip, entries.get(name), name),
      remarks: [],
      close: async () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Turns errors of the zip parser into refusals. */
async function refusing<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new ArchiveError(`The archive is damaged or no zip file: ${sentenceOf(reason)}`)
  }
}

/** The reason for people who copied an archive; the parser's own words are for those who know the format. */
function sentenceOf(reason: string): string {
  const isCut = /end of central directory|truncated|unexpected e/i.test(reason)
  return isCut ? 'its end is missing. Copy it again from its server.' : reason
}

async function readDirectory(zip: ZipFile): Promise<Map<string, SlimEntry>> {
  refuseCrowd(zip.entryCount)
  const entries = new Map<string, SlimEntry>()
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileNameRaw.toString('utf8')
    const path = safePath(name)
    refuseSpecial(entry, path)
    if (/[\\/]$/.test(name) || typeOf(entry) === folderType || path === '') continue
    entries.set(path, {
      relativeOffsetOfLocalHeader: entry.relativeOffsetOfLocalHeader,
      compressedSize: entry.compressedSize,
      uncompressedSize: entry.uncompressedSize,
      compressionMethod: entry.compressionMethod,
    })
  }
  return entries
}

function typeOf({ versionMadeBy, externalFileAttributes }: Entry): number {
  const isUnix = unixSystems.has(versionMadeBy >>> 8)
  return isUnix ? (externalFileAttributes >>> 16) & fileTypeMask : 0
}

function refuseSpecial(entry: Entry, path: string): void {
  const type = typeOf(entry)
  if (!plainTypes.has(type) && type !== folderType) {
    throw new ArchiveError(`The archive has an entry that is no plain file: ${path}`)
  }
  if ((entry.generalPurposeBitFlag & encryptedFlag) !== 0) {
    throw new ArchiveError(`The archive is encrypted: ${path}`)
  }
}

async function openEntry(
  zip: ZipFile,
  entry: SlimEntry | undefined,
  path: string,
): Promise<Readable> {
  if (!entry) throw new Error(`no such file: ${path}`)
  const { compressedSize, uncompressedSize, compressionMethod } = entry
  const isDeflated = compressionMethod === methods.deflated
  if (!isDeflated && compressionMethod !== methods.stored) {
    throw new Error(`unknown compression ${compressionMethod}`)
  }
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry as Entry, { minimal: true })
  // The variant of yauzl 3.4 that returns a promise calls another function by mistake.
  return new Promise((resolve, reject) => {
    zip.openReadStreamLowLevel(
      ...([
        fileDataStart,
        compressedSize,
        0,
        compressedSize,
        isDeflated,
        uncompressedSize,
      ] as const),
      (error, stream) => (error ? reject(error) : resolve(stream)),
    )
  })
}
