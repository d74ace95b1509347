import { heartbeatDelayMs } from '../options'
import type { QueueOptions } from '../options'
import type { HangUpSignal, PolledEvents } from '../queues'
import type { PollReply, PollRequest, PollStep, WhenEmpty } from './scripts'
import { WaitingPoll } from './waiting-poll'
import type { PollHolder } from './waiting-poll'
import { parseWakeUps } from './wake-ups'
import type { WakeUp } from './wake-ups'

export interface WaitingPollsOptions {
  /** Running session of the listener that hears the wake-ups of such a poll. */
  session: (request: PollRequest) => number | undefined
  read: (step: PollStep) => Promise<PollReply>
  unpark: (request: PollRequest, token: string) => Promise<void>
}

/**
 * A message to thousands must not hold up everybody else, above all not the answer to whoever
 * sent it: so many polls are answered at a time, which takes a few milliseconds.
 */
const wakeUpsPerTurn = 64

/** The polls that this worker holds. */
export class WaitingPolls implements PollHolder {
  private readonly byToken = new Map<string, WaitingPoll>()
  private latestNumber = 0
  /** Those that arrived and were not passed on yet, oldest first. */
  private wakeUps: [token: string, wakeUp: WakeUp][] = []

  constructor(
    private readonly options: WaitingPollsOptions,
    private readonly timing: Pick<QueueOptions, 'heartbeatMs' | 'random'>,
  ) {}

  get size(): number {
    return this.byToken.size
  }

  sessionOf({ request }: WaitingPoll): number | undefined {
    return this.options.session(request)
  }

  /** Answers when the queue has events, a heartbeat is due, or something else ends the wait. */
  wait(request: PollRequest, signal: HangUpSignal | undefined): Promise<PolledEvents> {
    return new WaitingPoll(request, this, heartbeatDelayMs(this.timing), signal).answer
  }

  onMessage(message: string): void {
    const isIdle = this.wakeUps.length === 0
    this.wakeUps.push(...parseWakeUps(message))
    if (isIdle) setImmediate(this.wakeSome)
  }

  /** Wake-ups for some of the polls, sent before this moment, may have been missed. */
  onListening(areConcerned: (request: PollRequest) => boolean): void {
    for (const poll of [...this.byToken.values()]) if (areConcerned(poll.request)) poll.readAgain()
  }

  drain(): void {
    for (const poll of [...this.byToken.values()]) poll.leave()
  }

  private readonly wakeSome = (): void => {
    for (const [token, wakeUp] of this.wakeUps.splice(0, wakeUpsPerTurn)) {
      // Tokens that nobody knows (any more) belong to polls that were answered otherwise.
      this.byToken.get(token)?.onWakeUp(wakeUp)
    }
    if (this.wakeUps.length > 0) setImmediate(this.wakeSome)
  }

  issueToken(poll: WaitingPoll): string {
    const [number = String(++this.latestNumber), parking = '0'] = poll.token?.split('.') ?? []
    this.release(poll)
    const token = `${number}.${Number(parking) + 1}`
    this.byToken.set(token, poll)
    return token
  }

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
}
