import { extname, join } from 'node:path'
import { JobTooLargeError, Threads, ThreadsBusyError } from '../../runtime/threads'
import { TooManyPasswordsError } from '../errors'
import type { StrengthJob } from './strength-thread'

/*
 * How hard a password is to guess. Source: docs/protocol/mail.md#strength.
 */

/** What guesses the password of somebody, in a thread. */
export interface PasswordJudge {
  /** In how many guesses a password is found by who knows these words of its owner. */
  guesses(password: string, words: readonly string[]): Promise<number>
  close(): Promise<void>
}

/** What is looked at of a password: the time rises with it, and no more is needed to be hard to guess. */
const judgedCharacters = 32
/** The same of what is known of somebody. */
const judgedWords = { most: 20, characters: 40 }
/** A thread is busy for this long at most; it takes a tenth of it on an idle machine. */
const deadlineMs = 5_000
const idleMs = 60_000
/** Limits of the thread in MiB: its dictionaries take 80. */
const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** A judge whose thread starts with the first password and ends when there is nothing to do. */
export function createPasswordJudge(): PasswordJudge {
  const threads = new Threads<StrengthJob, number>({
    file: join(__dirname, `strength-thread${extname(__filename)}`),
    // One of them is left for others, of whom there are none.
    atMost: 2,
    ...{ deadlineMs, idleMs, memory },
  })
  return {
    async guesses(password, words) {
      try {
        return await threads.run(0, {
          password: password.slice(0, judgedCharacters),
          words: words
            .filter((word) => word.length > 2)
            .slice(0, judgedWords.most)
            .map((word) => word.slice(0, judgedWords.characters)),
        })
      } catch (error) {
        if (error instanceof ThreadsBusyError) throw new TooManyPasswordsError()
        // What takes so long to guess is no password that everybody has.
        if (error instanceof JobTooLargeError) return Number.POSITIVE_INFINITY
        throw error
      }
    },
    close: () => threads.close(),
  }
}
