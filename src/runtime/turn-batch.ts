/**
 * Gathers what comes in one turn of the event loop, for a store that answers calls in their order: it goes
 * together, in as many calls as it fills. Nothing is made for an item: it hears of its result in
 * its own way, where {@link batched} makes a promise for each.
 */
export class TurnBatch<Item> {
  private waiting: Item[] = []

  constructor(
    private readonly callAll: (items: readonly Item[]) => void,
    private readonly maxItems: number,
  ) {}

  add(item: Item): void {
    if (this.waiting.length === 0) setImmediate(this.flush)
    this.waiting.push(item)
  }

  /** Calls for what waits, now: what is asked of the store after this comes after it. */
  readonly flush = (): void => {
    const { waiting, maxItems } = this
    if (waiting.length === 0) return
    this.waiting = []
    if (waiting.length <= maxItems) return this.callAll(waiting)
    for (let first = 0; first < waiting.length; first += maxItems) {
      this.callAll(waiting.slice(first, first + maxItems))
    }
  }
}
