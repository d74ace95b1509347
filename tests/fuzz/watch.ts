import { Connection } from './connection'
import type { Scene } from './scene'

export interface WatchFigures {
  /** The most resident memory of any worker, in MiB. */
  peakRssMib: number
  /** Resident memory of the workers together, as it was from one moment to the next. */
  rssMib: readonly number[]
  /** The longest that an event loop stood still, in milliseconds, as the workers themselves say. */
  longestLoopDelayMs: number
}

const pauseMs = 2_000
const patienceMs = 60_000

/** Looks at the workers from time to time while they are fuzzed. */
export class Watch {
  private longestLoopDelayMs = 0
  private readonly rss: number[] = []
  private readonly timer: NodeJS.Timeout
  private looking: Promise<void> = Promise.resolve()

  constructor(private readonly scene: Scene) {
    this.timer = setInterval(() => {
      this.looking = this.looking.then(() => this.look())
    }, pauseMs)
  }

  async stop(): Promise<void> {
    clearInterval(this.timer)
    await this.looking
    await this.look()
  }

  get figures(): WatchFigures {
    const peakRssMib = Math.max(0, ...this.scene.workers.map(({ peakMib }) => peakMib))
    return { peakRssMib, rssMib: this.rss, longestLoopDelayMs: this.longestLoopDelayMs }
  }

  private async look(): Promise<void> {
    const { workers, ports } = this.scene
    for (const worker of workers) worker.sampleMemory()
    this.rss.push(workers.reduce((sum, { rssMib }) => sum + (rssMib.at(-1) ?? 0), 0))
    for (const port of ports) {
      const connection = new Connection(port)
      const request = Buffer.from('GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n')
      try {
        const { body } = await connection.exchange(request, { patienceMs })
        const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(body.toString())?.[1]
        this.longestLoopDelayMs = Math.max(this.longestLoopDelayMs, Number(seconds ?? 0) * 1000)
      } catch {
        // A worker that is gone is found by whoever looks for it.
      } finally {
        connection.close()
      }
    }
  }
}
