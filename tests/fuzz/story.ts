import { asRecord } from '../support/checked'
import type { Random } from '../support/random'
import type { Attempt, CallMaker } from './calls'
import type { Answer } from './connection'

/** Makes a call, checks its answer, and returns it. */
export type Ask = (attempt: Attempt | undefined) => Promise<Answer | undefined>

export interface Telling {
  random: Random
  maker: CallMaker
  ask: Ask
  /** Runs steps concurrently, each over a connection of its own. */
  together(...steps: (() => Promise<unknown>)[]): Promise<void>
}

/** A sequence of calls that belong together. */
export type Story = (telling: Telling) => Promise<void>

/** The members of a successful answer; none of a refusal. */
export function bodyOf(answer: Answer | undefined): Record<string, unknown> {
  if (answer?.status !== 200) return {}
  return asRecord(JSON.parse(answer.body.toString()))
}
