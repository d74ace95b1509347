import { batch, signal } from '@preact/signals-core'
import type { Signal } from '@preact/signals-core'
import { applyEvent } from './apply-event'
import type { ServerEvent, State } from './state'

/**
 * What the app knows, and who is to be told when it changes: whoever reads a collection inside a
 * component (or an effect) is run again after a batch of events that changed it, once.
 */
export interface Store {
  /** A collection, for whoever wants to be run again when it changes. It never changes itself: it is replaced. */
  read<K extends keyof State & string>(collection: K): State[K]
  /** All of it as it is now, for what runs once. It is not to be changed. */
  readonly state: Readonly<State>
  /** Takes a batch of events in. @throws UnknownRecordError after those that came before are taken in */
  apply(events: readonly ServerEvent[]): void
  /** Puts a state from a new registration in place of the one there was. */
  replace(state: State): void
}

/** @param initial the answer to `register`, which belongs to the store from now on */
export function createStore(initial: State): Store {
  let state = initial
  const collections = new Map<string, Signal<unknown>>()

  function signalOf(collection: string): Signal<unknown> {
    let known = collections.get(collection)
    if (!known) collections.set(collection, (known = signal(state[collection])))
    return known
  }

  /** A signal tells its readers only if it gets another value than it has. */
  const tell = () =>
    batch(() => {
      for (const [collection, known] of collections) known.value = state[collection]
    })

  return {
    get state() {
      return state
    },

    read(collection) {
      return signalOf(collection).value as State[typeof collection]
    },

    apply(events) {
      try {
        for (const event of events) applyEvent(state, event)
      } finally {
        tell()
      }
    },

    replace(fresh) {
      state = fresh
      tell()
    },
  }
}
