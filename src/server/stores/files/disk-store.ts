import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkKey, isKey } from './file-store'
import type { FileSource, FileStore } from './file-store'

/** Folder of files that are not stored yet. */
export const incomingFolder = 'incoming'
/** A file that `put` has not finished. */
const unfinishedName = /\.[0-9a-f]{16}\.part$/

/** Files in a folder; with several workers, in a shared folder. */
export function createDiskStore(folder: string): FileStore {
  const fileOf = (key: string): string => path.join(folder, checkKey(key))

  return {
    async put(key, source) {
      const file = fileOf(key)
      await mkdir(path.dirname(file), { recursive: true })
      // Written under another name first, so that a file is never partial under its own.
      const unfinished = `${file}.${randomBytes(8).toString('hex')}.part`
      try {
        await fill(unfinished, source)
        await rename(unfinished, file)
      } finally {
        await rm(unfinished, { force: true })
      }
    },

    async read(key, range) {
      try {
        const handle = await open(fileOf(key))
        const { size } = await handle.stat()
        const start = range?.start ?? 0
        const end = Math.min(range?.end ?? size - 1, size - 1)
        // With a known end, the stream need not read for it while the client has all bytes and hangs up.
        if (end >= start)
          return { body: handle.createReadStream({ start, end }), bytes: end - start + 1 }
        await handle.close()
        return { body: Readable.from([]), bytes: 0 }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    async delete(keys) {
      await Promise.all(keys.map((key) => rm(fileOf(key), { force: true })))
    },

    async *list() {
      for await (const key of filesIn(folder, '')) {
        const isOurs = !key.startsWith(`${incomingFolder}/`) && !unfinishedName.test(key)
        if (isOurs && isKey(key)) yield key
      }
    },
  }
}

async function* filesIn(folder: string, prefix: string): AsyncGenerator<string> {
  let entries
  try {
    entries = await opendir(folder)
  } catch (error) {
    // Not made yet, or deleted meanwhile.
    if (isMissing(error)) return
    throw error
  }
  for await (const entry of entries) {
    const key = `${prefix}${entry.name}`
    if (entry.isDirectory()) yield* filesIn(path.join(folder, entry.name), `${key}/`)
    else if (entry.isFile()) yield key
  }
}

async function fill(file: string, source: FileSource): Promise<void> {
  if (Buffer.isBuffer(source)) {
    await writeFile(file, source, { flag: 'wx', flush: true })
    return
  }
  try {
    await rename(source.path, file)
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error
    const handle = await open(file, 'wx')
    await pipeline(createReadStream(source.path), handle.createWriteStream({ flush: true }))
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
