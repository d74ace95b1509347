import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

interface PacerOptions {
  perSecond: number
  elapsedMs?: () => number
  pause?: (ms: number) => Promise<unknown>
}

/** Spreads work evenly over time, so that a burst of it does not hold up other work of the process. */
export class Pacer {
  private readonly msPerUnit: number
  private readonly elapsedMs: () => number
  private readonly pause: (ms: number) => Promise<unknown>
  /** When the work so far is over at this pace. */
  private freeAt = -Infinity

  constructor({ perSecond, elapsedMs = () => performance.now(), pause = delay }: PacerOptions) {
    this.msPerUnit = 1_000 / perSecond
    this.elapsedMs = elapsedMs
    this.pause = pause
  }

  /** Waits for the turn of some units of work; callers get their turns in order. Idle time gathers no units. */
  async turn(units: number): Promise<void> {
    const now = this.elapsedMs()
    const begins = Math.max(now, this.freeAt)
    this.freeAt = begins + units * this.msPerUnit
    if (begins > now) await this.pause(begins - now)
  }
}
