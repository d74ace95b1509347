import { Deadlines } from '../../lib/deadlines'
import { SlotArray } from '../../lib/slot-array'
import type { ParkedPoll, PollCaller, QueueOptions } from '../queues'
import type { PollRequest, PollStep } from './poll-steps'
import { WaitingPoll } from './waiting-poll'
import type { PollHolder } from './waiting-poll'
import { parseWakeUps } from './wake-ups'
import type { WakeUp } from './wake-ups'

export interface WaitingPollsOptions {
  /** Current session of the listener for a shard's wake-ups. */
  session: (shard: number) => number | undefined
  /** Reads a queue; the step gets the reply. */
  read: (step: PollStep) => void
  unpark: (request: Pick<PollRequest, 'queueId' | 'shard'>, token: string) => Promise<void>
  /** Called for a queue that was dropped because the store lost a part of it. */
  onIncomplete: (queueId: string) => void
}

/**
 * Max polls answered per turn of the event loop, which takes a few milliseconds: a message to
 * thousands of users must not delay other work, above all the response to its sender.
 */
const wakeUpsPerTurn = 64
/** Pause before a parked poll reads again after Redis failed to answer. */
const retryMs = 1_000

/** The polls parked at this worker. */
export class WaitingPolls implements PollHolder {
  private readonly polls = new SlotArray<WaitingPoll>()
  private readonly heartbeats: Deadlines<WaitingPoll>
  private latestNumber = 0
  /** Received wake-ups not delivered yet, oldest first. */
  private wakeUps: [token: string, wakeUp: WakeUp][] = []

  constructor(
    private readonly options: WaitingPollsOptions,
    private readonly heartbeatMs: QueueOptions['heartbeatMs'],
  ) {
    this.heartbeats = new Deadlines(heartbeatMs.max)
  }

  get size(): number {
    return this.polls.size
  }

  /**
   * Calls the caller back when the queue has events, a heartbeat is due, or something else ends the
   * wait.
   */
  wait(request: PollRequest, caller: PollCaller): ParkedPoll {
    const poll = new WaitingPoll(request, this, caller)
    poll.place = this.polls.add(poll)
    const { min, max } = this.heartbeatMs
    poll.heartbeatPlace = this.heartbeats.add(poll, min + Math.random() * (max - min))
    poll.begin()
    return poll
  }

  onMessage(message: string): void {
    const isIdle = this.wakeUps.length === 0
    this.wakeUps.push(...parseWakeUps(message))
    if (isIdle) setImmediate(this.wakeSome)
  }

  /** Makes polls read again: wake-ups for them, sent before this moment, may have been missed. */
  onListening(shards: readonly number[]): void {
    for (const poll of [...this.polls]) {
      if (shards.includes(poll.shard)) poll.readAgain()
    }
  }

  drain(): void {
    for (const poll of [...this.polls]) poll.leave()
  }

  sessionOf(shard: number): number | undefined {
    return this.options.session(shard)
  }

  issueToken(poll: WaitingPoll): string {
    const { token, place } = poll
    const [number = '', parking = ''] = token.split('.')
    return token === ''
      ? `${++this.latestNumber}.1.${place}`
      : `${number}.${Number(parking) + 1}.${place}`
  }

  release(poll: WaitingPoll): void {
    this.polls.remove(poll, poll.place)
    if (poll.heartbeatPlace !== undefined) this.heartbeats.remove(poll, poll.heartbeatPlace)
  }

  read(poll: WaitingPoll): void {
    this.options.read(poll)
  }

  unpark(poll: WaitingPoll): void {
    // If this fails, the queue is woken once in vain and expires a little later.
    void this.options.unpark(poll, poll.token).catch(() => {})
  }

  retryLater(poll: WaitingPoll): void {
    setTimeout(() => poll.readAgain(), retryMs)
  }

  onIncomplete(queueId: string): void {
    this.options.onIncomplete(queueId)
  }

  private readonly wakeSome = (): void => {
    for (const [token, wakeUp] of this.wakeUps.splice(0, wakeUpsPerTurn)) {
      const poll = this.polls.at(Number(token.slice(token.lastIndexOf('.') + 1)))
      // Unknown tokens belong to polls that were answered otherwise.
      if (poll?.token === token) poll.onWakeUp(wakeUp)
    }
    if (this.wakeUps.length > 0) setImmediate(this.wakeSome)
  }
}
