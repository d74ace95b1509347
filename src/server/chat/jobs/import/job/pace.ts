import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/** Time between two looks for events of people. */
const lookEveryMs = 1_000
/** Max events per second that count as no activity: an import in the web app publishes its own progress. */
const quietPerSecond = 1
/** While people are active, batches have this share of their usual records, and short statements. */
const liveShare = 1 / 4
/** While people are active, the pause after a batch in relation to the time that the batch took. */
const pausePerTime = 2
const longestPauseMs = 1_000

interface PaceOptions {
  /** Counts the events that the database has published, whichever worker wrote them. */
  countEvents: () => Promise<number>
  elapsedMs?: () => number
  pause?: (ms: number) => Promise<unknown>
}

/**
 * Slows an import down while people are active on the server: PostgreSQL runs the statements of an import and those of
 * people at the same priority. An import that is alone runs at full speed.
 */
export class Pace {
  private readonly countEvents: () => Promise<number>
  private readonly elapsedMs: () => number
  private readonly pause: (ms: number) => Promise<unknown>
  private last: { at: number; events: number } | undefined
  private isLive = false

  constructor({ countEvents, elapsedMs = () => performance.now(), pause = delay }: PaceOptions) {
    this.countEvents = countEvents
    this.elapsedMs = elapsedMs
    this.pause = pause
  }

  /** The number of records in the next batch. @param usual number while nobody is active */
  sizeOf(usual: number): number {
    return this.isLive ? Math.ceil(usual * liveShare) : usual
  }

  /** Writes a batch; while people are active, a pause follows. */
  async run<T>(write: () => Promise<T>): Promise<T> {
    const startedAt = this.elapsedMs()
    const written = await write()
    const tookMs = this.elapsedMs() - startedAt
    await this.look()
    if (this.isLive) await this.pause(Math.min(longestPauseMs, tookMs * pausePerTime))
    return written
  }

  private async look(): Promise<void> {
    const at = this.elapsedMs()
    if (this.last && at - this.last.at < lookEveryMs) return
    const events = await this.countEvents()
    if (this.last) {
      const seconds = (at - this.last.at) / 1_000
      this.isLive = events - this.last.events > quietPerSecond * seconds
    }
    this.last = { at, events }
  }
}
