interface Timer {
  dueMs: number
  call: () => void
}

/**
 * The timers and clocks of this process during a simulation. They stand still by themselves, and cost less than those of
 * jest, which a simulation would call some thousand times.
 */
class SimulatedClock {
  private nowMs = 0
  private timers = new Set<Timer>()
  private immediates: (() => void)[] = []
  private restore: (() => void) | undefined

  /** Replaces the real ones; no timer of an earlier simulation is left. */
  install(nowMs: number): void {
    this.restore?.()
    this.nowMs = nowMs
    this.timers.clear()
    this.immediates = []
    const { now } = performance
    const replaced = this.replacements()
    const before = Object.fromEntries(
      Object.keys(replaced).map((name) => [name, globalThis[name as keyof typeof globalThis]]),
    )
    Object.assign(globalThis, replaced)
    performance.now = () => this.nowMs
    this.restore = () => {
      Object.assign(globalThis, before)
      performance.now = now
      this.restore = undefined
    }
  }

  uninstall(): void {
    this.restore?.()
  }

  /** Lets time pass. Timers run in their order, without a turn of the event loop in between, as in a busy process. */
  advance(ms: number): void {
    const endMs = this.nowMs + ms
    for (let timer = this.nextUntil(endMs); timer; timer = this.nextUntil(endMs)) {
      this.timers.delete(timer)
      this.nowMs = timer.dueMs
      timer.call()
    }
    this.nowMs = endMs
  }

  /** Lets the code under test go on until it waits for an arrival or a timer. */
  async settle(): Promise<void> {
    await untilIdle()
    for (let call = this.immediates.shift(); call; call = this.immediates.shift()) {
      call()
      await untilIdle()
    }
  }

  private nextUntil(endMs: number): Timer | undefined {
    let next: Timer | undefined
    for (const timer of this.timers) {
      if (timer.dueMs <= endMs && (!next || timer.dueMs < next.dueMs)) next = timer
    }
    return next
  }

  private replacements(): object {
    const now = (): number => this.nowMs
    return {
      setTimeout: (call: () => void, ms = 0) => this.addTimer(call, ms),
      clearTimeout: (timer: Timer) => void this.timers.delete(timer),
      setInterval: () => {
        throw new Error('The simulation has no intervals.')
      },
      setImmediate: (call: () => void) => void this.immediates.push(call),
      Date: class extends Date {
        constructor(value: number | string | Date = now()) {
          super(value)
        }

        static override now(): number {
          return now()
        }
      },
    }
  }

  private addTimer(call: () => void, ms: number): Timer & { unref: () => void } {
    const timer = { call, dueMs: this.nowMs + Math.max(1, Math.trunc(ms)), unref: () => undefined }
    this.timers.add(timer)
    return timer
  }
}

export const clock = new SimulatedClock()

/** Node calls back once no promise can go on. */
function untilIdle(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve))
}
