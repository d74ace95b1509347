import type { HangUpSignal } from '../../events/queues'

const nobody: readonly (() => void)[] = []

/** Told once, when the client of a request goes away before it has its answer. */
export class HangUp implements HangUpSignal {
  aborted = false
  /** Hardly ever more than one. */
  private listeners: readonly (() => void)[] = nobody

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners = this.listeners.concat(listener)
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners = this.listeners.filter((other) => other !== listener)
  }

  abort(): void {
    if (this.aborted) return
    this.aborted = true
    const { listeners } = this
    this.listeners = nobody
    for (const listener of listeners) listener()
  }
}
