import { randomBytes } from 'node:crypto'
import { RedisAwayError } from '../../runtime/store-away'
import { BadEventQueueIdError, ForeignEventQueueError } from '../errors'
import { noEventId } from '../event-ids'
import type { DropReason, QueueOptions } from '../options'
import type {
  Dispatch,
  EventQueues,
  PolledEvents,
  PollOptions,
  QueueOwner,
  RegisteredQueue,
  Registration,
} from '../queues'
import { isCluster } from '../../redis/addresses'
import { RedisConnection } from '../../redis/connection'
import type { ConnectionOptions } from '../../redis/connection'
import { Directory } from './directory'
import { shardKey, wakeUpChannel } from './keys'
import { Listener } from '../../redis/listener'
import { batched } from '../../runtime/batches'
import type { Batched } from '../../runtime/batches'
import { Publisher } from './publisher'
import { newQueueId, shardOfQueue, shardOfUser } from './queue-ids'
import { RecentPublications } from './recent-publications'
import { Scripts } from './scripts'
import type { PollReply, PollStep } from './scripts'
import { eventsJson, pollError } from './waiting-poll'
import { WaitingPolls } from './waiting-polls'

export interface RedisQueuesOptions extends QueueOptions {
  /** As in REDIS_URL. */
  url: string
  /**
   * First part of every key and channel. Workers that share it share one database as well:
   * another database would number its outbox anew, and Redis takes known numbers for repetitions.
   */
  keyPrefix: string
  /** Parts that a cluster may spread; the same on every worker. */
  shards: number
  /** Distinguishes this worker in keys and channels; need not be unique. */
  workerId: string
  /** No call to Redis waits longer. */
  commandTimeoutMs?: number
}

const defaultCommandTimeoutMs = 3_000
/** How long payloads outlive their queues, beyond the longest wait of a poll. */
const sweepMarginSeconds = 60
const expiredQueuesPerCall = 200
const outdatedQueuesPerCall = 500
/** A longer call would hold up everybody else's. */
const pollStepsPerCall = 100

/** Shards that share their connections: all of them, or in a cluster each one for itself. */
interface ShardGroup {
  shards: readonly number[]
  commands: RedisConnection
  listener: Listener
}

/** Event queues in Redis, shared by any number of workers. Connects at once, and again for ever. */
export function createRedisQueues(options: RedisQueuesOptions): EventQueues {
  return new RedisQueues(options)
}

class RedisQueues implements EventQueues {
  private readonly groups: readonly ShardGroup[]
  /** Of each shard. */
  private readonly groupOf: readonly ShardGroup[]
  private readonly recent: readonly RecentPublications[]
  private readonly publishers: readonly Publisher[]
  private readonly scripts: Scripts
  /**
   * Reads queues of a shard for the polls of this worker, many in a call, for a call costs more than
   * what it does for one poll, and after a message to many they all come back at once.
   */
  private readonly readers: readonly Batched<PollStep, PollReply>[]
  private readonly polls: WaitingPolls
  private readonly shards: readonly number[]
  private draining = false

  constructor(private readonly options: RedisQueuesOptions) {
    // Short, for it is in the state of each queue that has a poll; and another one at each start:
    // a worker must not be woken for polls of its former life.
    const worker = randomBytes(9).toString('base64url')
    const payloadMarginSeconds = Math.ceil(options.heartbeatMs.max / 1000) + sweepMarginSeconds
    this.shards = Array.from({ length: options.shards }, (_, shard) => shard)
    this.recent = this.shards.map(() => new RecentPublications())

    const groups = isCluster(options.url) ? this.shards.map((shard) => [shard]) : [this.shards]
    this.groups = groups.map((shards) => this.openGroup(shards, worker))
    this.groupOf = this.shards.map(
      (shard) => this.groups.find(({ shards }) => shards.includes(shard)) as ShardGroup,
    )
    this.scripts = new Scripts(
      this.groupOf.map(({ commands }) => commands),
      {
        keyPrefix: options.keyPrefix,
        maxEventsPerQueue: options.maxEventsPerQueue,
        maxBytesPerQueue: options.maxBytesPerQueue ?? Number.MAX_SAFE_INTEGER,
        payloadMarginSeconds,
      },
    )
    this.publishers = this.shards.map((shard) => this.openPublisher(shard, payloadMarginSeconds))
    const poller = { worker, maxWaitMs: Math.ceil(options.heartbeatMs.max) }
    this.readers = this.shards.map((shard) =>
      batched((steps: readonly PollStep[]) => this.scripts.pollQueues(shard, steps, poller), {
        maxItems: pollStepsPerCall,
        isPipelined: true,
      }),
    )
    this.polls = new WaitingPolls(
      {
        session: ({ queueId }) => this.groupOf[this.shardOf(queueId)]?.listener.session,
        read: (step) => this.read(step),
        unpark: ({ queueId }, token) =>
          this.scripts.unparkPoll(this.shardOf(queueId), queueId, worker, token),
      },
      options,
    )
  }

  get parkedPolls(): number {
    return this.polls.size
  }

  async register(registration: Registration): Promise<RegisteredQueue> {
    const shard = shardOfUser(registration.userId, this.options.shards)
    let queueId: string
    do queueId = newQueueId(shard)
    while (!(await this.scripts.registerQueue(shard, queueId, registration)))
    return { queueId, lastEventId: noEventId }
  }

  async poll(
    queueId: string,
    owner: QueueOwner,
    lastEventId: number,
    { park, afterEventId = lastEventId, isContinuation = false, signal }: PollOptions,
  ): Promise<PolledEvents> {
    // Refused here, a queue id that cannot be never becomes a poll.
    this.shardOf(queueId)
    const request = { queueId, owner, lastEventId, afterEventId, isContinuation }
    if (park && !this.draining && !signal?.aborted) return this.polls.wait(request, signal)

    const reply = await this.read({ request, whenEmpty: 'answer', token: '-' })
    if (reply.kind === 'events') return { json: eventsJson(reply), parked: false }
    throw pollError(reply.kind, queueId)
  }

