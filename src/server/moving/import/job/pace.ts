import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'

/** Time between two looks for events of people. */
const lookEveryMs = 1_000
/** Max events per second that count as no activity: an import in the web app publishes its own progress. */
const quietPerSecond = 1
/** While people are active, batches have this share of their usual records, and short statements. */
const liveShare = 1 / 4
/** While people are active, the pause after a batch in relation to the time that the batch took. */
const pausePerTime = 2
const longestPauseMs = 1_000

/**
 * Share of the usual records for a database that runs in the event loop of a worker: a statement of 60 messages takes some 40 ms there, one of
 * 1,000 half a second.
 */
const embeddedShare = 1 / 16

interface PaceOptions {
  /** Whether the database runs in the event loop of a worker, which serves people between two statements. */
  isInEventLoop?: boolean
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
  private readonly isInEventLoop: boolean
  private readonly countEvents: () => Promise<number>
  private readonly elapsedMs: () => number
  private readonly pause: (ms: number) => Promise<unknown>
  private last: { at: number; events: number } | undefined
  private isLive = false

  constructor({
    isInEventLoop = false,
    countEvents,
    elapsedMs = () => performance.now(),
    pause = delay,
  }: PaceOptions) {
    this.isInEventLoop = isInEventLoop
    this.countEvents = countEvents
    this.elapsedMs = elapsedMs
    this.pause = pause
  }

  /** The number of records in the next batch. @param usual number while nobody is active */
  sizeOf(usual: number): number {
    const share = this.isInEventLoop ? embeddedShare : 1
    return Math.ceil(usual * (this.isLive ? Math.min(share, liveShare) : share))
  }

  /** Writes a batch; while people are active, a pause follows. */
  async run<T>(write: () => Promise<T>): Promise<T> {
    const startedAt = this.elapsedMs()
    const written = await write()
    // Statements of the embedded database end without a turn of the event loop.
    if (this.isInEventLoop) await nextTurn()
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
