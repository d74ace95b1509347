import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writeText } from './tar-archive'
import type { TarArchive } from './tar-archive'

/** Files that an export writes: into an archive or into a folder. */
export type ExportOutput = Pick<TarArchive, 'addText' | 'addFile' | 'finish' | 'discard'>

/** A new folder that receives the files of an export. @throws if it exists */
export async function createFolderOutput(folder: string): Promise<ExportOutput> {
  await mkdir(folder)
  let bytes = 0

  async function pathOf(name: string): Promise<string> {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    return file
  }

  return {
    async addText(name, write) {
      bytes += await writeText(await pathOf(name), write)
    },
    async addFile(name, { body, bytes: size }: { body: Readable; bytes: number }) {
      await pipeline(body, createWriteStream(await pathOf(name), { flags: 'wx' }))
      bytes += size
    },
    finish: async () => bytes,
    discard: () => rm(folder, { recursive: true, force: true }),
  }
}
