import program from 'password-judge.js'
import words from 'password-words.json'
import type { JudgeAnswer, JudgeJob } from './strength-worker'

/** Estimates guesses in a web worker; only the latest password is answered. */
export interface Judging {
  ask(password: string, owner: readonly string[]): void
  close(): void
}

interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(_: ''): URL }
}

const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes
/** The policy always returns this one address, whatever the input. */
const policy = factory?.createPolicy('parley-judge', { createScriptURL: () => program })

/** @param onAnswer receives the number of guesses, undefined if the estimate failed */
export function startJudging(onAnswer: (guesses: number | undefined) => void): Judging {
  const worker = new Worker(policy?.createScriptURL('') ?? program)
  let isBusy = false
  let next: JudgeJob | undefined

  function go(): void {
    if (isBusy || !next) return
    isBusy = true
    worker.postMessage(next)
    next = undefined
  }

  function finish(guesses: number | undefined): void {
    isBusy = false
    // Drop the result if the password has changed meanwhile.
    if (!next) onAnswer(guesses)
    go()
  }

  worker.onmessage = ({ data }: MessageEvent<JudgeAnswer>) => finish(data.guesses)
  worker.onerror = () => finish(undefined)
  return {
    ask(password, owner) {
      next = { words, password, owner }
      go()
    },
    close: () => worker.terminate(),
  }
}
