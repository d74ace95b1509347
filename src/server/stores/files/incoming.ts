import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** Max age of an incoming file: an older one was left behind by a worker that was killed. */
const longestStayMs = 3_600_000

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
