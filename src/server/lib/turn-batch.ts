/** Max turns of the event loop that a batch may wait. */
const mostTurns = 4

/**
 * Gathers items within a turn of the event loop, and within the following turns while more arrive,
 * for a store that answers calls in their order; sends them together, in as many calls as needed.
 * Allocates nothing per item: an item gets its result in its own way, unlike {@link batched}, which
 * makes a promise for each.
 */
export class TurnBatch<Item> {
  private waiting: Item[] = []
  /** Number of items after the previous turn. */
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

  /** Sends the waiting items now, before anything that is sent to the store after this. */
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

  /** Waits for another turn while items arrive: an empty turn costs far less than a call. */
  private readonly endTurn = (): void => {
    const { length } = this.waiting
    this.turns += 1
    if (length === this.known || this.turns === mostTurns) return this.flush()
    this.known = length
    setImmediate(this.endTurn)
  }
}
