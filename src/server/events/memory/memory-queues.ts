import { randomInt } from 'node:crypto'
import type { Clock } from '../../lib/clock'
import { mergeKeyOf, planDeliveries, RecipientFinder } from '../deliveries'
import type { Recipients } from '../deliveries'
import { OnlineQueues } from '../online-queues'
import { BadEventQueueIdError, ForeignEventQueueError } from '../errors'
import { isForAllMessages } from '../owned-queues'
import type { OwnedQueue } from '../owned-queues'
import { isWorthALine, noEventId } from '../queues'
import type {
  DropReason,
  QueueOptions,
  Dispatch,
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
import { DispatchedIds } from './dispatched-ids'
import { byUse, MemoryQueue } from './memory-queue'
import { ParkedPolls } from './parked-polls'

export interface MemoryQueuesOptions extends QueueOptions {
  clock: Clock
}

/** The event queues of a single-process server, in its memory. */
export function createMemoryQueues(options: MemoryQueuesOptions): EventQueues {
  return new MemoryQueues(options)
}

const nobody: ReadonlySet<number> = new Set()

/** The cursors and mode of a poll. */
interface PollWish {
  lastEventId: number
  afterEventId: number
  isContinuation: boolean
}

class MemoryQueues implements EventQueues {
  private readonly queues = new Map<string, MemoryQueue>()
  private readonly realms = new Map<number, OnlineQueues>()
  private readonly dispatched = new DispatchedIds()
  // Random, so that an id from before a restart does not match a current queue.
  private nextNumber = randomInt(2 ** 47)
  private draining = false
  private epochs: SeenEpochs | undefined
  private readonly parked: ParkedPolls

  constructor(private readonly options: MemoryQueuesOptions) {
    this.parked = new ParkedPolls(options)
  }

  get parkedPolls(): number {
    return this.parked.count
  }

  async register(registration: Registration): Promise<RegisteredQueue> {
    this.evictQueues(registration)
    const queueId = `${this.nextNumber++}:0`
    this.queues.set(queueId, new MemoryQueue(queueId, registration, this.now()))
    this.onlineIn(registration.realmId).add(queueId, registration)
    return { queueId, lastEventId: noEventId }
  }

  async poll(
    queueId: string,
    owner: QueueOwner,
    lastEventId: number,
    { park, afterEventId = lastEventId, isContinuation = false, signal }: PollOptions,
  ): Promise<PolledEvents> {
    const wish = { lastEventId, afterEventId, isContinuation }
    return park && !signal?.aborted
      ? waitFor((caller) => this.wait(queueId, owner, wish, caller), signal)
      : { json: this.read(queueId, owner, wish) }
  }

  park(
    queueId: string,
    owner: QueueOwner,
    lastEventId: number,
    caller: PollCaller,
  ): ParkedPoll | undefined {
    const wish = { lastEventId, afterEventId: lastEventId, isContinuation: false }
    return this.wait(queueId, owner, wish, caller)
  }

  async acknowledge(queueId: string, owner: QueueOwner, lastEventId: number): Promise<void> {
    const queue = this.access(queueId, owner)
    queue.continueAfter(lastEventId)
    queue.acknowledge(lastEventId)
    queue.seen(this.now())
  }

  async delete(queueId: string, owner: QueueOwner): Promise<void> {
    const queue = this.access(queueId, owner)
    queue.poll?.answer('[]')
    this.remove(queue)
  }

  async deleteAllOf({ realmId, userId }: QueueOwner): Promise<void> {
    for (const { queueId } of [...(this.realms.get(realmId)?.ofUser(userId) ?? [])]) {
      this.remove(this.queues.get(queueId) as MemoryQueue)
    }
  }

  async listOf({ realmId, userId }: QueueOwner, messageId: number): Promise<OwnedQueue[]> {
    return [...(this.realms.get(realmId)?.ofUser(userId) ?? [])].map(({ queueId }) => {
      const queue = this.queues.get(queueId) as MemoryQueue
      return {
        clientName: queue.registration.clientName,
        isForAllMessages: isForAllMessages(queue.registration),
        registeredAt: new Date(queue.registeredMs),
        lastSeenAt: new Date(queue.poll ? this.now() : queue.lastSeenMs),
        waitingEvents: queue.size,
        holdsMessage: queue.holdsMessage(messageId),
      }
    })
  }

  async publish(batch: readonly Dispatch[]): Promise<void> {
    const audiences = await Promise.all(batch.map((dispatch) => this.selectOnline(dispatch)))
    // No `await` below, so no poll or other batch can run in between.
    const grown = new Set<MemoryQueue>()
    const recipients = new RecipientFinder()
    batch.forEach((dispatch, index) => {
      const { outboxId } = dispatch
      if (outboxId !== undefined && !this.dispatched.add(outboxId)) return
      const online = this.onlineIn(dispatch.realmId)
      this.append(dispatch, recipients.find(dispatch, online, audiences[index] ?? nobody), grown)
    })
    for (const queue of grown) this.wakeOrDrop(queue)
  }

  async expire(): Promise<number> {
    const now = this.now()
    const expired = [...this.queues.values()].filter((queue) => queue.isExpired(now))
    for (const queue of expired) this.drop(queue, 'expired')
    return expired.length
  }

  async deleteAll(): Promise<number> {
    const all = [...this.queues.values()]
    for (const queue of all) this.drop(queue, 'restored')
    return all.length
  }

  async seenEpochs(): Promise<SeenEpochs | undefined> {
    return this.epochs
  }

  async replaceEpochs(seen: SeenEpochs | undefined, epochs: SeenEpochs): Promise<boolean> {
    const { epochs: noted } = this
    if (noted?.current !== seen?.current || noted?.next !== seen?.next) return false
    this.epochs = epochs
    return true
  }

  async count(): Promise<number> {
    return this.queues.size
  }

  async ping(): Promise<void> {}

  async checkWrites(): Promise<void> {}

  async drain(): Promise<void> {
    this.draining = true
    for (const queue of this.queues.values()) queue.poll?.answer('[]')
  }

  async close(): Promise<void> {
    await this.drain()
    this.queues.clear()
    this.realms.clear()
  }

  private evictQueues({ realmId, userId }: QueueOwner): void {
    const { maxQueuesPerUser = Infinity } = this.options
    const online = [...(this.realms.get(realmId)?.ofUser(userId) ?? [])]
    const excess = online.length + 1 - maxQueuesPerUser
    if (excess <= 0) return
    const queues = online.map(({ queueId }) => this.queues.get(queueId) as MemoryQueue)
    for (const queue of queues.sort(byUse).slice(0, excess)) this.drop(queue, 'crowded out')
  }

  /** Events for a poll that does not wait. */
  private read(queueId: string, owner: QueueOwner, wish: PollWish): string {
    return this.come(queueId, owner, wish).queue.read(wish.afterEventId)
  }

  private wait(
    queueId: string,
    owner: QueueOwner,
    wish: PollWish,
    caller: PollCaller,
  ): ParkedPoll | undefined {
    const { queue, givesWay } = this.come(queueId, owner, wish)
    if (!givesWay && !this.draining && !queue.hasAfter(wish.afterEventId)) {
      return this.parked.add(queue, wish.afterEventId, caller)
    }
    caller.onEvents(queue.read(wish.afterEventId))
    return undefined
  }

  /**
   * Acknowledges, then answers the poll already parked here, unless the new poll is a continuation.
   */
  private come(
    queueId: string,
    owner: QueueOwner,
    { lastEventId, afterEventId, isContinuation }: PollWish,
  ): { queue: MemoryQueue; givesWay: boolean } {
    const queue = this.access(queueId, owner)
    queue.continueAfter(afterEventId)
    queue.acknowledge(lastEventId)
    queue.seen(this.now())
    const givesWay = isContinuation && queue.poll !== undefined
    // A parked poll has no events, so `[]` is right.
    if (!givesWay) queue.poll?.answer('[]')
    return { queue, givesWay }
  }

  private async selectOnline({ realmId, selectUsers }: Dispatch): Promise<ReadonlySet<number>> {
    const online = this.realms.get(realmId)?.userIds ?? []
    return online.length > 0 ? selectUsers(online) : nobody
  }

  private append(dispatch: Dispatch, recipients: Recipients, grown: Set<MemoryQueue>): void {
    const mergeKey = mergeKeyOf(dispatch.event)
    for (const { payload, overlay, queueIds } of planDeliveries(dispatch, recipients)) {
      for (const queueId of queueIds) {
        const queue = this.queues.get(queueId) as MemoryQueue
        queue.append(payload.text, overlay, mergeKey)
        grown.add(queue)
      }
    }
  }

  private wakeOrDrop(queue: MemoryQueue): void {
    const { maxEventsPerQueue, maxBytesPerQueue = Infinity } = this.options
    if (queue.exceeds(maxEventsPerQueue, maxBytesPerQueue)) this.drop(queue, 'overfull')
    else queue.poll?.answer(queue.read(queue.poll.afterEventId))
  }

  private drop(queue: MemoryQueue, reason: DropReason): void {
    this.remove(queue)
    this.options.onQueueDropped?.(reason)
    if (isWorthALine(reason)) {
      this.options.log.warn({ queueId: queue.queueId, reason }, 'dropped an event queue')
    }
  }

  private remove(queue: MemoryQueue): void {
    const { queueId, registration } = queue
    this.queues.delete(queueId)
    this.onlineIn(registration.realmId).delete(queueId)
    queue.poll?.fail(new BadEventQueueIdError(queueId))
  }

  private access(queueId: string, owner: QueueOwner): MemoryQueue {
    const queue = this.queues.get(queueId)
    // Answer "unknown queue" for another realm's queue, so that its existence is not revealed.
    if (!queue || queue.registration.realmId !== owner.realmId) {
      throw new BadEventQueueIdError(queueId)
    }
    if (queue.registration.userId !== owner.userId) throw new ForeignEventQueueError()
    return queue
  }

  private onlineIn(realmId: number): OnlineQueues {
    let online = this.realms.get(realmId)
    if (!online) this.realms.set(realmId, (online = new OnlineQueues()))
    return online
  }

  private now(): number {
    return this.options.clock.now().getTime()
  }
}
