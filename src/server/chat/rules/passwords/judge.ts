import { extname, join } from 'node:path'
import { JobTooLargeError, Threads, ThreadsBusyError } from '../../../lib/threads'
import { TooManyPasswordsError } from '../password-errors'
import type { StrengthJob } from './strength-thread'

/*
 * Estimates password strength. Source: docs/protocol/mail.md#strength.
 */

/** Strength estimator that runs in a worker thread. */
export interface PasswordJudge {
  /** Estimated number of guesses for an attacker who knows these words about the owner. */
  guesses(password: string, words: readonly string[]): Promise<number>
  close(): Promise<void>
}

/**
 * Max characters that are estimated: the time grows with them, and this many can already be hard to guess.
 */
const judgedCharacters = 32
/** Limits of the words about the owner. */
const judgedWords = { most: 20, characters: 40 }
/** Max time of an estimate; on an idle machine it takes a tenth of this. */
const deadlineMs = 5_000
const idleMs = 60_000
/** Memory limits of the thread in MiB: the dictionaries take 80. */
const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** Creates an estimator whose thread starts with the first password and ends when idle. */
export function createPasswordJudge(): PasswordJudge {
  const threads = new Threads<StrengthJob, number>({
    file: join(__dirname, `strength-thread${extname(__filename)}`),
    // The pool reserves one thread for other shares. Passwords use a single share, so one thread runs.
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
        // A password that takes this long to estimate is not a common one.
        if (error instanceof JobTooLargeError) return Number.POSITIVE_INFINITY
        throw error
      }
    },
    close: () => threads.close(),
  }
}
