import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import pino from 'pino'
import type { EventQueues } from '../../src/server/events/queues'
import { shardKey } from '../../src/server/events/redis/keys'
import { redisAddresses } from '../../src/server/stores/redis/cluster'
import type { ConnectionName } from '../../src/server/stores/redis/connection'
import { createRedisQueues } from '../../src/server/events/redis/redis-queues'
import type { RedisQueuesOptions } from '../../src/server/events/redis/shards'
import { asTexts, firstOf } from '../support/checked'
import { until, untilReady } from './event-queues.cast'

/**
 * Several workers on one Redis, or on a cluster whose nodes are all in the address, with a key prefix
 * of their own. Also reads and deletes their keys.
 */
export class RedisWorkers {
  readonly keyPrefix = `test-${randomBytes(6).toString('hex')}`
  /** A connection to Redis, or to the first node of the cluster. */
  readonly redis: Redis
  private readonly nodes: readonly Redis[]
  private readonly opened: EventQueues[] = []

  constructor(
    private readonly url: string,
    private readonly shards = 1,
  ) {
    this.nodes = redisAddresses(url).map((address) => new Redis(address))
    this.redis = firstOf(this.nodes)
  }

  async open(options?: Partial<RedisQueuesOptions>): Promise<EventQueues> {
    const worker = firstOf(await this.openSeveral(1, options))
    return worker
  }

  openUnconnected(options: Partial<RedisQueuesOptions> = {}): EventQueues {
    const worker = createRedisQueues({
      url: this.url,
      keyPrefix: this.keyPrefix,
      shards: this.shards,
      heartbeatMs: { min: 45_000, max: 55_000 },
      maxEventsPerQueue: 100_000,
      log: pino({ level: 'silent' }),
      ...options,
    })
    this.opened.push(worker)
    return worker
  }

  async openSeveral(count: number, options?: Partial<RedisQueuesOptions>): Promise<EventQueues[]> {
    const known = new Set(await this.wakeUpChannels())
    const workers = Array.from({ length: count }, () => this.openUnconnected(options))
    await Promise.all(workers.map((worker) => untilReady(worker)))
    // In a cluster a worker is ready as soon as it listens to one node.
    await until(async () => {
      const channels = await this.wakeUpChannels()
      return channels.filter((channel) => !known.has(channel)).length >= count * this.shards
    })
    return workers
  }

  /** All keys of these workers, except for the bitmaps of dispatched rows, the counts of writes, and the run of Redis. */
  async keys(): Promise<string[]> {
    const keys = await this.redis.keys(`{${this.keyPrefix}:*`)
    return keys.filter((key) => !/:(dispatched:|writes:|run$)/.test(key)).sort()
  }

  /** Names of keys without the parts that differ by queue. */
  async kindsOfKeys(): Promise<string[]> {
    const kinds = (await this.keys()).map((key) => /\}:([a-z-]+)/.exec(key)?.[1] ?? key)
    return [...new Set(kinds)]
  }

  /** Waits until Redis has a parked poll for the queue. */
  async untilParked(queueId: string): Promise<void> {
    const states = `${shardKey(this.keyPrefix, Number(queueId.split(':')[1]))}states`
    // The token of the parked poll, if any, follows eight numbers and the name of a worker.
    await until(async () =>
      /^\d/.test((await this.hget(states, queueId))?.toString('latin1', 76) ?? ''),
    )
  }

  /** Kills the connections with this name, as an operator could. */
  async killConnections(name: ConnectionName): Promise<void> {
    const clients = String(await this.redis.client('LIST')).split('\n')
    const ids = clients
      .filter((client) => client.includes(`name=parley-${name} `))
      .map((client) => /\bid=(\d+)/.exec(client)?.[1])
    await Promise.all(ids.map((id) => this.redis.client('KILL', 'ID', Number(id)).catch(() => 0)))
  }

  async close(): Promise<void> {
    await Promise.all(this.opened.map((worker) => worker.close()))
    await this.deleteAllKeys()
    for (const node of this.nodes) node.disconnect()
  }

  /** Simulates a loss of all data. Deletes key by key: a node refuses keys of different shards together. */
  async deleteAllKeys(): Promise<void> {
    for (const node of this.nodes) {
      const keys = await node.keys(`{${this.keyPrefix}:*`)
      await Promise.all(keys.map((key) => node.del(key)))
    }
  }

  /** One channel for each shard and each listening worker. */
  private async wakeUpChannels(): Promise<string[]> {
    const pattern = `{${this.keyPrefix}:*`
    const perNode = await Promise.all(
      this.nodes.map(async (node) => asTexts(await node.pubsub('CHANNELS', pattern))),
    )
    return perNode.flat()
  }

  /** Reads from the node that has the key; the other nodes refuse. */
  private async hget(key: string, field: string): Promise<Buffer | null> {
    const answers = await Promise.allSettled(this.nodes.map((node) => node.hgetBuffer(key, field)))
    return (
      answers
        .map((answer) => (answer.status === 'fulfilled' ? answer.value : null))
        .find(Boolean) ?? null
    )
  }
}
