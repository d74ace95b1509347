import { createJudge } from './judge'
import type { Judge, PasswordWords } from './judge'

/*
 * The program of a worker: a guess takes up to some hundred milliseconds, in which people go on typing.
 */

/** A password to be judged. */
export interface JudgeJob {
  /** Where the words are, by which it is judged. */
  words: string
  password: string
  owner: readonly string[]
}

/** In how many guesses it is found; undefined where that could not be said. */
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
    // The next password tries again.
    judge = undefined
    return { guesses: undefined }
  }
}

addEventListener('message', ({ data }: MessageEvent<JudgeJob>) => {
  void answer(data).then((said) => postMessage(said))
})
