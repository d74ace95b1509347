import { call } from '../api/call'
import { RefusedError } from '../api/errors'
import type { ServerEvent, State } from '../records/state'
import { noteAcknowledged } from './acknowledged'
import { registration } from './registration'
import { createRetries, pause } from './retries'
import type { Troubles } from './trouble'

/** Creates an event queue and returns its initial state. @throws as `call` */
export function register(signal?: AbortSignal): Promise<State> {
  // The arguments ask for every key of the state, and for its newer forms.
  return call('POST /register', registration, signal ? { signal } : {}) as Promise<State>
}

export interface PollingHandlers {
  stateNow(): Readonly<State>
  /** Whether another tab may have a state of the same queue. */
  isShared(): boolean
  /** New events only, in order. */
  onEvents(events: readonly ServerEvent[]): void
  onFreshState(state: State): void
  onLoggedOut(): void
}

type Note = ReturnType<typeof noteAcknowledged>

export interface Polling {
  /**
   * Polls until the signal aborts.
   * @param isFresh whether a call has just succeeded; if not, the first poll asks for an immediate answer
   */
  run(end: AbortSignal, isFresh: boolean): Promise<void>
  /** Aborts the current wait and polls at once, because the connection may be dead. */
  look(): void
  /** Registers again, because the state cannot be trusted. */
  startOver(): void
}

/** Polls the queue of the current state, and registers a new queue when it is lost. */
export function createPolling(handlers: PollingHandlers, troubles: Troubles): Polling {
  const retries = createRetries()
  let isQueueLost = false
  let waiting = new AbortController()

  async function poll(isAtOnce: boolean, note: Note, signal: AbortSignal): Promise<void> {
    const { queue_id, last_event_id, event_queue_longpoll_timeout_seconds } = handlers.stateNow()
    if (handlers.isShared()) note(queue_id, last_event_id)
    const timeout = AbortSignal.timeout(event_queue_longpoll_timeout_seconds * 1000)
    const args = { queue_id, last_event_id, ...(isAtOnce ? { dont_block: true } : {}) }
    const { events } = await call('GET /events', args, {
      signal: AbortSignal.any([signal, timeout]),
    })
    const told = events as ServerEvent[]
    handlers.onEvents(told.filter(({ id }) => id > handlers.stateNow().last_event_id))
  }

  async function startAnew(signal: AbortSignal): Promise<void> {
    const state = await register(signal)
    isQueueLost = false
    handlers.onFreshState(state)
  }

  /** Handles a failed call and pauses before the next one. @returns false if polling must end */
  async function recover(error: unknown, signal: AbortSignal): Promise<boolean> {
    if (error instanceof RefusedError) {
      if (error.isLoggedOut) {
        handlers.onLoggedOut()
        return false
      }
      // Any other 4xx means that the queue is gone or belongs to another account.
      if (error.status < 500 && error.status !== 429) isQueueLost = true
      if (error.code === 'BAD_EVENT_QUEUE_ID') return true
    }
    troubles.begin()
    await pause(retries.next(error), signal)
    return true
  }

  return {
    async run(end, isFresh) {
      const note = noteAcknowledged(end)
      let isAtOnce = !isFresh
      for (;;) {
        waiting = new AbortController()
        const signal = AbortSignal.any([end, waiting.signal])
        try {
          await (isQueueLost ? startAnew(signal) : poll(isAtOnce, note, signal))
          isAtOnce = false
          retries.reset()
          troubles.end()
        } catch (error) {
          isAtOnce = true
          const isOver = isTimeout(error) || signal.aborted
          if (!end.aborted && !isOver && !(await recover(error, signal))) return
        }
        if (end.aborted) return
      }
    },

    look() {
      waiting.abort()
    },

    startOver() {
      isQueueLost = true
      waiting.abort()
    },
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}
