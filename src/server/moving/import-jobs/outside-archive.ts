import type { ChildProcess } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deserialize } from 'node:v8'
import { BadRequestError } from '../../chat/rules/errors'
import { makeTemporaryFolder, removeAbandonedFolders } from '../import/archive/temporary-folder'
import type { ArchiveFile, ImportRecord } from '../import/records'
import type { OpenedArchive } from '../import/records/opened'
import type {
  ArchiveRequestKind,
  ArchiveRequests,
  FileNumber,
  FromArchiveProcess,
  PortableRecord,
} from './archive-messages'
import { ImportLostError } from './importer'
import type { OpenArchive } from './importer'
import {
  endedBy,
  lookPauseMs,
  mostSilentCpuMs,
  Silence,
  startOwnProcess,
  tookTooLong,
} from './own-process'

const entry = path.join(__dirname, `archive-process${path.extname(__filename)}`)

interface Limits {
  /** Max CPU time for an answer. */
  silentCpuMs?: number
  heapMib?: number
  /** As of `os.setPriority`; absent: the lowest. */
  priority?: number
}

/**
 * Opens an archive in a process of its own: unpacking, parsing and converting happen there, in a bounded heap, and this
 * process gets records in small batches, one when it asks for one.
 *
 * @throws BadRequestError if the archive is refused; ImportProcessEndedError, ImportLostError. So does reading its records.
 */
export async function openOutside(
  file: string,
  { signal, onFormat }: Parameters<OpenArchive>[1],
  { silentCpuMs = mostSilentCpuMs, ...limits }: Limits = {},
): Promise<OpenedArchive> {
  signal.throwIfAborted()
  const { folder, remove } = await makeTemporaryFolder()
  // The process needs no settings and must not see secrets.
  const child = startOwnProcess(entry, {
    env: { TMPDIR: tmpdir() },
    ...limits,
  })
  const reader = new ArchiveProcess(child, signal, silentCpuMs)
  const close = async (): Promise<void> => {
    await reader.end()
    await remove()
    // The process leaves the folder of its archive.
    await removeAbandonedFolders()
  }
  try {
    const { format } = await reader.ask('recognize', { archive: file })
    onFormat(format)
    const { source } = await reader.ask('open', { archive: file, format })
    return { source, records: (remark) => recordsOf(reader, folder, remark), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function* recordsOf(
  reader: ArchiveProcess,
  folder: string,
  remark: Parameters<OpenedArchive['records']>[0],
): AsyncGenerator<ImportRecord> {
  for (;;) {
    const { records, remarks, isEnd } = await reader.ask('next', {})
    for (const each of remarks) remark(each)
    for (const bytes of records) {
      yield withFiles(deserialize(bytes) as PortableRecord, (file) => fileOf(reader, folder, file))
    }
    if (isEnd) return
  }
}

function withFiles(record: PortableRecord, open: (file: FileNumber) => ArchiveFile): ImportRecord {
  switch (record.kind) {
    case 'realm': {
      const { pictures = {}, ...rest } = record
      const opened = Object.entries(pictures).map(([name, file]) => [name, open(file)])
      return { ...rest, pictures: Object.fromEntries(opened) as Record<string, ArchiveFile> }
    }
    case 'emoji':
      return { ...record, image: open(record.image) }
    case 'user': {
      const { avatar, ...rest } = record
      return avatar ? { ...rest, avatar: open(avatar) } : rest
    }
    case 'file':
      return { ...record, file: open(record.file) }
    default:
      return record
  }
}

/** A file of the archive: the process copies it to the disk before it is read here. */
function fileOf(
  reader: ArchiveProcess,
  folder: string,
  { path: name, size, number }: FileNumber,
): ArchiveFile {
  return {
    ...{ path: name, size },
    async open() {
      const to = path.join(folder, String(reader.nextCopy()))
      await reader.ask('copy', { number, to })
      const stream = createReadStream(to)
      stream.once('close', () => void rm(to, { force: true }))
      return stream
    },
  }
}

/** The process that reads an archive, and the requests that it has not answered. */
class ArchiveProcess {
  private readonly waiting = new Map<
    number,
    { resolve: (answer: unknown) => void; reject: (error: Error) => void }
  >()
  private readonly silence: Silence
  private readonly looking: NodeJS.Timeout
  private lastId = 0
  private copies = 0
  /** The error of all requests, once the process has ended. */
  private ended: Error | undefined
  private readonly exited: Promise<void>

  constructor(
    private readonly child: ChildProcess,
    private readonly signal: AbortSignal,
    silentCpuMs: number,
  ) {
    this.silence = new Silence(child)
    this.looking = setInterval(() => {
      if (this.waiting.size > 0 && this.silence.cpuMs() > silentCpuMs) this.fail(tookTooLong())
    }, lookPauseMs)
    child.on('message', (message: FromArchiveProcess) => this.take(message))
    child.once('error', (error) => this.fail(error))
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, killedBy) => {
        this.fail(endedBy(code, killedBy))
        resolve()
      })
    })
    signal.addEventListener('abort', this.onAbort)
  }

  nextCopy(): number {
    return (this.copies += 1)
  }

  ask<K extends ArchiveRequestKind>(
    kind: K,
    request: ArchiveRequests[K]['request'],
  ): Promise<ArchiveRequests[K]['answer']> {
    return new Promise((resolve, reject) => {
      if (this.ended) return reject(this.ended)
      const id = (this.lastId += 1)
      this.waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject })
      // A process that has ended is reported by its exit.
      this.child.send({ id, kind, ...request }, () => undefined)
    })
  }

  async end(): Promise<void> {
    this.fail(new ImportLostError())
    if (this.child.pid !== undefined) await this.exited
  }

  private readonly onAbort = (): void => this.fail(new ImportLostError())

  private take(message: FromArchiveProcess): void {
    this.silence.end()
    const asked = this.waiting.get(message.id)
    this.waiting.delete(message.id)
    if ('answer' in message) asked?.resolve(message.answer)
    else if ('refusal' in message) asked?.reject(new BadRequestError(message.refusal))
    else asked?.reject(new Error(message.failure))
  }

  private fail(error: Error): void {
    if (this.ended) return
    this.ended = this.signal.aborted ? new ImportLostError() : error
    clearInterval(this.looking)
    this.signal.removeEventListener('abort', this.onAbort)
    this.child.kill('SIGKILL')
    for (const { reject } of this.waiting.values()) reject(this.ended)
    this.waiting.clear()
  }
}