  async acknowledge(queueId: string, owner: QueueOwner, lastEventId: number): Promise<void> {
    const request = { queueId, owner, lastEventId, afterEventId: lastEventId, isContinuation: true }
    const reply = await this.read({ request, whenEmpty: 'acknowledge', token: '-' })
    if (reply.kind !== 'events') throw pollError(reply.kind, queueId)
  }

  async delete(queueId: string, owner: QueueOwner): Promise<void> {
    const shard = this.shardOf(queueId)
    // A poll that came before is answered, rather than told that there is no such queue.
    this.readerOf(shard).flush()
    const reply = await this.scripts.deleteQueue(shard, queueId, owner)
    if (reply === 'gone') throw new BadEventQueueIdError(queueId)
    if (reply === 'foreign') throw new ForeignEventQueueError()
  }

  async deleteAllOf(owner: QueueOwner): Promise<void> {
    // In all shards, since their number may have been another one when a queue was made.
    await Promise.all(this.shards.map((shard) => this.scripts.deleteUserQueues(shard, owner)))
  }

  async publish(batch: readonly Dispatch[]): Promise<void> {
    if (batch.length === 0) return
    await Promise.all(this.publishers.map((publisher) => publisher.publish(batch)))
  }

  async expire(): Promise<number> {
    const counts = await Promise.all(this.shards.map((shard) => this.expireIn(shard)))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  async ping(): Promise<void> {
    // In a cluster the other nodes go on when one is away, and so do their shards.
    try {
      await Promise.any(this.groups.map((group) => pingGroup(group)))
    } catch (error) {
      throw (error as AggregateError).errors[0] as Error
    }
  }

  async drain(): Promise<void> {
    this.draining = true
    this.polls.drain()
  }

  async close(): Promise<void> {
    await this.drain()
    for (const { listener, commands } of this.groups) {
      listener.close()
      commands.close()
    }
  }

  private openGroup(shards: readonly number[], worker: string): ShardGroup {
    const { url, log, keyPrefix, commandTimeoutMs = defaultCommandTimeoutMs } = this.options
    const key = shardKey(keyPrefix, shards[0] as number)
    const connection: Omit<ConnectionOptions, 'role'> = { url, key, commandTimeoutMs, log }
    const commands = new RedisConnection({
      ...connection,
      role: 'commands',
      onReady: async () => {
        await Promise.all(shards.map((shard) => this.dropOutdatedQueues(shard)))
      },
    })
    const listener = new Listener(
      new RedisConnection({ ...connection, role: 'wake-ups' }),
      shards.map((shard) => wakeUpChannel(keyPrefix, shard, worker)),
      {
        onMessage: (message) => this.polls.onMessage(message),
        onListening: () =>
          void commands
            .whenReady()
            .then(() =>
              this.polls.onListening(({ queueId }) => shards.includes(this.shardOf(queueId))),
            ),
      },
      commandTimeoutMs,
    )
    return { shards, commands, listener }
  }

  private openPublisher(shard: number, payloadMarginSeconds: number): Publisher {
    const directory = new Directory(this.scripts, shard)
    this.groupOf[shard]?.commands.redis.on('close', () => directory.forgetAll())
    return new Publisher({
      scripts: this.scripts,
      directory,
      recent: this.recent[shard] as RecentPublications,
      shard,
      payloadMarginSeconds,
      onOverfull: (queueId) => this.reportDrop('overfull', queueId),
    })
  }

  /** What queues lost together with the latest publications is unknown, so they go as a whole. */
  private async dropOutdatedQueues(shard: number): Promise<void> {
    const recent = this.recent[shard] as RecentPublications
    const confirmed = recent.list()
    if (!confirmed) return
    let total = 0
    let count: number | undefined
    do {
      count = await this.scripts.dropOutdatedQueues(shard, confirmed, outdatedQueuesPerCall)
      if (count === undefined) return
      for (let i = 0; i < count; i++) this.options.onQueueDropped?.('incomplete')
      total += count
    } while (count === outdatedQueuesPerCall)
    this.options.log.warn({ shard, queues: total }, 'Redis lost its latest writes: queues dropped')
    recent.forgetAll()
  }

  private async expireIn(shard: number): Promise<number> {
    let total = 0
    let count: number
    do {
      count = await this.scripts.expireQueues(shard, expiredQueuesPerCall)
      for (let i = 0; i < count; i++) this.options.onQueueDropped?.('expired')
      total += count
    } while (count === expiredQueuesPerCall)
    return total
  }

  private async read(step: PollStep): Promise<PollReply> {
    const { queueId } = step.request
    const reply = await this.readerOf(this.shardOf(queueId))(step)
    if (reply.kind === 'incomplete') this.reportDrop('incomplete', queueId)
    return reply
  }

  private readerOf(shard: number): Batched<PollStep, PollReply> {
    return this.readers[shard] as Batched<PollStep, PollReply>
  }

  private reportDrop(reason: DropReason, queueId: string): void {
    this.options.onQueueDropped?.(reason)
    this.options.log.warn({ queueId, reason }, 'dropped an event queue')
  }

  private shardOf(queueId: string): number {
    return shardOfQueue(queueId, this.options.shards)
  }
}

async function pingGroup({ commands, listener }: ShardGroup): Promise<void> {
  await commands.call(() => commands.redis.ping())
  // Deaf for wake-ups, a worker would answer its polls late.
  if (listener.session === undefined) throw new RedisAwayError('not listening')
}
