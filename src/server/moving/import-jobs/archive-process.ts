import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { serialize } from 'node:v8'
import { ApiError } from '../../lib/api-error'
import { BadRequestError } from '../../chat/rules/errors'
import { openAs, recognizeFormat } from '../import/formats'
import type { ArchiveFile, ImportRecord, ImportRemark } from '../import/records'
import type { OpenedArchive } from '../import/records/opened'
import type {
  FileNumber,
  FromArchiveProcess,
  PortableRecord,
  RecordBatch,
  ToArchiveProcess,
} from './archive-messages'
import { belongToWorker } from './child-of-worker'

/*
 * Entry module of the process that reads an archive for a worker whose database is embedded. It has neither settings nor
 * database, and ends with its worker.
 */

/** Max records and bytes of a batch: its worker reads one in some milliseconds. */
const recordsOfBatch = 250
const bytesOfBatch = 524_288
/** Max bytes of one record, which its worker reads in one step. */
const bytesOfRecord = 4_194_304
/** Files that can be opened: those of the latest records, which the worker is about to write. */
const mostFiles = 20_000

const files = new Map<number, ArchiveFile>()
let lastFile = 0
let archive: OpenedArchive | undefined
let records: AsyncIterator<ImportRecord> | undefined
let remarks: ImportRemark[] = []

async function answerTo(message: ToArchiveProcess): Promise<unknown> {
  switch (message.kind) {
    case 'recognize':
      return { format: await recognizeFormat(message.archive) }
    case 'open':
      archive = await openAs(message.format, message.archive)
      return { source: archive.source }
    case 'next':
      return nextBatch()
    case 'copy':
      await copy(message.number, message.to)
      return {}
  }
}

async function nextBatch(): Promise<RecordBatch> {
  records ??= archive?.records((remark) => remarks.push(remark))[Symbol.asyncIterator]()
  const batch: Uint8Array[] = []
  let bytes = 0
  let isEnd = false
  while (batch.length < recordsOfBatch && bytes < bytesOfBatch) {
    const step = await records?.next()
    if (!step || step.done === true) {
      isEnd = true
      break
    }
    const record = serialize(portable(step.value))
    if (record.length > bytesOfRecord) {
      throw new BadRequestError(`The archive has a ${step.value.kind} that is too large.`)
    }
    bytes += record.length
    batch.push(record)
  }
  const found = remarks
  remarks = []
  return { records: batch, remarks: found, isEnd }
}

function portable(record: ImportRecord): PortableRecord {
  switch (record.kind) {
    case 'realm': {
      const { pictures = {}, ...rest } = record
      const numbers = Object.entries(pictures).map(([name, file]) => [name, numberOf(file)])
      return { ...rest, pictures: Object.fromEntries(numbers) as Record<string, FileNumber> }
    }
    case 'emoji':
      return { ...record, image: numberOf(record.image) }
    case 'user': {
      const { avatar, ...rest } = record
      return avatar ? { ...rest, avatar: numberOf(avatar) } : rest
    }
    case 'file':
      return { ...record, file: numberOf(record.file) }
    default:
      return record
  }
}

function numberOf(file: ArchiveFile): FileNumber {
  lastFile += 1
  files.set(lastFile, file)
  files.delete(lastFile - mostFiles)
  return { path: file.path, size: file.size, number: lastFile }
}

async function copy(number: number, to: string): Promise<void> {
  const file = files.get(number)
  if (!file) throw new Error('The file is not at hand.')
  await pipeline(await file.open(), createWriteStream(to, { flags: 'wx', mode: 0o600 }))
}

async function perform(message: ToArchiveProcess): Promise<FromArchiveProcess> {
  const { id } = message
  try {
    return { id, answer: await answerTo(message) }
  } catch (error) {
    if (error instanceof ApiError) return { id, refusal: error.message }
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

belongToWorker()
process.on('message', (message: ToArchiveProcess) => {
  void perform(message).then((answer) => process.send?.(answer))
})
