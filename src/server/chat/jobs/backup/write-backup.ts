import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { AppContext } from '../../../context'
import { packageVersion } from '../../../lib/version'
import { createTarArchive } from '../../../stores/files/tar-archive'
import type { TarArchive } from '../../../stores/files/tar-archive'
import { BadRequestError } from '../../rules/errors'
import { exportDatabase } from '../transfer/export-database'
import { backupVersion, dumpName, filesFolder, headName, manifestName } from './format'
import type { BackupHead, BackupPart } from './format'

/** Sizes of a backup. */
export interface BackupFacts {
  rows: number
  files: number
  bytes: number
}

/**
 * Writes the database, as of one moment, and all uploaded files into one file, while others write. A file is stored before
 * a row names it and never changes, so every file that the dump names is there. The backup has its name once it is whole;
 * what a killed call has left is removed by the next one.
 *
 * @param file path that does not exist yet
 * @throws BadRequestError if it exists
 */
export async function writeBackup(
  ctx: Pick<AppContext, 'db' | 'clock' | 'files'>,
  file: string,
): Promise<BackupFacts> {
  if (await exists(file)) throw new BadRequestError(`There is a file ${file} already.`)
  const dump = `${file}.dump.part`
  const unfinished = `${file}.part`
  const removeRests = () => Promise.all([dump, unfinished].map((rest) => rm(rest, { force: true })))
  await removeRests()
  try {
    const { rows } = await exportDatabase(ctx, dump)
    const files = await pack(ctx, dump, unfinished)
    await flush(unfinished)
    await rename(unfinished, file)
    return { rows, files, bytes: (await stat(file)).size }
  } finally {
    await removeRests()
  }
}

/** @returns the number of uploaded files */
async function pack(
  { clock, files }: Pick<AppContext, 'clock' | 'files'>,
  dump: string,
  file: string,
): Promise<number> {
  const archive = createTarArchive(file, () => files.incoming.newPath(), { isCompressed: false })
  const head: BackupHead = {
    format: 'parley-backup',
    version: backupVersion,
    parley: packageVersion,
    written_at: clock.now().toISOString(),
  }
  const parts: BackupPart[] = []
  const add = async (name: string, body: Readable, bytes: number): Promise<void> =>
    void parts.push(await addPart(archive, name, { body, bytes }))
  try {
    await addText(add, headName, head)
    await add(dumpName, createReadStream(dump), (await stat(dump)).size)
    const others = parts.length
    for await (const key of files.store.list()) {
      const stored = await files.store.read(key)
      // Deleted since it was listed.
      if (stored) await add(`${filesFolder}${key}`, stored.body, stored.bytes)
    }
    const count = parts.length - others
    await addText(add, manifestName, { parts: [...parts] })
    await archive.finish()
    return count
  } catch (error) {
    await archive.discard()
    throw error
  }
}

type AddPart = (name: string, body: Readable, bytes: number) => Promise<void>

function addText(add: AddPart, name: string, value: object): Promise<void> {
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
