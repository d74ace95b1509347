import { setTimeout as delay } from 'node:timers/promises'

type Pause = (ms: number) => Promise<unknown>

/** Length of a further pause while requests begin, and the max number of them. */
const moment = { ms: 5, most: 4 }

/**
 * Spreads work that may wait evenly over time, and lets it give way to requests: to messages, and to the polls that they
 * wake. A busy process makes the pauses longer; what it misses is not made up for, as that would be a burst at the worst
 * time.
 */
export class Pacer {
  /** When the next turn may begin. */
  private next: Promise<unknown> = Promise.resolve()
  /** Number of requests at the last look. */
  private begun = NaN

  /** @param pauseMs after each turn */
  constructor(
    private readonly pauseMs: number,
    private readonly pause: Pause = delay,
  ) {}

  /**
   * Waits for the turn of a piece of work; callers get their turns in order, the first after idle time at once.
   * @param requests those of the process
   */
  async turn(requests: { readonly begun: number }): Promise<void> {
    const turn = this.next
    this.next = turn.then(() => this.rest(requests))
    await turn
  }

  /** Pauses, then until no request has begun for some milliseconds; on a worker that is never quiet 20 ms longer. */
  private async rest(requests: { readonly begun: number }): Promise<void> {
    await this.pause(this.pauseMs)
    for (let waited = 0; waited < moment.most && requests.begun !== this.begun; waited += 1) {
      this.begun = requests.begun
      await this.pause(moment.ms)
    }
  }
}
