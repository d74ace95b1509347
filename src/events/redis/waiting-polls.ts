import { heartbeatDelayMs } from '../options'
import type { QueueOptions } from '../options'
import type { PolledEvents } from '../queues'
import type { PollReply, PollRequest, PollStep, WhenEmpty } from './scripts'
import { WaitingPoll } from './waiting-poll'
import type { PollHolder } from './waiting-poll'
import { parseWakeUps } from './wake-ups'

export interface WaitingPollsOptions {
  /** Running session of the listener to this worker's wake-ups. */
  session: () => number | undefined
  read: (step: PollStep) => Promise<PollReply>
  unpark: (request: PollRequest, token: string) => Promise<void>
}

/** The polls that this worker holds. */
export class WaitingPolls implements PollHolder {
  private readonly byToken = new Map<string, WaitingPoll>()
  private latestNumber = 0

  constructor(
    private readonly options: WaitingPollsOptions,
    private readonly timing: Pick<QueueOptions, 'heartbeatMs' | 'random'>,
  ) {}

  get size(): number {
    return this.byToken.size
  }

  get session(): number | undefined {
    return this.options.session()
  }

  /** Answers when the queue has events, a heartbeat is due, or something else ends the wait. */
  wait(request: PollRequest, signal: AbortSignal | undefined): Promise<PolledEvents> {
    return new WaitingPoll(request, this, heartbeatDelayMs(this.timing), signal).answer
  }

  /** Tokens that nobody knows (any more) belong to polls that were answered otherwise. */
  onMessage(message: string): void {
    for (const [token, wakeUp] of parseWakeUps(message)) {
      this.byToken.get(token)?.onWakeUp(wakeUp)
    }
  }

  /** Wake-ups sent before this moment may have been missed. */
  onListening(): void {
    for (const poll of [...this.byToken.values()]) poll.readAgain()
  }

  drain(): void {
    for (const poll of [...this.byToken.values()]) poll.leave()
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
