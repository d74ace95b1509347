export interface SemaphoreOptions {
  mostAtOnce: number
  mostWaiting: number
  /** Makes the error for work refused because too much is waiting. */
  refusal: () => Error
}

/** A semaphore: runs up to `mostAtOnce` pieces of work at once; the rest waits in order. */
export class Semaphore {
  private running = 0
  private readonly waiting: (() => void)[] = []

  constructor(private readonly options: SemaphoreOptions) {}

  get isIdle(): boolean {
    return this.running === 0
  }

  /** @throws the error of `refusal` if too much is waiting, and errors of the work */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.begin()
    try {
      return await work()
    } finally {
      this.end()
    }
  }

  private begin(): Promise<void> | undefined {
    const { mostAtOnce, mostWaiting, refusal } = this.options
    if (this.running < mostAtOnce) {
      this.running += 1
      return undefined
    }
    if (this.waiting.length >= mostWaiting) throw refusal()
    return new Promise((resolve) => this.waiting.push(resolve))
  }

  private end(): void {
    const next = this.waiting.shift()
    // The next waiting work takes over the slot.
    if (next) next()
    else this.running -= 1
  }
}

/** A semaphore per key, such as per account, so that keys do not wait for each other. */
export class KeyedSemaphore<Key> {
  private readonly turns = new Map<Key, Semaphore>()

  constructor(private readonly options: SemaphoreOptions) {}

  /** @throws like {@link Semaphore.take} */
  async take<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    let turns = this.turns.get(key)
    if (!turns) this.turns.set(key, (turns = new Semaphore(this.options)))
    try {
      return await turns.take(work)
    } finally {
      if (turns.isIdle) this.turns.delete(key)
    }
  }
}
