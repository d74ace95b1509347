import type { Logger } from 'pino'
import type { NarrowTerm, Overlay, QueueCondition, RealmEvent } from '../../shared/events'
import type { RenderingVariant } from '../wire/renderings'
import type { OwnedQueue } from './owned-queues'

/** The user who may poll a queue. */
export interface QueueOwner {
  realmId: number
  userId: number
}

/**
 * The registration of a queue: the client's request. It never changes while the queue exists, so
 * workers may cache it.
 */
export interface Registration extends QueueOwner, RenderingVariant {
  /** Name of the client program. */
  clientName: string
  /** Event types wanted, with aliases resolved; null = all. Heartbeats always come. */
  eventTypes: readonly string[] | null
  /** Terms that must all hold; they restrict `message` events only. */
  narrow: readonly NarrowTerm[]
  /**
   * Whether the queue also receives messages of public streams its owner is not subscribed to:
   * requested by all_public_streams, or implied by a narrow; never true for guests.
   * Sources: docs/protocol/event-queues.md#narrow-opens-public,
   * docs/protocol/event-queues.md#all-public-streams.
   */
  receivesPublicStreams: boolean
  /** Time without polls after which the queue expires. */
  lifespanSeconds: number
}

/** Selects the audience of an event among users who have queues. */
type SelectUsers = (onlineUserIds: readonly number[]) => Promise<ReadonlySet<number>>

/** One event on its way to the queues. */
export interface Dispatch {
  /**
   * Id of its outbox row: dispatching the same id again adds nothing. Absent for events that bypass
   * the outbox: they are never dispatched twice, so no record of them is needed.
   */
  outboxId?: number
  realmId: number
  event: RealmEvent
  overlay: Overlay
  /** Condition that a queue must meet; absent: none. */
  condition?: QueueCondition | undefined
  selectUsers: SelectUsers
  /**
   * Whether the event is a message to a public stream, which queues with receivesPublicStreams get
   * as well.
   */
  isPublicStreamMessage: boolean
}

export interface RegisteredQueue {
  /** Id of the queue: two integers joined by a colon; the second is the event shard. */
  queueId: string
  /** Id of the last event already contained in the state that the caller reads next; -1 = none. */
  lastEventId: number
}

/**
 * Signals that a client hung up. Any AbortSignal qualifies; thousands of parked polls use a simpler
 * one at a tenth of the cost.
 */
export interface HangUpSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { once: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

export interface PollOptions {
  /** Wait for an event if there is none; otherwise answer at once. */
  park: boolean
  /**
   * Return only events above this id; older ones stay until they are acknowledged. For readers who
   * receive more before they acknowledge. Not below `lastEventId`, its default.
   */
  afterEventId?: number
  /**
   * The reader continues an earlier poll: unlike a new poll, it leaves another parked poll in
   * place, and is answered at once with the queue's events, normally `[]`.
   */
  isContinuation?: boolean
  /** Aborts when the client hangs up: the poll is dropped, its events stay. */
  signal?: HangUpSignal
}

export interface PolledEvents {
  /** The events as JSON text of an array, ascending by id. */
  json: string
}

/** Callbacks for the end of a parked poll: exactly one of them is called, once. */
export interface PollCaller {
  /** @param json the events as JSON text of an array, ascending by id */
  onEvents(json: string): void
  onFailure(error: Error): void
}

/** A parked poll. */
export interface ParkedPoll {
  /** Answers at once without events, because the client or the caller is leaving. */
  leave(): void
}

/**
 * The event queues of all realms. Every method may be called on any worker for any queue.
 * Guarantees:
 * - ids in a queue strictly increase; they may have gaps;
 * - a dispatched event is appended exactly once to each matching queue that exists, however often
 *   and on however many workers its outbox row is dispatched;
 * - polling again with the same lastEventId returns the same events (and newer ones);
 * - a queue that lost an event is dropped as a whole and never has a silent gap; only events
 *   without an outbox row may get lost.
 */
export interface EventQueues {
  /**
   * Makes a queue. If its owner has the max number, the queue that was polled longest ago is
   * dropped; queues with a parked poll are dropped only if all have one.
   * Source: docs/protocol/event-queues.md#most-queues.
   * @throws RedisAwayError if the store does not answer
   */
  register(registration: Registration): Promise<RegisteredQueue>

  /**
   * Events of a queue newer than `lastEventId`, oldest first; deletes those up to it.
   *
   * With `park` it waits until there is one, at most until a heartbeat event is due (45-55 s, as
   * configured). When a newer poll arrives for the same queue, on any worker, the older one is
   * answered with the queue's events, normally `[]`.
   * @param lastEventId last event id the client has received, -1 for none
   * @throws BadEventQueueIdError for an unknown or dropped queue, also while parked
   * @throws ForeignEventQueueError for another user's queue
   * @throws RedisAwayError if the store does not answer
   * Sources: docs/protocol/contract.md#get-events, docs/protocol/event-queues.md#polling.
   */
  poll(
    queueId: string,
    owner: QueueOwner,
    lastEventId: number,
    options: PollOptions,
  ): Promise<PolledEvents>

