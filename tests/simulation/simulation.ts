import { messageRecord } from '../contract/event-queues.cast'
import { elementAt, shapedLike } from '../support/checked'
import { Random } from '../support/random'
import { judge } from './auditor'
import { SimulatedClient } from './client'
import type { Scene } from './client'
import { clock } from './clock'
import { noCounts } from './counts'
import type { Counts } from './counts'
import type { Sight } from './history'
import { Network } from './network'
import { OutboxStore } from './outbox-stand-in'
import type { NewEvent } from './outbox-stand-in'
import type { RedisScripts } from './redis-scripts'
import { RedisStore } from './redis-stand-in'
import type { RedisWorld } from './redis-stand-in'
import { SimulatedWorker } from './worker'

export interface SimulationOptions {
  seed: number
  /** A real Redis; absent: queues in the memory of one worker. */
  redis?: RedisScripts | undefined
}

export interface Verdict {
  seed: number
  faults: string[]
  history: readonly Sight[]
  counts: Counts
}

const startMs = 1_700_000_000_000
const realmId = 1
const users = [1, 2, 3, 4]
const streams = 3
/** Seconds that a queue lives without polls. Jumps of the clock of Redis end queues with the shorter one. */
const lifespans = [600, 240]
/** Each round has steps with faults, and then a time without. */
const rounds = 5
const stepsPerRound = 80
/**
 * Seconds without an event after which all are taken to have arrived: more than the pauses of all repetitions, and
 * less than a heartbeat, which would hide a lost wake-up.
 */
const quietSeconds = 10
/** Steps after which a healthy server has delivered everything. */
const mostQuietSteps = 5_000

/**
 * Runs the relay, the queues and their clients in one process. The seed decides the order of all requests and answers
 * between them, and all faults: lost and late requests, lost answers, broken connections, killed and standing workers,
 * jumps of the clock of Redis. Then everything works again, and the auditor judges the history.
 */
export async function simulate(options: SimulationOptions): Promise<Verdict> {
  const simulation = new Simulation(options)
  const random = Math.random
  Math.random = () => simulation.chances.next()
  clock.install(startMs)
  try {
    return await simulation.run()
  } finally {
    clock.uninstall()
    Math.random = random
  }
}

class Simulation {
  readonly chances: Random
  private readonly random: Random
  private readonly network: Network
  private readonly outbox: OutboxStore
  private readonly redis: RedisWorld | undefined
  private readonly keyPrefix: string
  private readonly history: Sight[] = []
  private readonly workers: SimulatedWorker[] = []
  private readonly clients: SimulatedClient[] = []
  private readonly counts = noCounts()
  /** Time since the start, and the offset of the clock of Redis. */
  private nowMs = startMs
  private offsetMs = 0
  private latestKey = 0
  private latestWorker = 0
  private readonly faultRate: number

  constructor(private readonly options: SimulationOptions) {
    this.random = new Random(options.seed)
    this.chances = this.random.fork()
    this.network = new Network(this.random.fork())
    this.keyPrefix = `simulation-${process.pid}-${options.seed}`
    this.outbox = new OutboxStore(realmId, () => this.nowMs)
    this.redis = options.redis && this.createRedis(options.redis)
    this.faultRate = this.random.pick([0, 0.01, 0.04, 0.1])
  }

  async run(): Promise<Verdict> {
    const { seed } = this.options
    const workers = this.redis ? this.random.between(1, 3) : 1
    for (let i = 0; i < workers; i++) this.startWorker()
    this.makeClients()
    for (let round = 0; round < rounds; round++) {
      this.setFaults(this.faultRate)
      for (let step = 0; step < stepsPerRound; step++) await this.stepWithFaults()
      await this.calmDown()
    }
    for (const worker of this.workers) await worker.queues.close().catch(() => undefined)
    await clock.settle()
    await this.redis?.store.close()
    return { seed, faults: judge(this.history), history: this.history, counts: this.counts }
  }

  private createRedis(scripts: RedisScripts): RedisWorld {
    const store = new RedisStore(scripts, this.keyPrefix, () => this.nowMs + this.offsetMs)
    const random = this.random.fork()
    const { network } = this
    return { network, random, store, connections: new Set(), process: '', nowMs: () => this.nowMs }
  }

  private startWorker(): void {
    this.latestWorker += 1
    const { network, outbox: store, redis, keyPrefix } = this
    const settings = {
      name: `w${this.latestWorker}`,
      random: this.random.fork(),
      network,
      store,
      keyPrefix,
    }
    const worker = new SimulatedWorker({ ...settings, ...(redis ? { redis } : {}) })
    worker.database.faultRate = this.faultRate / 4
    this.workers.push(worker)
  }

