import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { AppContext } from '../../context'
import { packageVersion } from '../../lib/version'
import { createTarArchive } from '../../stores/files/tar-archive'
import type { TarArchive } from '../../stores/files/tar-archive'
import { BadRequestError } from '../../chat/rules/errors'
import { exportDatabase } from '../transfer/export-database'
import { backupVersion, dumpName, filesFolder, headName, manifestName } from './format'
import type { BackupHead, BackupManifest, BackupPart } from './format'
import { partsOf } from './read-backup'
import { keepWholeParts, notePart, removeUnfinished, unfinishedPaths } from './unfinished'
import type { KeptParts } from './unfinished'

/** Sizes of a backup. */
export interface BackupFacts {
  rows: number
  files: number
  /** Files that a call that was killed had copied. */
  kept: number
  bytes: number
}

type Context = Pick<AppContext, 'db' | 'clock' | 'files'>

/**
 * Writes the database, as of one moment, and all uploaded files into one file, while others write. A file is stored before
 * a row names it and never changes, so every file that the dump names is among those that are listed after it, and a copy of
 * an earlier call is as good as a new one. The backup has its name once it is whole. After a call that was killed, or whose store
 * of files failed, the next one goes on with the missing files and dumps the database anew.
 *
 * @param file path that does not exist yet
 * @throws BadRequestError if it exists
 */
export async function writeBackup(ctx: Context, file: string): Promise<BackupFacts> {
  if (await exists(file)) throw new BadRequestError(`There is a file ${file} already.`)
  const { tar, dump } = unfinishedPaths(file)
  await rm(dump, { force: true })
  const kept = await keepOwnParts(file)
  try {
    const dumpedAt = ctx.clock.now()
    const { rows } = await exportDatabase(ctx, dump)
    const facts = await pack(ctx, file, { ...kept, dumpedAt })
    await flush(tar)
    await rename(tar, file)
    await removeUnfinished(file)
    return { rows, ...facts, bytes: (await stat(file)).size }
  } catch (error) {
    await rm(dump, { force: true })
    // A full disk is not kept full.
    if (kept.parts.length < 2 || isOutOfSpace(error)) await removeUnfinished(file)
    throw error
  }
}

/** The whole parts that an earlier call of this version has left; none after an upgrade. */
async function keepOwnParts(file: string): Promise<KeptParts> {
  const kept = await keepWholeParts(file)
  const [head] = kept.parts
  if (!head || (await isOfThisVersion(file))) return kept
  await removeUnfinished(file)
  return { parts: [], end: 0 }
}

async function isOfThisVersion(file: string): Promise<boolean> {
  const parts = partsOf(unfinishedPaths(file).tar)
  const first = await parts.next()
  const head =
    first.done === true
      ? undefined
      : (JSON.parse((await buffer(first.value.body)).toString()) as BackupHead)
  await parts.return(undefined)
  return head?.parley === packageVersion
}

function headAt(now: Date): BackupHead {
  return {
    format: 'parley-backup',
    version: backupVersion,
    parley: packageVersion,
    written_at: now.toISOString(),
  }
}

function isOutOfSpace(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(String((error as { code?: unknown }).code))
}

/** The dump is behind the files, so that a later call can replace it. */
async function pack(
  { clock, files }: Context,
  file: string,
  { parts, end, dumpedAt }: KeptParts & { dumpedAt: Date },
): Promise<Pick<BackupFacts, 'files' | 'kept'>> {
  const { tar, list, dump } = unfinishedPaths(file)
  const newPath = () => files.incoming.newPath()
  const archive = createTarArchive(tar, newPath, { isCompressed: false, start: end })
  const add = async (name: string, body: Readable, bytes: number): Promise<BackupPart> => {
    const part = await addPart(archive, name, { body, bytes })
    parts.push(part)
    return part
  }
  const copied = new Set(parts.slice(1).map(({ name }) => name))
  try {
    if (parts.length === 0) await notePart(list, await addText(add, headName, headAt(clock.now())))
    let count = 0
    let kept = 0
    for await (const key of files.store.list()) {
      const name = `${filesFolder}${key}`
      count += 1
      if (copied.delete(name)) {
        kept += 1
        continue
      }
      const stored = await files.store.read(key)
      // Deleted since it was listed.
      if (stored) await notePart(list, await add(name, stored.body, stored.bytes))
      else count -= 1
    }
    await add(dumpName, createReadStream(dump), (await stat(dump)).size)
    const manifest: BackupManifest = {
      parts: [...parts],
      dumped_at: dumpedAt.toISOString(),
      deleted: [...copied],
    }
    await addText(add, manifestName, manifest)
    await archive.finish()
    return { files: count, kept }
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

type AddPart = (name: string, body: Readable, bytes: number) => Promise<BackupPart>

function addText(add: AddPart, name: string, value: object): Promise<BackupPart> {
  const text = Buffer.from(JSON.stringify(value))
  return add(name, Readable.from([text]), text.length)
}

async function addPart(
  archive: TarArchive,
  name: string,
  { body, bytes }: { body: Readable; bytes: number },
): Promise<BackupPart> {
  const hash = createHash('sha256')
  await archive.addFile(name, { body: Readable.from(hashed(body, hash)), bytes })
  return { name, bytes, sha256: hash.digest('hex') }
}

async function* hashed(body: Readable, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of body as AsyncIterable<Buffer>) {
    hash.update(chunk)
    yield chunk
  }
}

/** Makes the file survive a power cut before it gets its name. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.sync()
  await handle.close()
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}
