import { EventEmitter } from 'node:events'
import type { Random } from '../support/random'
import { Flow } from './network'
import type { Network } from './network'
import type { Published, RedisScripts, ScriptDefinition, Word } from './redis-scripts'

/** The one real Redis behind all simulated connections. It runs one command at a time, at a simulated time. */
export class RedisStore {
  /**
   * @param prefix of all keys of the simulation
   * @param nowMs the clock of the simulated Redis
   */
  constructor(
    private readonly scripts: RedisScripts,
    private readonly prefix: string,
    private readonly nowMs: () => number,
  ) {}

  define(name: string, definition: ScriptDefinition): void {
    this.scripts.define(name, definition)
  }

  /** Runs a script, and returns its answer with all messages that it published. */
  run(name: string, words: readonly Word[]): Promise<{ reply: unknown; published: Published[] }> {
    return this.scripts.run(name, words, this.nowMs())
  }

  /** Deletes all keys of the simulation. */
  async close(): Promise<void> {
    await this.scripts.deleteKeys(this.prefix)
  }
}

/** The surroundings that all connections of a simulation share. */
export interface RedisWorld {
  network: Network
  random: Random
  store: RedisStore
  connections: Set<SimulatedRedis>
  /** The process that makes connections now. */
  process: string
  /** The time of the simulation, which never jumps. */
  nowMs: () => number
}

/** Time for which a request of a broken connection may be on its way. */
const latestArrivalMs = 3_000

let world: RedisWorld | undefined

/** Sets the world in which connections are made from now on. */
export function enter(next: RedisWorld | undefined): void {
  world = next
}

/** The parts of ioredis' client that the event queues use, over a simulated network. */
export class SimulatedRedis extends EventEmitter {
  status: 'connecting' | 'ready' | 'reconnecting' | 'end' = 'connecting'
  readonly process: string
  private readonly world: RedisWorld
  private requests: Flow
  private answers: Flow
  private readonly channels = new Set<string>()
  private readonly pending = new Set<(error: Error) => void>()
  private isDead = false

  constructor() {
    super()
    if (!world) throw new Error('There is no simulation.')
    this.world = world
    this.process = world.process
    this.requests = new Flow(world.network, '')
    this.answers = new Flow(world.network, this.process)
    world.connections.add(this)
    this.connect()
  }

  defineCommand(name: string, definition: ScriptDefinition): void {
    this.world.store.define(name, definition)
    Object.assign(this, { [name]: (...words: Word[]) => this.run(name, words) })
  }

  ping(): Promise<string> {
    return this.request(() => 'PONG')
  }

  /** No worker of an earlier version runs. */
  pubsub(): Promise<string[]> {
    return this.request(() => [])
  }

  subscribe(...channels: string[]): Promise<number> {
    return this.request(() => {
      for (const channel of channels) this.channels.add(channel)
      return channels.length
    })
  }

  disconnect(again = false): void {
    if (this.status === 'end') return
    this.break(again ? 'reconnecting' : 'end')
  }

  /** Breaks the connection, as the network does. The client connects again. */
  fail(): void {
    if (this.status === 'ready') this.break('reconnecting')
  }

  /** Ends the process: nothing arrives there again, and some of its requests still reach Redis. */
  die(): void {
    this.isDead = true
    this.dropFlows()
    this.status = 'end'
    this.world.connections.delete(this)
  }

  hears(channel: string): boolean {
    return this.channels.has(channel)
  }

  push(message: Published): void {
    this.answers.send(() => void this.emit('message', message.channel, message.message))
  }

  private run(name: string, words: readonly Word[]): Promise<unknown> {
    return this.request(async () => {
      const { reply, published } = await this.world.store.run(name, words)
      for (const message of published) {
        for (const connection of this.world.connections) {
          if (connection.hears(message.channel)) connection.push(message)
        }
      }
      return reply
    })
  }

  private request<T>(execute: () => T | Promise<T>): Promise<T> {
    if (this.isDead) return new Promise(() => undefined)
    if (this.status !== 'ready') {
      return Promise.reject(
        new Error("Stream isn't writeable and enableOfflineQueue options is false"),
      )
    }
    return new Promise((resolve, reject) => {
      const { answers } = this
      this.pending.add(reject)
      this.requests.send(async () => {
        const outcome = await Promise.resolve()
          .then(execute)
          .then(
            (reply) => () => resolve(reply),
            (error: unknown) => () =>
              reject(error instanceof Error ? error : new Error(String(error))),
          )
        answers.send(() => {
          this.pending.delete(reject)
          outcome()
        })
      })
    })
  }

  private break(status: 'reconnecting' | 'end'): void {
    this.status = status
    this.dropFlows()
    const failed = [...this.pending]
    this.pending.clear()
    for (const fail of failed) fail(new Error('Connection is closed.'))
    this.emit('close')
    if (status === 'reconnecting') this.connect()
    else this.emit('end')
  }

  /** Some requests have left the process, and reach Redis some time; all answers are lost. */
  private dropFlows(): void {
    const { requests, answers } = this
    this.channels.clear()
    const { random, nowMs } = this.world
    requests.cut(random.between(0, requests.size))
    const arrivesAt = nowMs() + random.pick([0, latestArrivalMs])
    requests.isBlocked = () => nowMs() < arrivesAt
    answers.cut(0)
    answers.close()
    this.requests = new Flow(this.world.network, '')
    this.answers = new Flow(this.world.network, this.process)
  }

  private connect(): void {
    this.answers.send(() => {
      if (this.isDead || this.status === 'end') return
      this.status = 'ready'
      this.emit('ready')
    })
  }
}
