import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { extract } from 'tar-stream'
import { BadRequestError } from '../../chat/rules/errors'
import {
  BackupHead,
  BackupManifest,
  backupVersion,
  damagedBackup,
  filesFolder,
  headName,
  manifestName,
  notABackup,
} from './format'
import type { BackupPart } from './format'

/** A backup whose parts are all as they were written. */
export interface VerifiedBackup {
  head: BackupHead
  /** Time of the database, ISO 8601. */
  dumpedAt: string
  /** Names of the files to restore. */
  files: ReadonlySet<string>
  bytes: number
}

/**
 * Reads a backup to its end, and compares each part with its digest.
 *
 * @throws BadRequestError for a file that is no backup, is of a newer form, is not whole, or has changed
 */
export async function verifyBackup(file: string): Promise<VerifiedBackup> {
  let head: BackupHead | undefined
  let manifest: BackupManifest | undefined
  const found: BackupPart[] = []
  try {
    for await (const { name, body } of partsOf(file)) {
      if (manifest) throw damagedBackup('it goes on after its end.')
      if (name === manifestName) {
        manifest = parse(await buffer(body), BackupManifest)
        continue
      }
      // A large first entry of another archive is not read into memory.
      if (!head && name !== headName) throw notABackup()
      const hash = createHash('sha256')
      let bytes = 0
      const begun: Buffer[] = []
      for await (const chunk of body as AsyncIterable<Buffer>) {
        hash.update(chunk)
        bytes += chunk.length
        if (!head) begun.push(chunk)
      }
      found.push({ name, bytes, sha256: hash.digest('hex') })
      head ??= readHead(Buffer.concat(begun))
    }
  } catch (error) {
    if (error instanceof BadRequestError || isOfSystem(error)) throw error
    throw head ? damagedBackup('it cannot be read to its end.') : notABackup()
  }
  if (!head) throw notABackup()
  if (!manifest) throw damagedBackup('it is not whole.')
  compare(manifest.parts, found)
  const { dumped_at: dumpedAt = head.written_at, deleted = [] } = manifest
  const files = new Set(found.filter(isOfUpload).map(({ name }) => name))
  for (const name of deleted) files.delete(name)
  return { head, dumpedAt, files, bytes: (await stat(file)).size }
}

/** The parts of a backup, in their order. The caller reads each body to its end, or passes over it. */
export async function* partsOf(file: string): AsyncGenerator<{
  name: string
  bytes: number
  body: Readable
}> {
  const packed = createReadStream(file)
  const entries = extract()
  packed.on('error', (error) => entries.destroy(error))
  packed.pipe(entries)
  try {
    for await (const entry of entries) {
      const { name, size = 0 } = entry.header
      yield { name, bytes: size, body: Readable.from(entry) }
      entry.resume()
    }
  } finally {
    packed.destroy()
    entries.destroy()
  }
}

function readHead(bytes: Buffer): BackupHead {
  const head = parse(bytes, BackupHead)
  if (head.version !== backupVersion) {
    throw new BadRequestError(
      `The backup is of the form ${head.version}, which this Parley cannot read.`,
    )
  }
  return head
}

function parse<T extends typeof BackupHead | typeof BackupManifest>(
  bytes: Buffer,
  schema: T,
): Static<T> {
  const value: unknown = JSON.parse(bytes.toString())
  if (!Value.Check(schema, value)) throw notABackup()
  return value
}

function compare(manifest: readonly BackupPart[], found: readonly BackupPart[]): void {
  for (const [index, part] of manifest.entries()) {
    const { name, bytes, sha256 } = part
    const other = found[index]
    if (other?.name !== name) throw damagedBackup(`${name} is missing.`)
    if (other.bytes !== bytes || other.sha256 !== sha256) {
      throw damagedBackup(`${name} differs from what was written.`)
    }
  }
  if (found.length !== manifest.length) throw damagedBackup('it has more parts than were written.')
}

function isOfUpload({ name }: BackupPart): boolean {
  return name.startsWith(filesFolder)
}

/** Errors of the system, such as a missing file. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
