import { get } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { IncomingMessage } from 'node:http'
import { shapedLike } from '../support/checked'
import type { TestStores } from '../support/stores'
import { Worker } from '../support/workers'

const preload = join(__dirname, '../support/figures-on-signal.js')

/** Figures of a worker after garbage collection. */
export interface WorkerFigures {
  heapBytes: number
  /** Client connections. */
  sockets: number
}

/** A worker process that reports its figures. */
export class WatchedWorker {
  private waiting: ((figures: WorkerFigures) => void)[] = []

  private constructor(readonly worker: Worker) {
    const { stdout } = worker.process
    if (!stdout) throw new Error('The worker has no output.')
    createInterface({ input: stdout }).on('line', (line) => {
      if (!line.startsWith('{"msg":"figures"')) return
      const figures = shapedLike(JSON.parse(line), { heapBytes: 0, sockets: 0 })
      for (const resolve of this.waiting.splice(0)) resolve(figures)
    })
  }

  static async start(stores: TestStores, settings: Record<string, string>): Promise<WatchedWorker> {
    const options = { ...settings, NODE_OPTIONS: `--require ${preload}` }
    return new WatchedWorker(await Worker.start(stores, options))
  }

  get port(): number {
    return Number(new URL(this.worker.url).port)
  }

  figures(): Promise<WorkerFigures> {
    return new Promise((resolve) => {
      this.waiting.push(resolve)
      this.worker.process.kill('SIGUSR2')
    })
  }

  /** A metric of the worker, over a connection of its own. */
  async metric(name: string): Promise<number> {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${this.worker.url}/metrics`, { agent: false }, resolve).once('error', reject)
    })
    return Number(new RegExp(`^${name}(?:\\{.*\\})? (\\d+)$`, 'm').exec(await text(answer))?.[1])
  }
}
