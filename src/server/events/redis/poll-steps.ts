import type { QueueOwner } from '../queues'

/** A request to read a queue. */
export interface PollRequest {
  queueId: string
  /** Number of the queue's shard. */
  shard: number
  owner: QueueOwner
  /** Events up to this id are deleted. */
  lastEventId: number
  /** Only events after this id are returned. */
  afterEventId: number
  /** Whether another parked poll stays in place. */
  isContinuation: boolean
}

/**
 * Action if there is no event: `park-again` for a poll that may already be parked, or that leaves
 * another parked poll in place. `acknowledge` reads nothing at all.
 */
export type WhenEmpty = 'answer' | 'park' | 'park-again' | 'heartbeat' | 'acknowledge'

/** One read of a queue for a poll, with callbacks for the result. */
export interface PollStep extends PollRequest {
  whenEmpty: WhenEmpty
  /** `poll.parking.place`, three numbers; each parking of a poll gets a new token. */
  token: string
  onReply(reply: PollReply): void
  onReadFailed(error: Error): void
}

/** Result of a step. */
export type PollReply =
  | { kind: 'gone' | 'incomplete' | 'foreign' | 'parked' }
  /** Three strings per event: id, overlay, payload. */
  | { kind: 'events'; parts: string[] }
