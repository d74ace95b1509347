/** Turns of the event loop for which what comes is gathered at most. */
const mostTurns = 4

/**
 * Gathers what comes in a turn of the event loop, and in those right after it as long as more comes, for a store that
 * answers calls in their order: it goes together, in as many calls as it fills. Nothing is made for an item: it hears of
 * its result in its own way, where {@link batched} makes a promise for each.
 */
export class TurnBatch<Item> {
  private waiting: Item[] = []
  /** How many waited after the turn before. */
  private known = 0
  private turns = 0

  constructor(
    private readonly callAll: (items: readonly Item[]) => void,
    private readonly maxItems: number,
  ) {}

  add(item: Item): void {
    if (this.waiting.length === 0) setImmediate(this.endTurn)
    this.waiting.push(item)
  }

  /** Calls for what waits, now: what is asked of the store after this comes after it. */
  readonly flush = (): void => {
    const { waiting, maxItems } = this
    this.known = 0
    this.turns = 0
    if (waiting.length === 0) return
    this.waiting = []
    if (waiting.length <= maxItems) return this.callAll(waiting)
    for (let first = 0; first < waiting.length; first += maxItems) {
      this.callAll(waiting.slice(first, first + maxItems))
    }
  }

  /** An empty turn costs far less than a call. */
  private readonly endTurn = (): void => {
    const { length } = this.waiting
    this.turns += 1
    if (length === this.known || this.turns === mostTurns) return this.flush()
    this.known = length
    setImmediate(this.endTurn)
  }
}
