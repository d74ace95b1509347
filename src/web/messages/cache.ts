import { batch, signal } from '@preact/signals-core'
import type { Signal } from '@preact/signals-core'
import type { Message } from './message'

/** The messages that the app holds, each once, whatever views show it. */
export interface MessageCache {
  readonly size: number
  /** Those that came last are last. */
  ids(): Iterable<number>
  /** For whoever wants to be run again when the message changes; undefined when it is not held or gone. */
  read(id: number): Message | undefined
  /** As it is now. */
  get(id: number): Message | undefined
  /** Takes messages in; one that is held already is replaced. */
  put(messages: readonly Message[]): void
  /** Changes one message; does nothing when it is not held. */
  change(id: number, change: (message: Message) => Message): void
  /** Changes all of them; the change answers the same message where there is nothing to change. */
  changeAll(change: (message: Message) => Message): void
  remove(ids: readonly number[]): void
  /** Lets go of all others. */
  keepOnly(ids: ReadonlySet<number>): void
}

export function createMessageCache(): MessageCache {
  const held = new Map<number, Signal<Message | undefined>>()

  function drop(id: number): void {
    const known = held.get(id)
    if (!known) return
    known.value = undefined
    held.delete(id)
  }

  return {
    get size() {
      return held.size
    },
    ids: () => held.keys(),
    read: (id) => held.get(id)?.value,
    get: (id) => held.get(id)?.peek(),
    put(messages) {
      batch(() => {
        for (const message of messages) {
          const known = held.get(message.id)
          if (known) known.value = message
          else held.set(message.id, signal<Message | undefined>(message))
        }
      })
    },
    change(id, change) {
      const known = held.get(id)
      const message = known?.peek()
      if (known && message) known.value = change(message)
    },
    changeAll(change) {
      batch(() => {
        for (const known of held.values()) {
          const message = known.peek()
          if (message) known.value = change(message)
        }
      })
    },
    remove(ids) {
      batch(() => ids.forEach(drop))
    },
    keepOnly(ids) {
      batch(() => {
        for (const id of [...held.keys()]) if (!ids.has(id)) drop(id)
      })
    },
  }
}
