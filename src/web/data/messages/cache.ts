import { batch, signal } from '@preact/signals-core'
import type { Signal } from '@preact/signals-core'
import type { Message } from '../records/message'

/** Cache of messages by id, shared by all views. */
export interface MessageCache {
  readonly size: number
  /** Ids in the order of insertion, newest insertion last. */
  ids(): Iterable<number>
  /** Message as a tracked signal read, so that the caller runs again on changes; undefined if not cached. */
  read(id: number): Message | undefined
  /** Message without tracking; undefined if not cached. */
  get(id: number): Message | undefined
  /** Adds messages; replaces cached ones. */
  put(messages: readonly Message[]): void
  /** Changes one message; does nothing if it is not cached. */
  change(id: number, change: (message: Message) => Message): void
  /** Changes all messages; `change` returns its argument to leave a message as it is. */
  changeAll(change: (message: Message) => Message): void
  remove(ids: readonly number[]): void
  /** Removes all messages except these. */
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
