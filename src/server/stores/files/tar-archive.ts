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

/** A compressed archive that is streamed to disk, so its size is not limited by memory. */
export interface TarArchive {
  /** Adds a file whose size is known only after it was written. */
  addText(name: string, write: (sink: TextSink) => Promise<void>): Promise<void>
  addFile(name: string, file: { body: Readable; bytes: number }): Promise<void>
  /** @returns the size of the archive in bytes */
  finish(): Promise<number>
  /** Deletes the unfinished archive. */
  discard(): Promise<void>
}

/**
 * Begins a `.tar.gz`.
 * @param newPath gives paths for the temporary files of `addText`
 */
export function createTarArchive(file: string, newPath: () => Promise<string>): TarArchive {
  const pack = createPack()
  const packed = pipeline(pack, createGzip(), createWriteStream(file, { flags: 'wx' }))
  // The next call that adds something reports the failure.
  packed.catch(() => undefined)

  async function addFile(name: string, { body, bytes }: { body: Readable; bytes: number }) {
    const entry = pack.entry({ name, size: bytes })
    const broken = packed.then(() => {
      throw new Error('The archive has ended.')
    })
    await Promise.race([pipeline(body, entry), broken])
  }

  return {
    addFile,
    async addText(name, write) {
      const path = await newPath()
      try {
        await writeText(path, write)
        const { size } = await stat(path)
        await addFile(name, { body: createReadStream(path), bytes: size })
      } finally {
        await rm(path, { force: true })
      }
    },
    async finish() {
      pack.finalize()
      await packed
      return (await stat(file)).size
    },
    async discard() {
      pack.destroy()
      await packed.catch(() => undefined)
      await rm(file, { force: true })
    },
  }
}

/** Characters per write to the disk. */
const charactersPerWrite = 65_536

async function writeText(path: string, write: (sink: TextSink) => Promise<void>): Promise<void> {
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
  } finally {
    await handle.close()
  }
}
