import { Connection } from './connection'
import type { Scene } from './scene'

export interface WatchFigures {
  /** Peak resident memory of any worker, in MiB. */
  peakRssMib: number
  /** Samples of the resident memory of all workers together. */
  rssMib: readonly number[]
  /** Longest delay of an event loop, in milliseconds, by the workers' metrics. */
  longestLoopDelayMs: number
}

const pauseMs = 2_000
const patienceMs = 60_000

/** Samples the workers' figures while they are fuzzed. */
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
        const longestMs = longestLoopDelayMs(body.toString())
        this.longestLoopDelayMs = Math.max(this.longestLoopDelayMs, longestMs)
      } catch {
        // The end of a worker is detected elsewhere.
      } finally {
        connection.close()
      }
    }
  }
}

/** The upper bound of all event-loop delays of a worker; 0 without a metric. */
function longestLoopDelayMs(metrics: string): number {
  const pattern = /^parley_event_loop_delay_seconds_bucket\{le="([^"]+)".*\} (\d+)$/gm
  const buckets = [...metrics.matchAll(pattern)]
  const all = buckets.at(-1)?.[2]
  const bound = buckets.find(([, , count]) => count === all)?.[1] ?? '0'
  return bound === '+Inf' ? Infinity : Number(bound) * 1000
}
