import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import type { ThreadAnswer } from '../../runtime/threads'

/*
 * The module that a thread runs which guesses passwords: its dictionaries take half a second to load, and a guess
 * up to some hundred milliseconds.
 */

/** A password, and what is known of whoever chooses it. */
export interface StrengthJob {
  password: string
  words: readonly string[]
}

const judge = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  // Each way to read letters for digits and signs is tried; a few tell as much.
  l33tMaxSubstitutions: 8,
})

parentPort?.on('message', ({ password, words }: StrengthJob) => {
  let answer: ThreadAnswer<number>
  try {
    answer = { answer: judge.check(password, [...words]).guesses }
  } catch (error) {
    // Never with the password in it.
    answer = { failure: error instanceof Error ? error.name : 'unknown' }
  }
  parentPort?.postMessage(answer)
})
parentPort?.postMessage('ready')
