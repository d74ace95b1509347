import { createMemoryQueues } from '../../src/server/events/memory/memory-queues'
import { createRedisQueues } from '../../src/server/events/redis/redis-queues'
import type { EventQueues, QueueOptions } from '../../src/server/events/queues'
import { createRelay } from '../../src/server/events/relay'
import type { Relay, RelayOptions } from '../../src/server/events/relay'
import type { OutboxEntry } from '../../src/server/data/engine/transaction-effects'
import type { Random } from '../support/random'
import type { Network } from './network'
import { SimulatedDatabase } from './outbox-stand-in'
import type { NewEvent, OutboxStore } from './outbox-stand-in'
import { enter } from './redis-stand-in'
import type { RedisWorld } from './redis-stand-in'

const silent = { info: () => undefined, warn: () => undefined }

const queueOptions: QueueOptions = {
  heartbeatMs: { min: 20_000, max: 25_000 },
  maxEventsPerQueue: 10_000,
  log: silent,
}

export interface WorkerSettings {
  name: string
  random: Random
  network: Network
  store: OutboxStore
  /** Absent: queues in the memory of the only worker. */
  redis?: RedisWorld
  keyPrefix: string
}

/** One worker: the relay and the queues of the server, over simulated connections. */
export class SimulatedWorker {
  readonly name: string
  readonly queues: EventQueues
  readonly database: SimulatedDatabase
  private readonly relay: Relay
  private isSweeping = false
  private onCommit: (entries: readonly OutboxEntry[]) => Promise<void> = async () => undefined
  isDead = false

  constructor(private readonly settings: WorkerSettings) {
    const { name, network, random, store, redis, keyPrefix } = settings
    this.name = name
    this.database = new SimulatedDatabase(store, network, random, name)
    if (redis) {
      redis.process = name
      enter(redis)
      const connection = { url: 'redis://simulated', keyPrefix, shards: 2, log: silent }
      this.queues = createRedisQueues({ ...queueOptions, ...connection })
      enter(undefined)
    } else {
      this.queues = createMemoryQueues({ ...queueOptions, clock: { now: () => new Date() } })
    }
    this.relay = createRelay(this.relayOptions())
  }

  /** A request that publishes an event. @throws if its outcome is unknown, or a rollback */
  async publish(event: NewEvent): Promise<void> {
    const entry = await this.database.publish(event)
    void this.onCommit([entry])
  }

  /** A second has passed: stale rows are relayed. */
  look(): void {
    if (this.isSweeping || this.isDead || !this.settings.store.hasStaleRows) return
    this.isSweeping = true
    const end = (): void => void (this.isSweeping = false)
    this.relay.sweep().then(end, end)
  }

  expireQueues(): void {
    if (!this.isDead) this.queues.expire().catch(() => undefined)
  }

  /** Ends the process, like kill -9. */
  kill(): void {
    this.isDead = true
    this.database.die()
    for (const connection of this.settings.redis?.connections ?? []) {
      if (connection.process === this.name) connection.die()
    }
  }

  private relayOptions(): RelayOptions {
    const count = { inc: () => undefined, set: () => undefined }
    const options = {
      db: {
        query: this.database.query,
        onCommit: (call: typeof this.onCommit) => void (this.onCommit = call),
      },
      queues: this.queues,
      audiences: {
        forBatch:
          () =>
          async (
            _realm: number,
            { userIds = [] }: { userIds?: readonly number[] },
            online: readonly number[],
          ) =>
            new Set(online.filter((id) => userIds.includes(id))),
      },
      log: silent,
      metrics: {
        relayLag: { startTimer: () => () => 0 },
        eventsPublished: count,
        messagesSent: count,
        outboxDepth: count,
      },
      forgetAccounts: async () => undefined,
      hiddenDomainOf: async () => 'hidden.test',
      onAccessLost: async () => undefined,
      dueWork: { watch: () => ({ stop: async () => undefined }) },
    }
    return options as unknown as RelayOptions
  }
}
