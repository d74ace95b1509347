import { isCluster } from '../../stores/redis/cluster'
import { RedisConnection } from '../../stores/redis/connection'
import type { RedisSettings } from '../../stores/redis/connection'
import { Listener } from '../../stores/redis/listener'
import type { QueueOptions } from '../queues'
import { QueueDirectory } from './directory'
import { shardKey, wakeUpChannel } from './keys'
import { dropOutdatedQueues, dropUnwitnessedQueues } from './lost-writes'
import type { WitnessOptions } from './lost-writes'
import { Publisher } from './publisher'
import { OlderWorkers } from './older-workers'
import { defineQueueScripts, Scripts } from './scripts'

/**
 * Settings of queues in Redis. Workers with the same key prefix must share a database: another
 * database would assign the same outbox ids again, and Redis ignores known ids.
 */
export interface RedisQueuesOptions
  extends QueueOptions, RedisSettings, Pick<WitnessOptions, 'witnessPatienceMs'> {
  /** Number of shards that a cluster may distribute; the same on every worker. */
  shards: number
}

/** A part of the queues that is on one Redis node, and this worker's access to it. */
export interface Shard {
  number: number
  scripts: Scripts
  publisher: Publisher
  directory: QueueDirectory
  link: ShardLink
}

/** The connections to a shard. All shards share them; in a cluster each has its own. */
export interface ShardLink {
  commands: RedisConnection
  listener: Listener
  olderWorkers: OlderWorkers
}

export interface ShardHandlers {
  /** Receives a message with wake-ups. */
  onMessage: (message: string) => void
  /**
   * Called when wake-ups for polls of these shards, sent before this moment, may have been missed.
   */
  onListening: (shards: readonly number[]) => void
  /** Called for a queue that was dropped because it exceeded its limit. */
  onOverfull: (queueId: string) => void
}

/** Time that payloads outlive their queues, in addition to the max wait of a poll. */
const sweepMarginSeconds = 60

/**
 * Opens all shards, by their number. Connects at once, and reconnects forever.
 * @param worker name of this worker, which addresses its wake-ups
 */
export function openShards(
  options: RedisQueuesOptions,
  worker: string,
  handlers: ShardHandlers,
): Shard[] {
  const all = Array.from({ length: options.shards }, (_, shard) => shard)
  const groups = isCluster(options.url) ? all.map((shard) => [shard]) : [all]
  return groups.flatMap((group) => openGroup(options, group, worker, handlers))
}

/** Opens shards that share connections. */
function openGroup(
  options: RedisQueuesOptions,
  numbers: readonly number[],
  worker: string,
  handlers: ShardHandlers,
): Shard[] {
  const { keyPrefix, heartbeatMs, maxEventsPerQueue } = options
  const connection = { ...options, key: shardKey(keyPrefix, numbers[0] as number) }
  const commands = new RedisConnection({
    ...connection,
    name: 'events',
    onReady: async () => {
      await olderWorkers.look()
      await Promise.all(
        shards.map(async (shard) => {
          await dropOutdatedQueues(shard, options)
          await dropUnwitnessedQueues(shard, options)
        }),
      )
    },
  })
  const olderWorkers = new OlderWorkers(commands.redis, connection.key)
  const listener = new Listener({
    ...connection,
    name: 'events-listener',
    channels: numbers.map((number) => wakeUpChannel(keyPrefix, number, worker)),
    onMessage: handlers.onMessage,
    onListening: () => void commands.whenReady().then(() => handlers.onListening(numbers)),
  })

  const link = { commands, listener, olderWorkers }
  const lua = defineQueueScripts(commands)
  const payloadMarginSeconds = Math.ceil(heartbeatMs.max / 1000) + sweepMarginSeconds
  const settings = {
    worker,
    maxWaitMs: Math.ceil(heartbeatMs.max),
    maxEventsPerQueue,
    maxBytesPerQueue: options.maxBytesPerQueue ?? Number.MAX_SAFE_INTEGER,
    maxQueuesPerUser: options.maxQueuesPerUser ?? Number.MAX_SAFE_INTEGER,
    payloadMarginSeconds,
    olderWorkers,
  }
  const shards = numbers.map((number): Shard => {
    const scripts = new Scripts(commands, lua, shardKey(keyPrefix, number), settings)
    const directory = new QueueDirectory(scripts)
    commands.redis.on('close', () => directory.forgetAll())
    const publisher = new Publisher({
      scripts,
      directory,
      payloadMarginSeconds,
      onOverfull: handlers.onOverfull,
    })
    return { number, scripts, publisher, directory, link }
  })
  return shards
}
