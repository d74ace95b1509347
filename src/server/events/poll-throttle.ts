import { LRUCache } from 'lru-cache'
import { atMostEntries } from '../lib/lru-options'
import type { HangUpSignal } from './queues'

/** Length of a budget, all of which an account may use at once. */
const windowMs = 60_000
/**
 * Max delay: short enough that the client does not assume a lost connection and its queue does not
 * expire.
 */
const maxDelayMs = 5_000
/** Max accounts whose budget a worker remembers; a forgotten account starts with a full one. */
const maxAccounts = 20_000

export interface PollThrottleOptions {
  /** Polls per account and minute without a delay; null: no limit. */
  pollsPerMinute: number | null
  /** Milliseconds of a monotonic clock. */
  now?: () => number
}

/** A poll that is being delayed. */
export interface DelayedPoll {
  /** Cancels the poll: its function will not be called. */
  cancel(): void
}

/**
 * Throttles accounts that poll more often than their budget allows. A client polls again after each
 * event, so other people's messages set the pace: refusing polls would lock the reader out. A
 * delayed poll returns all events that came meanwhile, which makes the next one later.
 *
 * Each worker counts only its own polls, so a poll costs no round trip.
 * Source: docs/protocol/limits.md#poll-rate.
 */
export class PollThrottle {
  private readonly intervalMs: number
  private readonly now: () => number
  /** Time at which the budget of an account will be full again. */
  private readonly wholeAtMs = new LRUCache<number, number>(atMostEntries(maxAccounts))
  private readonly delayed = new Set<() => void>()

  constructor({ pollsPerMinute, now = () => performance.now() }: PollThrottleOptions) {
    this.intervalMs = pollsPerMinute === null ? 0 : windowMs / pollsPerMinute
    this.now = now
  }

  /**
   * Counts a poll of an account.
   * @returns delay in milliseconds before it may begin; 0: none
   */
  count(userId: number): number {
    if (this.intervalMs === 0) return 0
    const now = this.now()
    const wholeAt = Math.max(this.wholeAtMs.get(userId) ?? 0, now) + this.intervalMs
    const delayMs = Math.min(wholeAt - windowMs - now, maxDelayMs)
    this.wholeAtMs.set(userId, Math.min(wholeAt, now + windowMs + maxDelayMs))
    return Math.max(0, delayMs)
  }

  /** Calls a function after a delay, or as soon as the worker stops. */
  after(delayMs: number, begin: () => void): DelayedPoll {
    const cancel = (): void => {
      clearTimeout(timer)
      this.delayed.delete(beginNow)
    }
    const beginNow = (): void => {
      cancel()
      begin()
    }
    const timer = setTimeout(beginNow, delayMs)
    this.delayed.add(beginNow)
    return { cancel }
  }

  /** Resolves after a delay, when the signal aborts, or when the worker stops. */
  wait(delayMs: number, signal: HangUpSignal): Promise<void> {
    if (delayMs === 0 || signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const end = (): void => {
        poll.cancel()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const poll = this.after(delayMs, end)
      signal.addEventListener('abort', end, { once: true })
    })
  }

  /** Starts all delayed polls now, because the worker stops. */
  drain(): void {
    for (const begin of [...this.delayed]) begin()
  }
}
