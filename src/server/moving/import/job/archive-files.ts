import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { IncomingFile } from '../../../stores/files/incoming'
import type { ImportJob } from './job'
import type { ArchiveFile } from '../records'

/** Max bytes that wait for the disk. */
const highWaterMark = 512 * 1024

/**
 * Copies a file of the archive to the folder of incoming files, and deletes the copy afterwards unless `work` has moved
 * it. A file that cannot be read is reported, and `work` is not called.
 */
export async function withArchiveFile<T>(
  job: ImportJob,
  file: ArchiveFile,
  described: { name: string; contentType?: string | undefined },
  work: (incoming: IncomingFile) => Promise<T>,
): Promise<T | undefined> {
  const path = await job.ctx.files.incoming.newPath()
  try {
    try {
      await pipeline(await file.open(), createWriteStream(path, { flags: 'wx', highWaterMark }))
    } catch {
      remarkUnreadable(job, file)
      return undefined
    }
    const { size: bytes } = await stat(path)
    const { name, contentType = '' } = described
    return await work({ path, name, contentType, bytes })
  } finally {
    await rm(path, { force: true })
  }
}

/** Reads a file of the archive to its end without keeping it; one that cannot be read is reported. */
export async function canReadFile(job: ImportJob, file: ArchiveFile): Promise<boolean> {
  try {
    const nothing = new Writable({ write: (_chunk, _encoding, done) => done() })
    await pipeline(await file.open(), nothing)
    return true
  } catch {
    remarkUnreadable(job, file)
    return false
  }
}

function remarkUnreadable({ report }: ImportJob, { path }: ArchiveFile): void {
  report.remark({ reason: 'File of the archive that cannot be read', file: path })
}
