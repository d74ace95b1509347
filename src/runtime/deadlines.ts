import { regularly } from './pauses'
import { Places } from './places'

/** What waits for its time. */
export interface Due {
  onDue(): void
}

/** How often it is looked at them in the longest delay: none is called later than that by much more. */
const looksPerDelay = 48
/** Timers of node are not exact to less. */
const leastLookMs = 5

/**
 * Timers for thousands who mostly do not wait for them to the end: one timer of node for all, at which it is looked
 * who is due. To look at ten thousand takes some hundredth of a millisecond, and nothing is made for any of them.
 */
export class Deadlines<Item extends Due> {
  private readonly items = new Places<Item>()
  /** When each is due, by its place; in milliseconds of `performance.now`. */
  private readonly dueAt: number[] = []
  private readonly lookMs: number
  private stopLooking = (): void => undefined

  /** @param longestMs the longest delay of any */
  constructor(longestMs: number) {
    this.lookMs = Math.max(leastLookMs, longestMs / looksPerDelay)
  }

  /** @returns its place, for {@link remove} */
  add(item: Item, delayMs: number): number {
    if (this.items.size === 0) this.stopLooking = regularly(this.lookMs, this.look)
    const place = this.items.add(item)
    this.dueAt[place] = performance.now() + delayMs
    return place
  }

  /** Does nothing for an item whose time has come. */
  remove(item: Item, place: number): void {
    if (this.items.remove(item, place) && this.items.size === 0) this.stopLooking()
  }

  private readonly look = (): void => {
    const now = performance.now()
    const due: Item[] = []
    // What was removed is past its time as well, and nobody is there.
    this.dueAt.forEach((dueAt, place) => {
      const item = dueAt <= now ? this.items.at(place) : undefined
      if (item && this.items.remove(item, place)) due.push(item)
    })
    if (this.items.size === 0) this.stopLooking()
    // Gone before they are called: what one does may be to wait again.
    for (const item of due) item.onDue()
  }
}
