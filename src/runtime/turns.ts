export interface TurnsOptions {
  mostAtOnce: number
  mostWaiting: number
  /** What is thrown where too many wait already. */
  refusal: () => Error
}

/** Work of which only so much is done at once; the rest waits for its turn, in its order. */
export class Turns {
  private running = 0
  private readonly waiting: (() => void)[] = []

  constructor(private readonly options: TurnsOptions) {}

  get isIdle(): boolean {
    return this.running === 0
  }

  /** @throws what `refusal` makes where too many wait, and what the work throws */
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
    // Who is next takes over the place of who is done.
    if (next) next()
    else this.running -= 1
  }
}

/** Turns of each by themselves, such as of each account: nobody waits for the work of another. */
export class TurnsOfEach<Key> {
  private readonly turns = new Map<Key, Turns>()

  constructor(private readonly options: TurnsOptions) {}

  /** @throws as {@link Turns.take} does */
  async take<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    let turns = this.turns.get(key)
    if (!turns) this.turns.set(key, (turns = new Turns(this.options)))
    try {
      return await turns.take(work)
    } finally {
      if (turns.isIdle) this.turns.delete(key)
    }
  }
}
