import { readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { findRedisServer } from './binaries'
import { exactly } from './checked'
import { makeOwnFolder, removeOwnFolder } from './own-folder'
import { ownPorts } from './own-ports'
import { OwnProcess } from './own-process'
import { untilHolds } from './until'

/** A private Redis of a test, to be killed, restarted and emptied. Keeps its port. */
export class OwnRedis {
  private process: OwnProcess
  /** The last lines that it printed, for the error when it ends by itself. */
  private output: string[] = []

  private constructor(
    readonly port: number,
    /** The port of a node of a cluster for the other nodes; undefined for others. */
    readonly busPort: number | undefined,
    private readonly folder: string,
    private readonly args: readonly string[],
  ) {
    this.process = this.launch()
  }

  /**
   * Starts a Redis with persistence: every answered write survives a kill.
   *
   * @param args further settings, as `--name`, `value`
   * @param options `isNode`: whether it is to be a node of a cluster
   * @throws when redis-server is not installed
   */
  static async start(args: readonly string[] = [], { isNode = false } = {}): Promise<OwnRedis> {
    for (let triesLeft = 3; ; triesLeft--) {
      const [port, busPort] = exactly(await ownPorts(2), 2)
      const folder = await makeOwnFolder('redis')
      const redis = new OwnRedis(port, isNode ? busPort : undefined, folder, args)
      try {
        await redis.untilReady()
        return redis
      } catch (error) {
        await redis.remove()
        // Another process may have taken the port since it was found free.
        if (triesLeft === 0) throw error
      }
    }
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  /** Kills it at once, like a crash. */
  async kill(): Promise<void> {
    await this.process.end('SIGKILL')
  }

  /** Stops it in mid-step; see {@link OwnProcess.pause}. */
  pause(): () => void {
    return this.process.pause()
  }

  /** Restarts it after {@link kill}, with all its data. */
  async start(): Promise<void> {
    this.process = this.launch()
    await this.untilReady()
  }

  /** Deletes all data; call it while it is killed. */
  async empty(): Promise<void> {
    await rm(join(this.folder, 'appendonlydir'), { recursive: true, force: true })
  }

  /** Notes what is in the append-only file now. Answers a function that deletes the rest; call it while it is killed. */
  async markFile(): Promise<() => Promise<void>> {
    const folder = join(this.folder, 'appendonlydir')
    const names = (await readdir(folder)).filter((name) => name.endsWith('.incr.aof'))
    const files = names.map((name) => join(folder, name))
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
    return async () => {
      await Promise.all(files.map((file, index) => truncate(file, sizes[index])))
    }
  }

  async remove(): Promise<void> {
    await this.kill()
    await removeOwnFolder(this.folder)
  }

  /** Runs commands over a connection that is closed afterwards. */
  async with<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(this.url, { retryStrategy: () => null, maxRetriesPerRequest: 0 })
    // The command itself fails with the reason.
    redis.on('error', () => undefined)
    try {
      return await work(redis)
    } finally {
      redis.disconnect()
    }
  }

  private launch(): OwnProcess {
    const command = findRedisServer()
    if (!command) throw new Error('There is no redis-server.')
    const settings = {
      bind: '127.0.0.1',
      port: this.port,
      dir: this.folder,
      save: '',
      appendonly: 'yes',
      // Written before each answer, which survives a crash of Redis but not one of the machine.
      appendfsync: 'no',
    }
    const ofNode = this.busPort ? { 'cluster-enabled': 'yes', 'cluster-port': this.busPort } : {}
    const args = Object.entries({ ...settings, ...ofNode }).flatMap(([name, value]) => [
      `--${name}`,
      String(value),
    ])
    return new OwnProcess({
      command,
      args: [...args, ...this.args],
      onLine: (line) => {
        this.output = [...this.output, line].slice(-10)
      },
    })
  }

  /** It answers with LOADING until it has loaded its data. */
  private async untilReady(): Promise<void> {
    const endsFirst = this.process.exited.then((code) => {
      throw new Error(`redis-server has ended (${code}):\n${this.output.join('\n')}`)
    })
    const answers = untilHolds(`Redis answers at port ${this.port}`, async () => {
      if (!this.process.isRunning) return true
      return (await this.with((redis) => redis.ping())) === 'PONG'
    })
    await Promise.race([answers, endsFirst])
  }
}
