/** Runs work on the same object in sequence, in order of request. */
export class Semaphore {
  private readonly last = new Map<string, Promise<unknown>>()

  take<T>(thing: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(thing) ?? Promise.resolve()
    const turn = before.then(work, work)
    this.last.set(thing, turn)
    return turn
  }

  /** Runs work when its turn has come for all objects. */
  takeAll<T>(things: readonly string[], work: () => Promise<T>): Promise<T> {
    const [first, ...others] = things
    if (first === undefined) return work()
    return this.take(first, () => this.takeAll(others, work))
  }
}

/** A semaphore: limits concurrent work; further work waits in order. */
export class Places {
  private readonly waiting: (() => void)[] = []

  constructor(private free: number) {}

  async take(): Promise<void> {
    if (this.free > 0) this.free -= 1
    else await new Promise<void>((resolve) => this.waiting.push(resolve))
  }

  leave(): void {
    const next = this.waiting.shift()
    if (next) next()
    else this.free += 1
  }
}
