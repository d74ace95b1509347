/**
 * A slot array for thousands of short-lived items.
 *
 * A Map or a Set with as many deletions as insertions occasionally allocates a new table, and the
 * old table refers to the new one. Once an old table is in the old generation, everything in its
 * successors is kept and copied until the next full collection: with polls, which live for one
 * message, that is most of the garbage collector's work. This class reuses the slots of an array
 * that only grows.
 */
export class SlotArray<Item> implements Iterable<Item> {
  private readonly items: (Item | undefined)[] = []
  private readonly free: number[] = []

  get size(): number {
    return this.items.length - this.free.length
  }

  /** @returns the item's place, reserved until {@link remove} */
  add(item: Item): number {
    const place = this.free.pop() ?? this.items.length
    this.items[place] = item
    return place
  }

  at(place: number): Item | undefined {
    return this.items[place]
  }

  /** @returns whether the item was there; another item in the place stays */
  remove(item: Item, place: number): boolean {
    if (this.items[place] !== item) return false
    this.items[place] = undefined
    this.free.push(place)
    return true
  }

  /** All items, in no particular order; may include items added during the iteration. */
  *[Symbol.iterator](): Iterator<Item> {
    for (const item of this.items) if (item !== undefined) yield item
  }
}
