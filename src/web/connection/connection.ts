import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { call } from '../api/call'
import { RefusedError } from '../api/errors'
import { registration } from './registration'
import type { ServerEvent, State } from '../store/state'

/** `undefined` while all is well. */
export type Trouble = 'offline' | 'reconnecting' | undefined

export interface Connection {
  readonly trouble: ReadonlySignal<Trouble>
  /** Begins to poll; ends when the signal aborts. */
  run(signal: AbortSignal): Promise<void>
}

export interface ConnectionHandlers {
  /** Events in their order, each once. */
  onEvents(events: readonly ServerEvent[]): void
  /** The queue is gone: here is a new one with its state, to be put in place of the old. */
  onFreshState(state: State): void
  /** The session ended. */
  onLoggedOut(): void
}

/** Makes a queue, and reads the state that it starts from. */
export function register(): Promise<State> {
  return call<State>('POST', '/register', registration)
}

/** @param queue the queue that the first state came with */
export function createConnection(
  queue: { queue_id: string; last_event_id: number },
  handlers: ConnectionHandlers,
): Connection {
  const trouble = signal<Trouble>(undefined)
  let { queue_id: queueId, last_event_id: lastEventId } = queue

  async function pollOnce(abort: AbortSignal): Promise<void> {
    const args = { queue_id: queueId, last_event_id: lastEventId }
    const { events } = await call<{ events: ServerEvent[] }>('GET', '/events', args, {
      signal: abort,
    })
    trouble.value = undefined
    const fresh = events.filter((event) => event.id > lastEventId)
    lastEventId = fresh.at(-1)?.id ?? lastEventId
    handlers.onEvents(fresh)
  }

  async function begin(): Promise<void> {
    const state = await register()
    queueId = state.queue_id
    lastEventId = state.last_event_id
    handlers.onFreshState(state)
  }

  return {
    trouble,

    async run(abort) {
      while (!abort.aborted) {
        try {
          await pollOnce(abort)
        } catch (error) {
          if (abort.aborted) return
          if (error instanceof RefusedError && error.isLoggedOut) return handlers.onLoggedOut()
          if (error instanceof RefusedError && error.code === 'BAD_EVENT_QUEUE_ID') await begin()
          else trouble.value = navigator.onLine ? 'reconnecting' : 'offline'
          await pause(1000, abort)
        }
      }
    },
  }
}

function pause(milliseconds: number, abort: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    abort.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
