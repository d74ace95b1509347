import type { QueueOwner } from '../queues'

/** What a poll wants of its queue. */
export interface PollRequest {
  queueId: string
  /** Number of the shard that the queue is in. */
  shard: number
  owner: QueueOwner
  /** Last event id that is forgotten. */
  lastEventId: number
  /** Last event id that is not wanted. */
  afterEventId: number
  /** Whether it gives way to a poll that is parked. */
  isContinuation: boolean
}

/**
 * Ways for a poll to go on when there is no event for it: `park-again` when it may be parked
 * already, or gives way to another. With `acknowledge` nothing is read at all.
 */
export type WhenEmpty = 'answer' | 'park' | 'park-again' | 'heartbeat' | 'acknowledge'

/** One reading of a queue on behalf of a poll, which hears of what comes of it. */
export interface PollStep extends PollRequest {
  whenEmpty: WhenEmpty
  /** `poll.parking.place`, three numbers: a poll that parks again does so under a new token. */
  token: string
  onReply(reply: PollReply): void
  onReadFailed(error: Error): void
}

/** What comes of it. */
export type PollReply =
  | { kind: 'gone' | 'incomplete' | 'foreign' | 'parked' }
  /** Three strings an event: id, overlay, payload. */
  | { kind: 'events'; parts: string[] }
