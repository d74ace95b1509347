import { randomInt } from 'node:crypto'
import { RedisAwayError } from '../../lib/store-away'
import { BadEventQueueIdError, ForeignEventQueueError } from '../errors'
import type { OwnedQueue } from '../owned-queues'
import { isWorthALine, noEventId } from '../queues'
import type {
  Dispatch,
  DropReason,
  EventQueues,
  ParkedPoll,
  PollCaller,
  PolledEvents,
  PollOptions,
  QueueOwner,
  RegisteredQueue,
  Registration,
  SeenEpochs,
} from '../queues'
import { waitFor } from '../wait-for'
import { names, newWorkerName, shardKey } from './keys'
import { dropAllQueues, dropUnwitnessedQueues } from './lost-writes'
import type { PollRequest, WhenEmpty } from './poll-steps'
import { openShards } from './shards'
import type { RedisQueuesOptions, Shard, ShardLink } from './shards'
import { eventsJson, pollError } from './waiting-poll'
import { WaitingPolls } from './waiting-polls'

const expiredQueuesPerCall = 200
const probeSeconds = 60

/**
 * Event queues in Redis, shared by any number of workers. Connects at once, and reconnects forever.
 */
export function createRedisQueues(options: RedisQueuesOptions): EventQueues {
  return new RedisQueues(options)
}

class RedisQueues implements EventQueues {
  private readonly shards: readonly Shard[]
  private readonly links: ReadonlySet<ShardLink>
  private readonly polls: WaitingPolls
  private draining = false

  constructor(private readonly options: RedisQueuesOptions) {
    this.shards = openShards(options, newWorkerName(), {
      onMessage: (message) => this.polls.onMessage(message),
      onListening: (shards) => this.polls.onListening(shards),
      onOverfull: (queueId) => this.reportDrop('overfull', queueId),
    })
    this.links = new Set(this.shards.map(({ link }) => link))
    this.polls = new WaitingPolls(
      {
        session: (shard) => this.shard(shard).link.listener.session,
        read: (step) => this.shard(step.shard).scripts.polls.add(step),
        unpark: ({ shard, queueId }, token) => this.shard(shard).scripts.unparkPoll(queueId, token),
        onIncomplete: (queueId) => this.reportDrop('incomplete', queueId),
      },
      options.heartbeatMs,
    )
  }

  get parkedPolls(): number {
    return this.polls.size
  }

  async register(registration: Registration): Promise<RegisteredQueue> {
    const shard = shardOfUser(registration.userId, this.shards.length)
    const { scripts } = this.shard(shard)
    for (;;) {
      const queueId = newQueueId(shard)
      const crowdedOut = await scripts.registerQueue({ queueId, registration })
      crowdedOut?.forEach((gone) => this.reportDrop('crowded out', gone))
      if (crowdedOut) return { queueId, lastEventId: noEventId }
    }
  }

  async poll(
    queueId: string,
    owner: QueueOwner,
    lastEventId: number,
    { park, afterEventId = lastEventId, isContinuation = false, signal }: PollOptions,
  ): Promise<PolledEvents> {
    // Reject impossible queue ids before they become polls.
    const shard = shardOfQueue(queueId, this.shards.length)
    const request = { queueId, shard, owner, lastEventId, afterEventId, isContinuation }
    return park && !this.draining && !signal?.aborted
      ? waitFor((caller) => this.polls.wait(request, caller), signal)
      : this.read(request, 'answer')
  }

  park(
    queueId: string,
    owner: QueueOwner,
    lastEventId: number,
    caller: PollCaller,
  ): ParkedPoll | undefined {
    const shard = shardOfQueue(queueId, this.shards.length)
    const afterEventId = lastEventId
    const request = { queueId, shard, owner, lastEventId, afterEventId, isContinuation: false }
    if (!this.draining) return this.polls.wait(request, caller)
    this.read(request, 'answer').then(
      ({ json }) => caller.onEvents(json),
      (error: unknown) => caller.onFailure(error as Error),
    )
    return undefined
  }

  async acknowledge(queueId: string, owner: QueueOwner, lastEventId: number): Promise<void> {
    const request = {
      queueId,
      shard: shardOfQueue(queueId, this.shards.length),
      owner,
      lastEventId,
      afterEventId: lastEventId,
      isContinuation: true,
    }
    await this.read(request, 'acknowledge')
  }

  async delete(queueId: string, owner: QueueOwner): Promise<void> {
    const { scripts } = this.shard(shardOfQueue(queueId, this.shards.length))
    // Answer earlier polls first, instead of failing them for an unknown queue.
    scripts.polls.flush()
    const reply = await scripts.deleteQueue(queueId, owner)
    if (reply === 'gone') throw new BadEventQueueIdError(queueId)
    if (reply === 'foreign') throw new ForeignEventQueueError()
  }

  async deleteAllOf(owner: QueueOwner): Promise<void> {
    // In all shards, since the number of shards may have changed after a queue was made.
    await Promise.all(
      this.shards.map(({ scripts }) => {
        // Include queues whose registration is still waiting.
        scripts.registerQueue.flush()
        return scripts.deleteUserQueues(owner)
      }),
    )
  }

