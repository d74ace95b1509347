import type { ServerEvent } from '../records/state'

/** @param events new events; undefined if some were missed and all held data must be fetched again */
type EventListener = (events: readonly ServerEvent[] | undefined) => void

/** Passes events on to screens that hold data outside the store, such as the subscribers of a stream. */
export interface EventListeners {
  /** @returns function that removes the listener */
  listen(listener: EventListener): () => void
  /** Calls all listeners; call it after the store has applied the events. */
  tell: EventListener
}

export function createEventListeners(): EventListeners {
  const listeners = new Set<EventListener>()
  return {
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell(events) {
      for (const listener of listeners) listener(events)
    },
  }
}
