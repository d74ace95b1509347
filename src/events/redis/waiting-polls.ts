import { heartbeatDelays } from '../queues'
import type { QueueOptions, HangUpSignal, PolledEvents } from '../queues'
import type { PollReply, PollRequest, PollStep, WhenEmpty } from './scripts'
import { parseWakeUps } from './wake-ups'
import type { WakeUp } from './wake-ups'
import { completeEvent } from '../../wire/renderings'
import { BadEventQueueIdError, ForeignEventQueueError } from '../errors'

export interface WaitingPollsOptions {
  /** Running session of the listener that hears the wake-ups of such a poll. */
  session: (request: PollRequest) => number | undefined
  read: (step: PollStep) => Promise<PollReply>
  unpark: (request: PollRequest, token: string) => Promise<void>
}

/**
 * Polls that are answered at a time, which takes a few milliseconds: a message to thousands must
 * not hold up everybody else, above all not the answer to whoever sent it.
 */
const wakeUpsPerTurn = 64
/** Pause before a poll that waits reads again, when Redis did not answer. */
const retryMs = 1_000

/** The polls that this worker holds. */
export class WaitingPolls {
  private readonly byToken = new Map<string, WaitingPoll>()
  private readonly heartbeatDelays: readonly number[]
  private latestNumber = 0
  /** Wake-ups that arrived and were not passed on yet, oldest first. */
  private wakeUps: [token: string, wakeUp: WakeUp][] = []

  constructor(
    private readonly options: WaitingPollsOptions,
    heartbeatMs: QueueOptions['heartbeatMs'],
  ) {
    this.heartbeatDelays = heartbeatDelays(heartbeatMs)
  }

  get size(): number {
    return this.byToken.size
  }

  /** Answers when the queue has events, a heartbeat is due, or something else ends the wait. */
  wait(request: PollRequest, signal: HangUpSignal | undefined): Promise<PolledEvents> {
    const { heartbeatDelays: delays } = this
    const delayMs = delays[Math.floor(Math.random() * delays.length)] as number
    return new WaitingPoll(request, this, delayMs, signal).answer
  }

  onMessage(message: string): void {
    const isIdle = this.wakeUps.length === 0
    this.wakeUps.push(...parseWakeUps(message))
    if (isIdle) setImmediate(this.wakeSome)
  }

  /** Has polls read again: wake-ups for them, sent before this moment, may have been missed. */
  onListening(areConcerned: (request: PollRequest) => boolean): void {
    for (const poll of [...this.byToken.values()]) if (areConcerned(poll.request)) poll.readAgain()
  }

  drain(): void {
    for (const poll of [...this.byToken.values()]) poll.leave()
  }

  /** Listening session, undefined while wake-ups for the poll are being missed. */
  sessionOf({ request }: WaitingPoll): number | undefined {
    return this.options.session(request)
  }

  /** Gives the poll a new token, under which wake-ups find it; the one before finds it no more. */
  issueToken(poll: WaitingPoll): string {
    const [number = String(++this.latestNumber), parking = '0'] = poll.token?.split('.') ?? []
    this.release(poll)
    const token = `${number}.${Number(parking) + 1}`
    this.byToken.set(token, poll)
    return token
  }

  /** Forgets a poll that has its answer. */
  release(poll: WaitingPoll): void {
    if (poll.token !== undefined) this.byToken.delete(poll.token)
  }

  read({ request, token = '' }: WaitingPoll, whenEmpty: WhenEmpty): Promise<PollReply> {
    return this.options.read({ request, whenEmpty, token })
  }

  unpark({ request, token = '' }: WaitingPoll): void {
    // Should it fail, the queue is woken in vain once, and lives a little longer.
    void this.options.unpark(request, token).catch(() => {})
  }

  private readonly wakeSome = (): void => {
    for (const [token, wakeUp] of this.wakeUps.splice(0, wakeUpsPerTurn)) {
      // Tokens that nobody knows (any more) belong to polls that were answered otherwise.
      this.byToken.get(token)?.onWakeUp(wakeUp)
    }
    if (this.wakeUps.length > 0) setImmediate(this.wakeSome)
  }
}

/**
 * One poll from its request to its answer.
 *
 * Replies and wake-ups come over two connections, in any order. Each token stands for one
 * parking and is woken once, with all that came to the queue since. Thus:
 * - while a read is on its way its wake-up is only kept: whether the poll was parked, and so
 *   whether the wake-up is its answer, is known when the read returns;
 * - a read made in an older listening session is made again under a new token, since its
 *   wake-up may be lost.
 */
