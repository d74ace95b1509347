import type { HangUpSignal } from '../events/queues'

/** Told once, when the client of a request goes away before it has its answer. */
export class HangUp implements HangUpSignal {
  aborted = false
  private readonly listeners = new Set<() => void>()

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.add(listener)
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.delete(listener)
  }

  abort(): void {
    if (this.aborted) return
    this.aborted = true
    for (const listener of this.listeners) listener()
    this.listeners.clear()
  }
}
