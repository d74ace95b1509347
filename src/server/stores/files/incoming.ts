import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { regularly } from '../../lib/pauses'

/** Max age of an incoming file: an older one was left behind by a worker that was killed. */
const longestStayMs = 3_600_000
/** Pause between the times that a worker marks its files as in use. */
const markPauseMs = 600_000

/** A file as its sender describes it, on the local disk. */
export interface IncomingFile {
  path: string
  name: string
  contentType: string
  bytes: number
}

/** A folder for incoming files; they do not stay there. */
export interface Incoming {
  /** An unused path. The caller removes the file that it puts there, or moves it away. */
  newPath(): Promise<string>
}

/**
 * The folder of incoming files. Workers share it, so files in use are marked by their age: the worker that has one touches
 * it every ten minutes, also if an export writes into it once in hours.
 */
export function createIncoming(folder: string, pauseMs = markPauseMs): Incoming {
  let ready: Promise<void> | undefined
  /** Paths given out here, and whether their file was missing at the last look: it may not be written yet. */
  const inUse = new Map<string, { wasMissing: boolean }>()

  async function prepare(): Promise<void> {
    await mkdir(folder, { recursive: true })
    const oldest = Date.now() - longestStayMs
    for (const name of await readdir(folder)) {
      const file = path.join(folder, name)
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }))
      if (mtimeMs < oldest) await rm(file, { force: true })
    }
    regularly(pauseMs, () => void markAll())
  }

  async function markAll(): Promise<void> {
    const now = new Date()
    for (const [file, state] of inUse) {
      const isThere = await utimes(file, now, now).then(
        () => true,
        () => false,
      )
      if (!isThere && state.wasMissing) inUse.delete(file)
      state.wasMissing = !isThere
    }
  }

  return {
    async newPath() {
      ready ??= prepare()
      await ready.catch((error: unknown) => {
        ready = undefined
        throw error
      })
      const file = path.join(folder, randomUUID())
      inUse.set(file, { wasMissing: false })
      return file
    },
  }
}