class WaitingPoll {
  readonly answer: Promise<PolledEvents>
  /** Token of the latest parking; undefined before the first. */
  token: string | undefined
  private resolve!: (events: PolledEvents) => void
  private reject!: (error: Error) => void
  private isReading = false
  private isSettled = false
  private isHeartbeatDue = false
  private hasWaited = false
  private keptWakeUp: WakeUp | undefined
  private retry: NodeJS.Timeout | undefined
  private readonly heartbeat: NodeJS.Timeout

  constructor(
    readonly request: PollRequest,
    private readonly holder: WaitingPolls,
    heartbeatDelayMs: number,
    private readonly signal: HangUpSignal | undefined,
  ) {
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
    this.heartbeat = setTimeout(() => this.onHeartbeatDue(), heartbeatDelayMs)
    signal?.addEventListener('abort', this.leave, { once: true })
    void this.read('park')
  }

  onWakeUp(wakeUp: WakeUp): void {
    if (this.isReading) this.keptWakeUp = wakeUp
    else this.finish(wakeUp)
  }

  /** Reads the queue once more: wake-ups may have been missed. */
  readAgain(): void {
    if (!this.isReading && !this.isSettled) void this.read('park')
  }

  /** Answers at once, without events: the client or the worker is leaving. */
  readonly leave = (): void => {
    if (this.isSettled) return
    this.settle({ json: '[]', parked: this.hasWaited })
    // A read that is on its way may yet park it; that is undone when it returns.
    if (!this.isReading) this.holder.unpark(this)
  }

  private onHeartbeatDue(): void {
    this.isHeartbeatDue = true
    if (!this.isReading) void this.read('heartbeat')
  }

  private async read(wish: 'park' | 'heartbeat'): Promise<void> {
    clearTimeout(this.retry)
    const parks = wish === 'park'
    const isFirst = this.token === undefined && !this.request.isContinuation
    const whenEmpty = parks && !isFirst ? 'park-again' : wish
    // A heartbeat belongs to the parking that it ends; parking again is a new one.
    if (parks) this.token = this.holder.issueToken(this)
    this.keptWakeUp = undefined
    this.isReading = true
    const session = this.holder.sessionOf(this)
    const reply = await this.holder.read(this, whenEmpty).catch((error: unknown) => error as Error)
    this.isReading = false

    if (this.isSettled) {
      if (!(reply instanceof Error) && reply.kind === 'parked') this.holder.unpark(this)
    } else if (reply instanceof Error) {
      this.onReadFailed(reply)
    } else if (reply.kind === 'parked') {
      this.onParked(session)
    } else {
      this.onReply(reply)
    }
  }

  private onParked(session: number | undefined): void {
    this.hasWaited = true
    if (this.keptWakeUp) {
      this.finish(this.keptWakeUp)
    } else if (this.isHeartbeatDue) {
      void this.read('heartbeat')
    } else if (![session, undefined].includes(this.holder.sessionOf(this))) {
      void this.read('park')
    }
    // Without any session the next one to begin reads again.
  }

  private onReply(reply: PollReply): void {
    if (reply.kind === 'events') this.settle({ json: eventsJson(reply), parked: this.hasWaited })
    else this.fail(pollError(reply.kind, this.request.queueId))
  }

  private onReadFailed(error: Error): void {
    if (this.keptWakeUp) {
      // So it was parked, although the reply that said so is lost.
      this.hasWaited = true
      this.finish(this.keptWakeUp)
    } else if (!this.hasWaited) {
      this.fail(error)
    } else if (this.isHeartbeatDue) {
      // Its client asks again, and meets what there is by then.
      this.settle({ json: '[]', parked: true })
    } else {
      this.retry = setTimeout(() => this.readAgain(), retryMs)
    }
  }

  private finish(wakeUp: WakeUp): void {
    if (this.isSettled) return
    this.hasWaited = true
    if ('events' in wakeUp) this.settle({ json: `[${wakeUp.events.join(',')}]`, parked: true })
    else if (wakeUp.end === 'gone') this.fail(pollError('gone', this.request.queueId))
    else this.settle({ json: '[]', parked: true })
  }

  private settle(events: PolledEvents): void {
    this.end()
    this.resolve(events)
  }

  private fail(error: Error): void {
    this.end()
    this.reject(error)
  }

  private end(): void {
    this.isSettled = true
    clearTimeout(this.heartbeat)
    clearTimeout(this.retry)
    this.signal?.removeEventListener('abort', this.leave)
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
