import type { Look } from '../page/look'
import type { Step } from '../step-kinds'
import type { Done } from '../steps/step'
import type { Walk } from '../walk'

/** A step with the page before and after it. */
export interface Played {
  walk: Walk
  step: Step
  done: Done
  before: Look
  after: Look
  /** Whether the slow invariants are checked as well, which ask the server. */
  isThorough: boolean
}

/** Finds what does not hold after a step, a line for each. */
export type Judge = (played: Played) => string[] | Promise<string[]>
