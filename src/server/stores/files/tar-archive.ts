import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack as createPack } from 'tar-stream'

/** Receives the text of a file piece by piece. */
export interface TextSink {
  write(text: string): Promise<void>
}

/** An archive that is streamed to disk, so its size is not limited by memory. */
export interface TarArchive {
  /** Adds a file whose size is known only after it was written. */
  addText(name: string, write: (sink: TextSink) => Promise<void>): Promise<void>
  addFile(name: string, file: { body: Readable; bytes: number }): Promise<void>
  /** @returns the size of the archive in bytes */
  finish(): Promise<number>
  /** Deletes the unfinished archive. */
  discard(): Promise<void>
  /** Leaves the unfinished archive as far as it was written. */
  abandon(): Promise<void>
}

/**
 * Begins a `.tar.gz`, or a `.tar`.
 * @param newPath gives paths for the temporary files of `addText`
 * @param options `start`: bytes of whole entries that an unfinished `.tar` has; the new ones follow
 */
export function createTarArchive(
  file: string,
  newPath: () => Promise<string>,
  { isCompressed = true, start = 0 }: { isCompressed?: boolean; start?: number } = {},
): TarArchive {
  const pack = createPack()
  const output = createWriteStream(file, start === 0 ? { flags: 'wx' } : { flags: 'r+', start })
  // A file that was there before must not be deleted.
  let isOurs = false
  output.once('open', () => (isOurs = true))
  const packed = isCompressed ? pipeline(pack, createGzip(), output) : pipeline(pack, output)
  // The next call that adds something reports the failure.
  let failure: unknown
  packed.catch((error: unknown) => (failure = error))

  async function addFile(name: string, { body, bytes }: { body: Readable; bytes: number }) {
    if (failure !== undefined) throw failure as Error
    const entry = pack.entry({ name, size: bytes })
    const broken = packed.then(() => {
      throw new Error('The archive has ended.')
    })
    await Promise.race([pipeline(body, entry), broken])
  }

  async function abandon() {
    pack.destroy()
    await packed.catch(() => undefined)
  }

  return {
    addFile,
    async addText(name, write) {
      const path = await newPath()
      try {
        const bytes = await writeText(path, write)
        await addFile(name, { body: createReadStream(path), bytes })
      } finally {
        await rm(path, { force: true })
      }
    },
    async finish() {
      pack.finalize()
      await packed
      return (await stat(file)).size
    },
    abandon,
    async discard() {
      await abandon()
      if (isOurs) await rm(file, { force: true })
    },
  }
}

/** Characters per write to the disk. */
const charactersPerWrite = 65_536

/** Writes a new text file piece by piece. @returns its size in bytes */
export async function writeText(
  path: string,
  write: (sink: TextSink) => Promise<void>,
): Promise<number> {
  const handle = await open(path, 'wx')
  try {
    let waiting = ''
    await write({
      async write(text) {
        waiting += text
        if (waiting.length < charactersPerWrite) return
        const whole = waiting
        waiting = ''
        await handle.write(whole)
      },
    })
    await handle.write(waiting)
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}
