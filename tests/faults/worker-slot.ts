import { setTimeout as delay } from 'node:timers/promises'
import { bundledWorker } from '../support/bundle/bundle'
import { OwnProcess } from '../support/own-process'
import type { StoreProxy } from '../support/store-proxy'
import type { RedisWay } from './run-redis'
import type { Timeline } from './timeline'
import type { WorkerNetwork } from './worker-network'

const program = bundledWorker()
const pauseMs = 100

export interface WorkerSlotOptions {
  name: string
  port: number
  settings: Record<string, string>
  /** The worker's only paths to Redis and to PostgreSQL. */
  redis: RedisWay
  postgres: StoreProxy
  /** The worker's own network; absent: that of the tests. */
  network: WorkerNetwork | undefined
  timeline: Timeline
  onLogLine: (line: string) => void
  /** Called when a ready worker ended unexpectedly. */
  onFailure: (what: string) => void
}

/** A slot for a worker: a worker that has ended is replaced by another at the same port. */
export class WorkerSlot {
  private process: OwnProcess | undefined
  private wasReady = false
  private isClosed = false

  constructor(private readonly options: WorkerSlotOptions) {}

  get name(): string {
    return this.options.name
  }

  get origin(): string {
    const { network, port } = this.options
    return `http://${network?.workerAddress ?? '127.0.0.1'}:${port}`
  }

  get redis(): RedisWay {
    return this.options.redis
  }

  get postgres(): StoreProxy {
    return this.options.postgres
  }

  get network(): WorkerNetwork | undefined {
    return this.options.network
  }

  /** Starts a worker and waits until it is ready, however long its stores are down. */
  async start(): Promise<void> {
    this.launch()
    while (!this.isClosed && !(await this.isReady())) await delay(pauseMs)
  }

  async isReady(): Promise<boolean> {
    const isReady = await answersReady(this.origin)
    if (isReady) this.wasReady = true
    return isReady
  }

  /** Imitates a crash, or the kernel's out-of-memory killer. */
  async kill(): Promise<void> {
    await this.take()?.end('SIGKILL')
  }

  /** Imitates a new release; answers the exit code. */
  async terminate(): Promise<number | null | undefined> {
    return this.take()?.end('SIGTERM')
  }

  /** Suspends the worker with open connections. Answers a function that resumes it. */
  pause(): () => void {
    const paused = this.process
    paused?.signal('SIGSTOP')
    return () => paused?.signal('SIGCONT')
  }

  async close(): Promise<void> {
    this.isClosed = true
    await this.kill()
    await Promise.all([this.redis.close(), this.postgres.close(), this.network?.remove()])
  }

  /** Removes the process from the slot; its end is expected from then on. */
  private take(): OwnProcess | undefined {
    const { process } = this
    this.process = undefined
    return process
  }

  private launch(): void {
    const { settings, network } = this.options
    const [command, args] = [process.execPath, [program]]
    const launched = new OwnProcess({
      ...(network?.wrap(command, args) ?? { command, args }),
      env: { PATH: process.env['PATH'], HOST: network?.workerAddress, ...settings },
      onLine: this.options.onLogLine,
    })
    this.process = launched
    this.wasReady = false
    void launched.exited.then((code) => this.onExit(launched, code))
  }

  private onExit(ended: OwnProcess, code: number | null): void {
    if (this.process !== ended) return
    const what = `${this.name} ended by itself (exit code ${code})`
    // A worker that starts while its stores are down gives up, and its supervisor starts another.
    if (this.wasReady) this.options.onFailure(what)
    this.options.timeline.note(what)
    this.launch()
  }
}

async function answersReady(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/ready`, { signal: AbortSignal.timeout(2_000) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
