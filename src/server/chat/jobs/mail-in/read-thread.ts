import { parentPort } from 'node:worker_threads'
import { threadReady } from '../../../lib/thread-time'
import type { ThreadAnswer } from '../../../lib/threads'
import { UnreadableMailError } from './parse'
import { readMail } from './read-mail'
import type { MailToRead, ReadMail } from './read-mail'

/*
 * Entry module of the threads that read mails.
 */

/** A mail that was read, or the reason why it cannot be. */
export type ReadAnswer = { mail: ReadMail } | { refusal: string }

async function perform(job: MailToRead): Promise<ThreadAnswer<ReadAnswer>> {
  try {
    return { answer: { mail: await readMail(job) } }
  } catch (error) {
    if (error instanceof UnreadableMailError) return { answer: { refusal: error.message } }
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (job: MailToRead) => {
  void perform(job).then((answer) => parentPort?.postMessage(answer))
})
parentPort?.postMessage(threadReady())
