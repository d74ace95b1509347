import program from 'password-judge.js'
import words from 'password-words.json'
import type { JudgeAnswer, JudgeJob } from './judge-worker'

/** Judges passwords beside the page, the latest that was asked of. */
export interface Judging {
  ask(password: string, owner: readonly string[]): void
  close(): void
}

interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(_: ''): URL }
}

const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes
/** Whatever is asked of it, it lets this one program run. */
const policy = factory?.createPolicy('parley-judge', { createScriptURL: () => program })

/** @param onAnswer hears how many guesses it takes; undefined where that cannot be said */
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
    // Of a password that has changed meanwhile nobody wants to know any more.
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
