/** Work that concerns the same thing, one after the other in the order asked for. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>()

  take<T>(thing: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(thing) ?? Promise.resolve()
    const turn = before.then(work, work)
    this.last.set(thing, turn)
    return turn
  }

  /** When it is its turn at all of them. */
  takeAll<T>(things: readonly string[], work: () => Promise<T>): Promise<T> {
    const [first, ...others] = things
    if (first === undefined) return work()
    return this.take(first, () => this.takeAll(others, work))
  }
}

/** Places for so much work at once; more waits, first come, first served. */
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
