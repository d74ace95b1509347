import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { takeJobs } from '../../../lib/thread-jobs'

/*
 * Worker thread that estimates password strength: its dictionaries take half a second to load, and an
 * estimate up to some hundred milliseconds.
 */

/** A password, and words about its owner. */
export interface StrengthJob {
  password: string
  words: readonly string[]
}

const judge = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  // Every combination of l33t substitutions is tried; a few are enough for a good estimate.
  l33tMaxSubstitutions: 8,
})

takeJobs(({ password, words }: StrengthJob): number => {
  try {
    return judge.check(password, [...words]).guesses
  } catch (error) {
    throw withoutMessage(error)
  }
})

/** Its message could contain the password. */
function withoutMessage(error: unknown): Error {
  return new Error(error instanceof Error ? error.name : 'unknown')
}
