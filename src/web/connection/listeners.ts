import type { ServerEvent } from '../store/state'

/** @param events those that came; undefined: some were missed, and all that is held is to be fetched again */
export type EventListener = (events: readonly ServerEvent[] | undefined) => void

/** Hands events on to screens that show more than the store knows, such as the subscribers of a stream. */
export interface EventListeners {
  /** @returns what ends it */
  listen(listener: EventListener): () => void
  /** To all of them, after the store has taken the events in. */
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
