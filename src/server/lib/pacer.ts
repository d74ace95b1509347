import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

type Pause = (ms: number) => Promise<unknown>

interface PacerOptions {
  perSecond: number
  elapsedMs?: () => number
  pause?: Pause
}

/** Spreads work evenly over time, so that a burst of it does not hold up other work of the process. */
export class Pacer {
  private readonly msPerUnit: number
  private readonly elapsedMs: () => number
  private readonly pause: Pause
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

/** Length of a moment, and the max number of moments to wait. */
const moment = { ms: 5, most: 4 }

/** Lets work that may wait give way to requests: to messages, and to the polls that they wake. */
export class QuietMoments {
  private begun = NaN

  constructor(private readonly pause: Pause = delay) {}

  /**
   * Returns if no request has begun since the last look, which was here or by another caller; otherwise looks again after
   * some milliseconds. On a worker that is never quiet the wait is 20 ms.
   */
  async next(requests: { readonly begun: number }): Promise<void> {
    for (let waited = 0; waited < moment.most; waited += 1) {
      if (requests.begun === this.begun) return
      this.begun = requests.begun
      await this.pause(moment.ms)
    }
  }
}
