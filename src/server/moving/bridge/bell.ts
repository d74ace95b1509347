/** Wakes a loop that waits for work; a ring while nobody waits is remembered. */
export class Bell {
  private hasRung = false
  private wake: (() => void) | undefined

  ring = (): void => {
    this.hasRung = true
    this.wake?.()
  }

  /** Waits for a ring, the end of a time, or the signal. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.hasRung && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const end = (): void => {
          clearTimeout(timer)
          signal.removeEventListener('abort', end)
          this.wake = undefined
          resolve()
        }
        const timer = setTimeout(end, ms)
        signal.addEventListener('abort', end)
        this.wake = end
      })
    }
    this.hasRung = false
  }
}
