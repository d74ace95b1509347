import type { Logger } from 'pino'
import type {
  ClientCapability,
  NarrowTerm,
  Overlay,
  QueueCondition,
  RealmEvent,
} from '../wire/events'

/** The user who may poll a queue. */
export interface QueueOwner {
  realmId: number
  userId: number
}

/**
 * The registration of a queue: what its client asked for. It never changes while the queue lives,
 * so any worker may cache it for as long as that.
 */
export interface Registration extends QueueOwner {
  /** Name of the client program. */
  clientName: string
  /** Event types wanted, with aliases resolved; null = all. Heartbeats always come. */
  eventTypes: readonly string[] | null
  /** Whether the queue named `subscriptions` in event_types, so that type keeps that spelling. */
  spellsSubscriptions: boolean
  /** Terms of which all must hold; they restrict `message` events only. */
  narrow: readonly NarrowTerm[]
  applyMarkdown: boolean
  clientGravatar: boolean
  includeSubscribers: boolean
  /**
   * Whether the queue also receives messages of public streams its owner is not subscribed to:
   * asked for with all_public_streams, or implied by a narrow; never true for guests.
   * Sources: docs/protocol/event-queues.md#narrow-opens-public,
   * docs/protocol/event-queues.md#all-public-streams.
   */
  receivesPublicStreams: boolean
  /**
   * Capabilities that the client declared, of those that make a difference to events; absent: none.
   */
  capabilities?: readonly ClientCapability[]
  /** How long the queue lives when nobody polls it. */
  lifespanSeconds: number
}

/** Answers, among users who have queues, those whom an event is for. */
export type SelectUsers = (onlineUserIds: readonly number[]) => Promise<ReadonlySet<number>>

/** One event on its way to the queues. */
export interface Dispatch {
  /**
   * Id of its outbox row: dispatching the same id again adds nothing. Absent for what passes the
   * outbox by: nobody dispatches that again, so nothing is remembered of it.
   */
  outboxId?: number
  realmId: number
  event: RealmEvent
  overlay: Overlay
  /** Condition that queues must meet to get it; absent: all of them do. */
  condition?: QueueCondition | undefined
  selectUsers: SelectUsers
  /**
   * Whether it is a message to a public stream, so that queues with receivesPublicStreams get it as
   * well.
   */
  isPublicStreamMessage: boolean
}

export interface RegisteredQueue {
  /** Id of the queue: two integers joined by a colon, the second of which is the event shard. */
  queueId: string
  /** Id of the last event already inside the state that the caller reads next; -1 = none. */
  lastEventId: number
}

/**
 * Tells that a client hung up. Any AbortSignal is one; thousands of parked polls have simpler
 * ones, which cost a tenth.
 */
export interface HangUpSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { once: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

export interface PollOptions {
  /** Wait for an event when there is none; otherwise answer at once. */
  park: boolean
  /**
   * Id above which events are wanted, while older ones stay until they are acknowledged: for
   * readers who receive more before they acknowledge. Not below `lastEventId`, which it is unless
   * given.
   */
  afterEventId?: number
  /**
   * The reader polled before and goes on: unlike a new poll it gives way to one that is parked,
   * and is answered with what the queue holds, normally `[]`.
   */
  isContinuation?: boolean
  /** Aborts when the client hangs up: the poll is forgotten, its events stay. */
  signal?: HangUpSignal
}

export interface PolledEvents {
  /** The events as JSON text of an array, ascending by id. */
  json: string
}

/** Who is told how a poll ended that was parked: once, in one of the two ways. */
export interface PollCaller {
  /** @param json the events as JSON text of an array, ascending by id */
  onEvents(json: string): void
  onFailure(error: Error): void
}

/** A poll that waits. */
export interface ParkedPoll {
  /** Answers at once, without events: the client or whoever waits is leaving. */
  leave(): void
}

/**
 * The event queues of all realms. Every method may be called on any worker for any queue.
 *
 * Guarantees:
 * - ids in a queue strictly increase; they may have gaps;
 * - a dispatched event is appended exactly once to each matching queue that exists,
 *   however often and on however many workers its outbox row is dispatched;
 * - polling again with the same lastEventId returns the same events (and newer ones);
 * - a queue that lost anything is gone as a whole, never silently holed; only what has no outbox
 *   row may get lost on its way.
 */
export interface EventQueues {
  /**
   * Makes a queue. When its owner has as many as they may, the one that was polled longest ago goes,
   * of those where a poll waits only when one waits at each.
   * Source: docs/protocol/event-queues.md#most-queues.
   *
   * @throws RedisAwayError when the store does not answer
   */
  register(registration: Registration): Promise<RegisteredQueue>

