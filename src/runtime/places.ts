/**
 * Things that come and go by the thousand, each at a place of its own.
 *
 * A Map or a Set grows a new table now and then when as many leave it as come, and the old table names the
 * new one. Once an old one is in the old generation, everything that is in those after it is kept as well, and copied,
 * until the next full collection: with polls, which live for one message, that is most of what the
 * garbage collector does. Places are used again, in an array that only grows.
 */
export class Places<Item> implements Iterable<Item> {
  private readonly items: (Item | undefined)[] = []
  private readonly free: number[] = []

  get size(): number {
    return this.items.length - this.free.length
  }

  /** @returns its place, which is its own until {@link remove} */
  add(item: Item): number {
    const place = this.free.pop() ?? this.items.length
    this.items[place] = item
    return place
  }

  at(place: number): Item | undefined {
    return this.items[place]
  }

  /** @returns whether it was there; another that has the place by now stays */
  remove(item: Item, place: number): boolean {
    if (this.items[place] !== item) return false
    this.items[place] = undefined
    this.free.push(place)
    return true
  }

  /** Those that are there, in no order; what comes meanwhile may be among them. */
  *[Symbol.iterator](): Iterator<Item> {
    for (const item of this.items) if (item !== undefined) yield item
  }
}