  private makeClients(): void {
    const { network, workers } = this
    const scene: Scene = {
      ...{ network, workers, realmId, random: this.random.fork() },
      lifespanSeconds: elementAt(lifespans, this.options.seed % lifespans.length),
      commits: () => this.outbox.commits.length,
      storeMs: () => this.nowMs + this.offsetMs,
      see: (sight) => {
        this.history.push(sight)
        if (sight.kind === 'delivered') this.counts.deliveries += sight.events.length
        if (sight.kind === 'ended') this.counts.ended += 1
      },
    }
    for (const user of users) {
      const devices = this.random.between(1, 2)
      for (let i = 0; i < devices; i++) this.clients.push(new SimulatedClient(scene, user))
    }
  }

  private setFaults(rate: number): void {
    for (const client of this.clients) client.lossRate = rate
    for (const { database } of this.workers) database.faultRate = rate / 4
  }

  private async stepWithFaults(): Promise<void> {
    const { random } = this
    if (random.chance(0.08)) this.publish()
    if (random.chance(this.faultRate)) this.disturb()
    if (random.chance(0.2)) random.pick(this.clients).act()
    const isQuiet = !(await this.step())
    if (isQuiet || random.chance(0.05)) await this.pass(random.pick([1, 5, 50, 500, 1_500]))
    await this.seeCommits()
  }

  private async step(): Promise<boolean> {
    const hasMoved = await this.network.step()
    if (hasMoved) this.counts.steps += 1
    return hasMoved
  }

  /** Lets everything work again until all clients wait with everything delivered. */
  private async calmDown(): Promise<void> {
    this.note('none for a while')
    this.network.paused.clear()
    this.setFaults(0)
    let idle = 0
    for (let step = 0; idle < quietSeconds && step < mostQuietSteps; step++) {
      for (const client of this.clients) client.act()
      const moved = await this.step()
      if (!moved) await this.pass(1_000)
      if (!moved) idle = this.outbox.depth > 0 ? 0 : idle + 1
      await this.seeCommits()
    }
    for (const { queue } of this.clients) {
      if (queue) this.history.push({ kind: 'calm', queue: queue.id })
    }
  }

  private publish(): void {
    const { random } = this
    this.latestKey += 1
    const key = this.latestKey
    const userIds = random.shuffled(users).slice(0, random.between(1, users.length))
    const inOrder = random.chance(0.4)
    const content = inOrder
      ? { type: 'stream', op: 'update', key }
      : { type: 'message', message: messageRecord('x', { id: key }) }
    const body = { event: content, audience: { userIds } }
    const event: NewEvent = { key, inOrder, stream: random.between(1, streams), body }
    // The client of an unknown outcome does not repeat its request here.
    void random
      .pick(this.workers)
      .publish(event)
      .catch(() => undefined)
  }

  /** Notes the commits since the last step. */
  private async seeCommits(): Promise<void> {
    while (this.counts.commits < this.outbox.commits.length) {
      const commit = this.outbox.commits[this.counts.commits]
      this.counts.commits += 1
      if (!commit) continue
      const { seq, key, stream, inOrder, insertedAt, body } = commit
      const { audience } = shapedLike(body, { audience: { userIds: [0] } })
      this.history.push({
        ...{ kind: 'commit', seq, key, stream, insertedAt },
        ...{ isMessage: !inOrder, audience: audience.userIds },
      })
    }
  }

  private disturb(): void {
    const { random } = this
    const { breakConnection } = this
    const wishes = [
      this.killWorker,
      this.pauseWorker,
      breakConnection,
      breakConnection,
      this.jump,
      this.hangUp,
    ]
    random.pick(this.redis ? wishes : [this.hangUp]).call(this)
  }

  private killWorker(): void {
    const worker = this.random.pick(this.workers)
    this.counts.kills += 1
    this.note(`${worker.name} is killed`)
    worker.kill()
    this.workers.splice(this.workers.indexOf(worker), 1)
    this.startWorker()
    for (const client of this.clients) if (client.servedBy === worker) client.hangUp?.()
  }

  private pauseWorker(): void {
    const { paused } = this.network
    const { name } = this.random.pick(this.workers)
    const goesOn = paused.delete(name)
    if (!goesOn) paused.add(name)
    this.note(`${name} ${goesOn ? 'goes on' : 'stands still'}`)
  }

  private breakConnection(): void {
    const connections = [...(this.redis?.connections ?? [])]
    this.counts.breaks += 1
    const connection = this.random.pick(connections)
    this.note(`a connection of ${connection.process} breaks`)
    connection.fail()
  }

  private jump(): void {
    const ms = this.random.between(-300_000, 300_000)
    this.note(`the clock of Redis jumps by ${ms} ms`)
    this.offsetMs += ms
    for (const client of this.clients) client.seeTime()
  }

  private note(text: string): void {
    this.history.push({ kind: 'fault', text })
  }

  private hangUp(): void {
    this.random.pick(this.clients).hangUp?.()
  }

  private async pass(ms: number): Promise<void> {
    this.nowMs += ms
    for (const client of this.clients) client.seeTime()
    clock.advance(ms)
    await clock.settle()
    if (ms < 500) return
    for (const worker of this.workers) {
      worker.look()
      if (this.random.chance(0.05)) worker.expireQueues()
    }
    await clock.settle()
  }
}