  /**
   * Events of a queue newer than `lastEventId`, oldest first; ids up to it are forgotten.
   * With `park` it waits until there is one, at most until a heartbeat event is due
   * (45-55 s, as configured). When a newer poll arrives for the same queue, on any worker,
   * the older one is answered with what the queue holds, normally `[]`.
   *
   * @param lastEventId last event id the client holds, -1 for none
   * @throws BadEventQueueIdError for an unknown or dropped queue, also while parked
   * @throws ForeignEventQueueError for a queue of somebody else
   * @throws RedisAwayError when the store does not answer
   * Sources: docs/protocol/contract.md#get-events, docs/protocol/event-queues.md#polling.
   */
  poll(
    queueId: string,
    owner: QueueOwner,
    lastEventId: number,
    options: PollOptions,
  ): Promise<PolledEvents>

  /**
   * A poll that waits, as `poll` with `park` is, for those of whom there are thousands: its caller is told
   * how it ends rather than given a promise, maybe before this returns.
   *
   * @returns undefined where it does not wait
   * @throws BadEventQueueIdError for an id that no queue can have; all else the caller is told
   */
  park(
    queueId: string,
    owner: QueueOwner,
    lastEventId: number,
    caller: PollCaller,
  ): ParkedPoll | undefined

  /**
   * Forgets the events of a queue up to one that its client holds. A poll that waits goes on.
   * @throws BadEventQueueIdError, ForeignEventQueueError, RedisAwayError
   */
  acknowledge(queueId: string, owner: QueueOwner, lastEventId: number): Promise<void>

  /**
   * Deletes a queue; a poll waiting on it is answered with `[]`.
   * @throws BadEventQueueIdError, ForeignEventQueueError, RedisAwayError
   */
  delete(queueId: string, owner: QueueOwner): Promise<void>

  /** Deletes every queue of a user who lost access; their parked polls fail with BadEventQueueIdError. */
  deleteAllOf(owner: QueueOwner): Promise<void>

  /**
   * Appends events, in the order given, to every queue they match and wakes parked polls.
   * The changes they tell of are committed: a queue that is registered while this runs may
   * be left out, since its client reads a state that includes them. Two calls that run at
   * the same time have no order between them.
   * @throws RedisAwayError; dispatching the same batch again is then safe
   */
  publish(batch: readonly Dispatch[]): Promise<void>

  /** Deletes queues whose client vanished; called regularly by every worker. Returns how many. */
  expire(): Promise<number>

  /** How many there are. */
  count(): Promise<number>

  /** @throws RedisAwayError when the store does not answer, or cannot wake polls here */
  ping(): Promise<void>

  /** Polls parked at this worker. */
  readonly parkedPolls: number

  /** Answers every poll parked at this worker with `[]` at once, and parks no more. */
  drain(): Promise<void>

  close(): Promise<void>
}

/** Reasons for which a queue goes although nobody asked for it. */
export type DropReason =
  /** The queue was not polled for its lifespan. */
  | 'expired'
  /** Its owner registered more queues than they may have. */
  | 'crowded out'
  /** The queue outgrew its cap on events or bytes. */
  | 'overfull'
  /** The store has lost a part of it. */
  | 'incomplete'

/** Whether the end of a queue goes into the log: not where clients make that happen all the time. */
export function isWorthALine(reason: DropReason): boolean {
  return reason !== 'expired' && reason !== 'crowded out'
}

/** Options that every implementation of {@link EventQueues} is made with. */
export interface QueueOptions {
  /** A silent poll is answered with a heartbeat after a random time in between. */
  heartbeatMs: { min: number; max: number }
  /** A queue that would hold more unacknowledged events is dropped as a whole. */
  maxEventsPerQueue: number
  /** Most bytes of its events as text, in the same way. */
  maxBytesPerQueue?: number
  /** Most queues of one user. */
  maxQueuesPerUser?: number
  log: Pick<Logger, 'info' | 'warn'>
  /** Hears of each queue that was dropped by this worker. */
  onQueueDropped?: (reason: DropReason) => void
}

/**
 * A client may claim to hold ids up to here, far more than a queue will ever give. Lua writes
 * numbers with 14 digits, so ids beyond this would be written as fractions.
 */
export const maxEventId = 2 ** 46

/** The cursor of a client that has received nothing yet. */
export const noEventId = -1