  /**
   * Like `poll` with `park`, but cheaper for thousands of polls: reports the result to a caller
   * object instead of a promise, possibly before this returns.
   * @returns undefined if the poll does not wait
   * @throws BadEventQueueIdError for an id that no queue can have; other errors go to the caller
   *   object
   */
  park(
    queueId: string,
    owner: QueueOwner,
    lastEventId: number,
    caller: PollCaller,
  ): ParkedPoll | undefined

  /**
   * Deletes the events of a queue up to an id that its client has received. A parked poll stays
   * parked.
   * @throws BadEventQueueIdError, ForeignEventQueueError, RedisAwayError
   */
  acknowledge(queueId: string, owner: QueueOwner, lastEventId: number): Promise<void>

  /**
   * Deletes a queue; its parked poll is answered with `[]`.
   * @throws BadEventQueueIdError, ForeignEventQueueError, RedisAwayError
   */
  delete(queueId: string, owner: QueueOwner): Promise<void>

  /** Deletes every queue of a user who lost access; their parked polls fail with BadEventQueueIdError. */
  deleteAllOf(owner: QueueOwner): Promise<void>

  /**
   * The queues of a user, the oldest first, with the answer whether each holds the event of a message. Changes nothing.
   * @throws RedisAwayError
   */
  listOf(owner: QueueOwner, messageId: number): Promise<OwnedQueue[]>

  /**
   * Appends events, in the given order, to every matching queue and wakes parked polls. The
   * reported changes are committed, so a queue that is registered during this call may be left out:
   * its client reads a state that includes them. Concurrent calls have no order between them.
   * @throws RedisAwayError; dispatching the same batch again is then safe
   */
  publish(batch: readonly Dispatch[]): Promise<void>

  /**
   * Deletes queues whose lifespan is over; every worker calls it regularly. Returns their number.
   */
  expire(): Promise<number>

  /** Deletes every queue; parked polls fail with BadEventQueueIdError. Returns their number. */
  deleteAll(): Promise<number>

  /** The epochs of the database that were noted last; undefined in an empty store. */
  seenEpochs(): Promise<SeenEpochs | undefined>

  /**
   * Notes epochs of the database if the noted ones are still `seen`, so that a request that arrives late changes nothing.
   * @returns whether they were noted
   */
  replaceEpochs(seen: SeenEpochs | undefined, epochs: SeenEpochs): Promise<boolean>

  /** Number of queues. */
  count(): Promise<number>

  /** @throws RedisAwayError if the store does not answer, or wake-ups do not reach this worker */
  ping(): Promise<void>

  /** Stores a value that nobody reads. @throws RedisAwayError if the store takes no writes, as when its memory is used up */
  checkWrites(): Promise<void>

  /** Number of polls parked at this worker. */
  readonly parkedPolls: number

  /** Answers every poll parked at this worker with `[]` at once; later polls are not parked. */
  drain(): Promise<void>

  close(): Promise<void>
}

/** Epochs of the database that the queues belong to; see database-epochs.ts. */
export interface SeenEpochs {
  current: string
  /** The epoch that is about to begin. */
  next: string
  /** How often the database was restored under these queues. */
  restores: number
}

/** Reasons for dropping a queue without a request by its client. */
export type DropReason =
  /** The queue was not polled for its lifespan. */
  | 'expired'
  /** Its owner registered more queues than allowed. */
  | 'crowded out'
  /** The queue exceeded its limit of events or bytes. */
  | 'overfull'
  /** The store lost a part of the queue. */
  | 'incomplete'
  /** The database was restored from an older state. */
  | 'restored'

/** Whether a drop is logged: not for reasons that clients cause all the time, or that end all queues at once. */
export function isWorthALine(reason: DropReason): boolean {
  return reason !== 'expired' && reason !== 'crowded out' && reason !== 'restored'
}

/** Options of every implementation of {@link EventQueues}. */
export interface QueueOptions {
  /** A silent poll is answered with a heartbeat after a random time in this range. */
  heartbeatMs: { min: number; max: number }
  /** Max unacknowledged events; a queue above the limit is dropped as a whole. */
  maxEventsPerQueue: number
  /** Max bytes of its events as text, likewise. */
  maxBytesPerQueue?: number
  /** Max queues per user. */
  maxQueuesPerUser?: number
  log: Pick<Logger, 'info' | 'warn'>
  /** Called for each queue that this worker drops. */
  onQueueDropped?: (reason: DropReason) => void
}

/**
 * Max event id that a client may claim to have received, far more than a queue ever assigns. Lua
 * prints numbers with 14 digits, so larger ids would be printed as fractions.
 */
export const maxEventId = 2 ** 46

/** The cursor of a client that has received nothing yet. */
export const noEventId = -1