  async listOf(owner: QueueOwner, messageId: number): Promise<OwnedQueue[]> {
    // In all shards, as for `deleteAllOf`.
    const lists = await Promise.all(
      this.shards.map(({ scripts }) => scripts.listUserQueues(owner, messageId)),
    )
    return lists.flat().sort((a, b) => a.registeredAt.getTime() - b.registeredAt.getTime())
  }

  async publish(batch: readonly Dispatch[]): Promise<void> {
    if (batch.length === 0) return
    await Promise.all(this.shards.map(({ publisher }) => publisher.publish(batch)))
  }

  async expire(): Promise<number> {
    await Promise.all(
      [...this.links].map(({ commands, olderWorkers }) => commands.call(() => olderWorkers.look())),
    )
    await Promise.all(this.shards.map((shard) => this.dropUnwitnessedIn(shard)))
    const counts = await Promise.all(this.shards.map((shard) => this.expireIn(shard)))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  async deleteAll(): Promise<number> {
    const counts = await Promise.all(
      this.shards.map(async ({ scripts, directory }) => {
        scripts.registerQueue.flush()
        const dropped = await dropAllQueues(scripts, () =>
          this.options.onQueueDropped?.('restored'),
        )
        directory.forgetAll()
        return dropped
      }),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }

  async seenEpochs(): Promise<SeenEpochs | undefined> {
    const { commands } = this.shard(0).link
    const seen = await commands.call(() => commands.redis.hgetall(this.epochsKey))
    const { current, next = '', restores } = seen
    return current === undefined ? undefined : { current, next, restores: Number(restores) }
  }

  async replaceEpochs(seen: SeenEpochs | undefined, epochs: SeenEpochs): Promise<boolean> {
    return this.shard(0).scripts.replaceEpochs(seen, epochs)
  }

  async count(): Promise<number> {
    const counts = await Promise.all(this.shards.map(({ scripts }) => scripts.countQueues()))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  async ping(): Promise<void> {
    await anyOf([...this.links].map((link) => ping(link)))
  }

  async checkWrites(): Promise<void> {
    const prefix = this.options.keyPrefix
    const oneOfEach = new Map(this.shards.map(({ link, number }) => [link, number]))
    const writes = [...oneOfEach].map(([{ commands }, shard]) => {
      const key = `${shardKey(prefix, shard)}${names.probe}`
      return commands.call(() => commands.redis.set(key, '', 'EX', probeSeconds))
    })
    await anyOf(writes)
  }

  async drain(): Promise<void> {
    this.draining = true
    this.polls.drain()
  }

  async close(): Promise<void> {
    await this.drain()
    for (const { listener, commands } of this.links) {
      listener.close()
      commands.close()
    }
  }

  private get epochsKey(): string {
    return `${shardKey(this.options.keyPrefix, 0)}${names.epochs}`
  }

  private shard(number: number): Shard {
    return this.shards[number] as Shard
  }

  private async dropUnwitnessedIn(shard: Shard): Promise<void> {
    const { commands } = shard.link
    const dropped = await commands.call(() => dropUnwitnessedQueues(shard, this.options))
    if (dropped > 0) shard.directory.forgetAll()
  }

  private async expireIn({ scripts }: Shard): Promise<number> {
    let total = 0
    let count: number
    do {
      count = await scripts.expireQueues(expiredQueuesPerCall)
      for (let i = 0; i < count; i++) this.options.onQueueDropped?.('expired')
      total += count
    } while (count === expiredQueuesPerCall)
    return total
  }

  private async read(request: PollRequest, whenEmpty: WhenEmpty): Promise<PolledEvents> {
    const { shard, queueId } = request
    const reply = await this.shard(shard).scripts.poll(request, whenEmpty)
    if (reply.kind === 'incomplete') this.reportDrop('incomplete', queueId)
    if (reply.kind === 'events') return { json: eventsJson(reply) }
    throw pollError(reply.kind, queueId)
  }

  private reportDrop(reason: DropReason, queueId: string): void {
    this.options.onQueueDropped?.(reason)
    if (isWorthALine(reason)) this.options.log.warn({ queueId, reason }, 'dropped an event queue')
  }
}

/** In a cluster, the other nodes and their shards keep working when one is down. @throws the first error if all fail */
async function anyOf(attempts: readonly Promise<unknown>[]): Promise<void> {
  try {
    await Promise.any(attempts)
  } catch (error) {
    throw (error as AggregateError).errors[0] as Error
  }
}

async function ping({ commands, listener }: ShardLink): Promise<void> {
  await commands.call(() => commands.redis.ping())
  // A worker that gets no wake-ups would answer its polls late.
  if (listener.session === undefined) throw new RedisAwayError('not listening')
}

/**
 * A queue id: two integers joined by a colon; the second is the shard. The first is random, so that
 * an emptied Redis does not reuse the id of a queue that some client still polls.
 */
export function newQueueId(shard: number): string {
  return `${randomInt(2 ** 48 - 1)}:${shard}`
}

/** The shard of all queues of a user. */
export function shardOfUser(userId: number, shards: number): number {
  return userId % shards
}

/** @throws BadEventQueueIdError for an id that this server never assigned */
export function shardOfQueue(queueId: string, shards: number): number {
  const shard = Number(/^\d{1,16}:(\d{1,6})$/.exec(queueId)?.[1])
  if (!(shard < shards)) throw new BadEventQueueIdError(queueId)
  return shard
}
