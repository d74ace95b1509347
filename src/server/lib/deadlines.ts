import { regularly } from './pauses'
import { SlotArray } from './slot-array'

/** An item with a deadline. */
export interface Due {
  onDue(): void
}

/** Number of checks within the longest delay, which bounds how late an item is called. */
const looksPerDelay = 48
/** Min time between checks; node's timers are not more exact. */
const leastLookMs = 5

/**
 * Deadlines for thousands of items, most of which are removed early: one node timer for all, which
 * checks which items are due. Checking ten thousand takes some hundredths of a millisecond and
 * allocates nothing per item.
 */
export class Deadlines<Item extends Due> {
  private readonly items = new SlotArray<Item>()
  /** Due time of each item by its place; in milliseconds of `performance.now`. */
  private readonly dueAt: number[] = []
  private readonly lookMs: number
  private stopLooking = (): void => undefined

  /** @param longestMs the longest delay of any item */
  constructor(longestMs: number) {
    this.lookMs = Math.max(leastLookMs, longestMs / looksPerDelay)
  }

  /** @returns the item's place, for {@link remove} */
  add(item: Item, delayMs: number): number {
    if (this.items.size === 0) this.stopLooking = regularly(this.lookMs, this.look)
    const place = this.items.add(item)
    this.dueAt[place] = performance.now() + delayMs
    return place
  }

  /** Does nothing for an item that was already called. */
  remove(item: Item, place: number): void {
    if (this.items.remove(item, place) && this.items.size === 0) this.stopLooking()
  }

  private readonly look = (): void => {
    const now = performance.now()
    const due: Item[] = []
    // The due time of a removed item also passes; its place is then empty.
    this.dueAt.forEach((dueAt, place) => {
      const item = dueAt <= now ? this.items.at(place) : undefined
      if (item && this.items.remove(item, place)) due.push(item)
    })
    if (this.items.size === 0) this.stopLooking()
    // All due items are removed before the first is called, since a call may add items.
    for (const item of due) item.onDue()
  }
}
