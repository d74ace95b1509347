import { completeEvent } from '../../wire/renderings'
import { BadEventQueueIdError, ForeignEventQueueError } from '../errors'
import type { ParkedPoll, PollCaller, QueueOwner } from '../queues'
import type { PollReply, PollRequest, PollStep, WhenEmpty } from './poll-steps'
import type { WakeUp } from './wake-ups'

/** The services that a poll needs from the collection of polls of its worker. */
export interface PollHolder {
  /**
   * Current session of the listener for a shard's wake-ups; undefined while wake-ups are missed.
   */
  sessionOf(shard: number): number | undefined
  /** Gives the poll a new token for its wake-ups; the old token is invalid. */
  issueToken(poll: WaitingPoll): string
  /** Reads the queue for the poll, which gets the reply. */
  read(poll: WaitingPoll): void
  /** Undoes the parking of an abandoned poll. */
  unpark(poll: WaitingPoll): void
  /** Schedules another read of a poll after a pause. */
  retryLater(poll: WaitingPoll): void
  /** Removes a finished poll. */
  release(poll: WaitingPoll): void
  onIncomplete(queueId: string): void
}

/**
 * One poll from its request to its answer. There are thousands of polls, so each is a single object
 * with a method per kind of event.
 *
 * Replies and wake-ups come over two connections, in any order. Each token stands for one parking
 * and is woken once, with all events that the queue got since. Thus:
 * - while a read is pending, its wake-up is only stored: the reply tells whether the poll was
 *   parked, and so whether the wake-up is its answer;
 * - a read made in an older listening session is repeated under a new token, since its wake-up may
 *   be lost.
 */
export class WaitingPoll implements ParkedPoll, PollStep {
  readonly queueId: string
  readonly shard: number
  readonly owner: QueueOwner
  readonly lastEventId: number
  readonly afterEventId: number
  readonly isContinuation: boolean
  /** Token of the latest parking; '' before the first. */
  token = ''
  whenEmpty: WhenEmpty = 'park'
  /** Index among the polls of its worker. */
  place = -1
  /** Index of its heartbeat deadline. */
  heartbeatPlace: number | undefined
  private isReading = false
  private isSettled = false
  private isHeartbeatDue = false
  private hasWaited = false
  private session: number | undefined
  private keptWakeUp: WakeUp | undefined

  constructor(
    request: PollRequest,
    private readonly holder: PollHolder,
    private readonly caller: PollCaller,
  ) {
    this.queueId = request.queueId
    this.shard = request.shard
    this.owner = request.owner
    this.lastEventId = request.lastEventId
    this.afterEventId = request.afterEventId
    this.isContinuation = request.isContinuation
  }

  /** Reads the queue for the first time. */
  begin(): void {
    this.park(this.isContinuation ? 'park-again' : 'park')
  }

  onWakeUp(wakeUp: WakeUp): void {
    if (this.isReading) this.keptWakeUp = wakeUp
    else this.finish(wakeUp)
  }

  /** Reads the queue again, since wake-ups may have been missed. */
  readAgain(): void {
    if (!this.isReading && !this.isSettled) this.park('park-again')
  }

  leave(): void {
    if (this.isSettled) return
    this.settle('[]')
    // A pending read may still park the poll; its reply undoes that.
    if (!this.isReading) this.holder.unpark(this)
  }

  /** Called when its heartbeat is due. */
  onDue(): void {
    this.isHeartbeatDue = true
    if (!this.isReading) this.read('heartbeat')
  }

  onReply(reply: PollReply): void {
    this.isReading = false
    if (reply.kind === 'incomplete') this.holder.onIncomplete(this.queueId)
    if (this.isSettled) {
      if (reply.kind === 'parked') this.holder.unpark(this)
    } else if (reply.kind === 'parked') {
      this.onParked()
    } else if (reply.kind === 'events') {
      this.settle(eventsJson(reply))
    } else {
      this.fail(pollError(reply.kind, this.queueId))
    }
  }

  onReadFailed(error: Error): void {
    this.isReading = false
    if (this.isSettled) return
    if (this.keptWakeUp) {
      // The wake-up proves that the poll was parked, although the reply is lost.
      this.finish(this.keptWakeUp)
    } else if (!this.hasWaited) {
      this.fail(error)
    } else if (this.isHeartbeatDue) {
      // End the poll; the client's next one gets events or the error.
      this.settle('[]')
    } else {
      this.holder.retryLater(this)
    }
  }

  /** Parks under a new token. A heartbeat instead keeps the token of the parking that it ends. */
  private park(wish: 'park' | 'park-again'): void {
    this.token = this.holder.issueToken(this)
    this.read(wish)
  }

  private read(wish: WhenEmpty): void {
    this.whenEmpty = wish
    this.keptWakeUp = undefined
    this.isReading = true
    this.session = this.holder.sessionOf(this.shard)
    this.holder.read(this)
  }

  private onParked(): void {
    this.hasWaited = true
    const session = this.holder.sessionOf(this.shard)
    if (this.keptWakeUp) {
      this.finish(this.keptWakeUp)
    } else if (this.isHeartbeatDue) {
      this.read('heartbeat')
    } else if (session !== this.session && session !== undefined) {
      this.park('park-again')
    }
    // Without a session, the start of the next one reads again.
  }

  private finish(wakeUp: WakeUp): void {
    if (this.isSettled) return
    if ('events' in wakeUp) this.settle(`[${wakeUp.events.join(',')}]`)
    else if (wakeUp.end === 'gone') this.fail(pollError('gone', this.queueId))
    else this.settle('[]')
  }

  private settle(json: string): void {
    this.end()
    this.caller.onEvents(json)
  }

  private fail(error: Error): void {
    this.end()
    this.caller.onFailure(error)
  }

  private end(): void {
    this.isSettled = true
    this.holder.release(this)
  }
}

/** The events of a reply as a JSON array. */
export function eventsJson({ parts }: Extract<PollReply, { kind: 'events' }>): string {
  const texts: string[] = []
  for (let i = 0; i < parts.length; i += 3) {
    const [id, overlay, payload] = parts.slice(i, i + 3) as [string, string, string]
    texts.push(payload ? completeEvent(payload, overlay, id) : completeEvent(overlay, '', id))
  }
  return `[${texts.join(',')}]`
}

export function pollError(kind: Exclude<PollReply['kind'], 'events'>, queueId: string): Error {
  return kind === 'foreign' ? new ForeignEventQueueError() : new BadEventQueueIdError(queueId)
}
