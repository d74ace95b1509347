import { randomBytes } from 'node:crypto'
import { BadEventQueueIdError, EventsUnavailableError, ForeignEventQueueError } from '../errors'
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
import { RedisConnection } from './connection'
import { Directory } from './directory'
import { wakeUpChannel } from './keys'
import { Listener } from './listener'
import { PollBatches } from './poll-batches'
import { Publisher } from './publisher'
import { newQueueId, shardOfQueue, shardOfUser } from './queue-ids'
import { Scripts } from './scripts'
import type { PollReply, PollStep } from './scripts'
import { eventsJson, pollError } from './waiting-poll'
import { WaitingPolls } from './waiting-polls'

export interface RedisQueuesOptions extends QueueOptions {
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

/** Event queues in Redis, shared by any number of workers. Connects at once, and again for ever. */
export function createRedisQueues(options: RedisQueuesOptions): EventQueues {
  return new RedisQueues(options)
}

class RedisQueues implements EventQueues {
  private readonly commands: RedisConnection
  private readonly listener: Listener
  private readonly scripts: Scripts
  private readonly batches: PollBatches
  private readonly polls: WaitingPolls
  private readonly publishers: Publisher[]
  private readonly shards: number[]
  private draining = false

  constructor(private readonly options: RedisQueuesOptions) {
    const { url, log, keyPrefix, commandTimeoutMs = defaultCommandTimeoutMs } = options
    // Short, for it is in the state of each queue that has a poll; and another one at each start:
    // a worker must not be woken for polls of its former life.
    const worker = randomBytes(9).toString('base64url')
    const payloadMarginSeconds = Math.ceil(options.heartbeatMs.max / 1000) + sweepMarginSeconds
    this.shards = Array.from({ length: options.shards }, (_, shard) => shard)

    this.commands = new RedisConnection({ url, role: 'commands', commandTimeoutMs, log })
    this.scripts = new Scripts(this.commands, {
      keyPrefix,
      maxEventsPerQueue: options.maxEventsPerQueue,
      maxBytesPerQueue: options.maxBytesPerQueue ?? Number.MAX_SAFE_INTEGER,
      payloadMarginSeconds,
    })
    const directories = this.shards.map((shard) => new Directory(this.scripts, shard))
    this.commands.redis.on('close', () => directories.forEach((each) => each.forgetAll()))
    this.publishers = directories.map(
      (directory, shard) =>
        new Publisher({
          scripts: this.scripts,
          directory,
          shard,
          payloadMarginSeconds,
          onOverfull: (queueId) => this.reportDrop('overfull', queueId),
        }),
    )
    this.batches = new PollBatches(this.scripts, {
      worker,
      maxWaitMs: Math.ceil(options.heartbeatMs.max),
    })
    this.polls = new WaitingPolls(
      {
        session: () => this.listener.session,
        read: (step) => this.read(step),
        unpark: ({ queueId }, token) =>
          this.scripts.unparkPoll(this.shardOf(queueId), queueId, worker, token),
      },
      options,
    )
    this.listener = new Listener(
      new RedisConnection({ url, role: 'wake-ups', commandTimeoutMs, log }),
      this.shards.map((shard) => wakeUpChannel(keyPrefix, shard, worker)),
      {
        onMessage: (message) => this.polls.onMessage(message),
        onListening: () => void this.commands.whenReady().then(() => this.polls.onListening()),
      },
      commandTimeoutMs,
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
    this.batches.send(shard)
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
    await this.commands.call(() => this.commands.redis.ping())
    // Deaf for wake-ups, a worker would answer its polls late.
    if (this.listener.session === undefined) throw new EventsUnavailableError()
  }

  async drain(): Promise<void> {
    this.draining = true
    this.polls.drain()
  }

  async close(): Promise<void> {
    await this.drain()
    this.listener.close()
    this.commands.close()
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
    const reply = await this.batches.read(this.shardOf(queueId), step)
    if (reply.kind === 'incomplete') this.reportDrop('incomplete', queueId)
    return reply
  }

  private reportDrop(reason: DropReason, queueId: string): void {
    this.options.onQueueDropped?.(reason)
    this.options.log.warn({ queueId, reason }, 'dropped an event queue')
  }

  private shardOf(queueId: string): number {
    return shardOfQueue(queueId, this.options.shards)
  }
}
