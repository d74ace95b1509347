import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { JobTooLargeError, Threads } from '../lib/threads'
import type { Incoming } from '../stores/files/incoming'
import { BadRequestError } from '../chat/rules/errors'
import type { MailToRead, ReadMail } from './read-mail'
import type { ReadAnswer } from './read-thread'

/*
 * Mails are read in threads: strangers write them, and a read is a few synchronous pieces of JavaScript.
 * Source: docs/protocol/mail-in.md#bounds.
 */

/** A mail takes more CPU or memory than any honest one, so no worker tries it again. */
export class MailTooCostlyError extends BadRequestError {
  constructor() {
    super('Reading the mail takes too much time or memory.')
  }
}

/** A mail as its worker has it. */
type MailInHand = Omit<MailToRead, 'file' | 'filePaths'> & {
  realmId: number
  parts: AsyncIterable<Buffer>
}

/** Reads mails outside of the event loop. */
export interface MailReader {
  /**
   * Reads a mail, and passes it to `use`. Its files are on the local disk meanwhile.
   * @throws MailTooCostlyError; BadRequestError for a mail that cannot be read
   */
  withMail<T>(mail: MailInHand, use: (mail: ReadMail) => Promise<T>): Promise<T>
  /** Ends the threads. */
  close(): Promise<void>
}

export interface MailReaderOptions {
  incoming: Incoming
  /** Max CPU time for a mail. */
  deadlineMs?: number
}

/** Max files of a mail; further ones are left out. Source: docs/protocol/mail-in.md#files. */
const mostFiles = 20
/** One organization uses at most all threads but one. */
const mostThreads = 2
/** The costliest mail of 25 MiB that programs write takes a tenth of this. */
const usualDeadlineMs = 10_000
const idleMs = 60_000
/** Memory limits of a thread in MiB: its code takes 30, and a text of 25 MiB a few times its size. */
const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** Creates a reader that starts its threads on demand. */
export function createMailReader({ incoming, deadlineMs }: MailReaderOptions): MailReader {
  const threads = new Threads<MailToRead, ReadAnswer>({
    file: join(__dirname, `read-thread${extname(__filename)}`),
    atMost: mostThreads,
    deadlineMs: deadlineMs ?? usualDeadlineMs,
    ...{ idleMs, memory },
  })

  async function read(realmId: number, job: MailToRead): Promise<ReadMail> {
    try {
      const answer = await threads.run(realmId, job)
      if ('refusal' in answer) throw new BadRequestError(answer.refusal)
      return answer.mail
    } catch (error) {
      throw error instanceof JobTooLargeError ? new MailTooCostlyError() : error
    }
  }

  return {
    async withMail({ realmId, parts, ...wanted }, use) {
      const file = await incoming.newPath()
      const filePaths = await Promise.all(
        Array.from({ length: mostFiles }, () => incoming.newPath()),
      )
      try {
        await pipeline(Readable.from(parts), createWriteStream(file, { flags: 'wx' }))
        return await use(await read(realmId, { ...wanted, file, filePaths }))
      } finally {
        await Promise.all([file, ...filePaths].map((path) => rm(path, { force: true })))
      }
    },
    close: () => threads.close(),
  }
}
