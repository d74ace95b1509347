import { createJudge } from './strength-estimator'
import type { Judge, PasswordWords } from './strength-estimator'

/* Entry of a web worker: estimating guesses takes up to several hundred milliseconds, and typing must not stall. */

/** A password to estimate. */
export interface JudgeJob {
  /** Address of the word list. */
  words: string
  password: string
  owner: readonly string[]
}

/** Estimated number of guesses; undefined if the estimate failed. */
export interface JudgeAnswer {
  guesses: number | undefined
}

let judge: Promise<Judge> | undefined

async function loadJudge(address: string): Promise<Judge> {
  const response = await fetch(address)
  return createJudge((await response.json()) as PasswordWords)
}

async function answer({ words, password, owner }: JudgeJob): Promise<JudgeAnswer> {
  try {
    judge ??= loadJudge(words)
    return { guesses: (await judge)(password, owner) }
  } catch {
    // The next password retries loading.
    judge = undefined
    return { guesses: undefined }
  }
}

addEventListener('message', ({ data }: MessageEvent<JudgeJob>) => {
  void answer(data).then((said) => postMessage(said))
})
