import { LRUCache } from 'lru-cache'
import { atMostEntries } from '../runtime/room'
import type { HangUpSignal } from './queues'

/** The length of a budget: an account may use all of it at once. */
const windowMs = 60_000
/** Longest delay: a client must not take it for a lost connection, nor its queue expire. */
const maxDelayMs = 5_000
/** Accounts whose budget a worker remembers; a forgotten account starts with a whole one. */
const maxAccounts = 20_000

export interface PollThrottleOptions {
  /** Polls of an account per minute that begin at once; null: all of them. */
  pollsPerMinute: number | null
  /** Milliseconds of a clock that never goes back. */
  now?: () => number
}

/** A poll that has not begun yet. */
export interface DelayedPoll {
  /** Drops it: its function will not be called. */
  cancel(): void
}

/**
 * Slows down accounts that poll more often than their budget allows. A client polls again after each
 * event, so other people's messages set the pace: a refusal would lock the reader out. A delayed poll
 * is answered with all events that came meanwhile, which makes the next one later.
 *
 * Each worker counts the polls that it answers, so a poll costs no round trip.
 * Source: docs/protocol/limits.md#poll-rate.
 */
export class PollThrottle {
  private readonly intervalMs: number
  private readonly now: () => number
  /** Time by account at which its budget will be whole again. */
  private readonly wholeAtMs = new LRUCache<number, number>(atMostEntries(maxAccounts))
  private readonly delayed = new Set<() => void>()

  constructor({ pollsPerMinute, now = () => performance.now() }: PollThrottleOptions) {
    this.intervalMs = pollsPerMinute === null ? 0 : windowMs / pollsPerMinute
    this.now = now
  }

  /**
   * Counts a poll of an account.
   * @returns milliseconds after which it may begin; 0: at once
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

  /** Begins all delayed polls now: the worker stops. */
  drain(): void {
    for (const begin of [...this.delayed]) begin()
  }
}
