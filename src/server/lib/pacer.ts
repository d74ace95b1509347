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

/** Length of a quiet moment, and the max number of moments to wait for one. */
const moment = { ms: 5, most: 4 }

/**
 * Waits for a moment in which no request begins, so that work which may wait does not run beside a message. On a worker
 * that is never quiet the wait is 20 ms.
 */
export async function quietMoment(
  requests: { readonly begun: number },
  pause: Pause = delay,
): Promise<void> {
  for (let waited = 0; waited < moment.most; waited += 1) {
    const { begun } = requests
    await pause(moment.ms)
    if (requests.begun === begun) return
  }
}
