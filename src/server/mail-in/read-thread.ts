import { takeJobs } from '../lib/thread-jobs'
import { UnreadableMailError } from './parse'
import { readMail } from './read-mail'
import type { MailToRead, ReadMail } from './read-mail'

/*
 * Entry module of the threads that read mails.
 */

/** A mail that was read, or the reason why it cannot be. */
export type ReadAnswer = { mail: ReadMail } | { refusal: string }

takeJobs(async (job: MailToRead): Promise<ReadAnswer> => {
  try {
    return { mail: await readMail(job) }
  } catch (error) {
    if (error instanceof UnreadableMailError) return { refusal: error.message }
    throw error
  }
})
