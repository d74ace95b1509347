import { batch, signal } from '@preact/signals-core'
import type { Signal } from '@preact/signals-core'
import { applyEvent } from './apply-event'
import { collectionsChangedBy } from './changes'
import type { ServerEvent, State } from './state'

/**
 * What the app knows, and who is to be told when it changes: whoever reads a collection inside a
 * component (or an effect) is run again after a batch of events that changed it, once.
 */
export interface Store {
  /** A collection, for whoever wants to be run again when it changes. It is not to be changed. */
  read<K extends keyof State & string>(collection: K): State[K]
  /** All of it as it is now, for what runs once. It is not to be changed. */
  readonly state: Readonly<State>
  /** Takes a batch of events in. */
  apply(events: readonly ServerEvent[]): void
  /** Puts a state from a new registration in place of the one there was. */
  replace(state: State): void
}

/** @param state the answer to `register`, which belongs to the store from now on */
export function createStore(initial: State): Store {
  let state = initial
  const versions = new Map<string, Signal<number>>()

  function versionOf(collection: string): Signal<number> {
    let version = versions.get(collection)
    if (!version) versions.set(collection, (version = signal(0)))
    return version
  }

  const tell = (collections: Iterable<string>) =>
    batch(() => {
      for (const collection of collections) versionOf(collection).value += 1
    })

  return {
    get state() {
      return state
    },

    read(collection) {
      // Reading the signal is what subscribes the reader.
      void versionOf(collection).value
      return state[collection]
    },

    apply(events) {
      const changed = new Set<string>()
      for (const event of events) {
        applyEvent(state, event)
        for (const collection of collectionsChangedBy(event)) changed.add(collection)
      }
      tell(changed)
    },

    replace(fresh) {
      state = fresh
      tell(versions.keys())
    },
  }
}
