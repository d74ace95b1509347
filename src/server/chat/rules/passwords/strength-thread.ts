import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { threadReady } from '../../../lib/thread-time'
import type { ThreadAnswer } from '../../../lib/threads'

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

parentPort?.on('message', ({ password, words }: StrengthJob) => {
  let answer: ThreadAnswer<number>
  try {
    answer = { answer: judge.check(password, [...words]).guesses }
  } catch (error) {
    // Only the name: a message could contain the password.
    answer = { failure: error instanceof Error ? error.name : 'unknown' }
  }
  parentPort?.postMessage(answer)
})
parentPort?.postMessage(threadReady())
