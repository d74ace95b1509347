/** Random numbers that are the same at every run with the same seed. */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** From 0 up to, but not including, 1. Mulberry32 by Tommy Ettinger, in the public domain. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = this.state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(items: readonly T[]): T {
    return items[this.between(0, items.length - 1)] as T
  }

  shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, rank: this.next() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ item }) => item)
  }

  /** Another generator derived from this one's seed, for a consumer with its own timing. */
  fork(): Random {
    return new Random(this.between(0, 2 ** 32 - 1))
  }
}
