import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * The longest time a file is on its way: what lies longer was left behind by a worker that was
 * killed.
 */
const longestStayMs = 3_600_000

/** A file as its sender describes it, on the local disk. */
export interface IncomingFile {
  path: string
  name: string
  contentType: string
  bytes: number
}

/** A folder for files that are on their way in; nothing stays. */
export interface Incoming {
  /** A path that nothing has yet. The caller removes what it puts there, or moves it away. */
  newPath(): Promise<string>
}

export function createIncoming(folder: string): Incoming {
  let ready: Promise<void> | undefined

  async function prepare(): Promise<void> {
    await mkdir(folder, { recursive: true })
    const oldest = Date.now() - longestStayMs
    for (const name of await readdir(folder)) {
      const file = path.join(folder, name)
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }))
      if (mtimeMs < oldest) await rm(file, { force: true })
    }
  }

  return {
    async newPath() {
      ready ??= prepare()
      await ready.catch((error: unknown) => {
        ready = undefined
        throw error
      })
      return path.join(folder, randomUUID())
    },
  }
}
