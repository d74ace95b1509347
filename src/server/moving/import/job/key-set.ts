import { createHash } from 'node:crypto'

/** Slots of an empty set: a power of two. */
const slotsAtFirst = 1 << 10

/**
 * A set of keys that takes 16 to 32 bytes for each, however long it is: digests of 64 bits. Two of a million keys have one
 * digest with a probability of 1 to 37 million.
 */
export class KeySet {
  /** Two words for each slot; a slot of zeros is free. */
  private words = new Uint32Array(2 * slotsAtFirst)
  private size = 0

  has(key: string): boolean {
    const [high, low] = digestOf(key)
    const slot = this.find(high, low)
    return this.words[2 * slot] === high && this.words[2 * slot + 1] === low
  }

  /** @returns whether the key is new */
  add(key: string): boolean {
    if (4 * this.size >= this.words.length) this.grow()
    const [high, low] = digestOf(key)
    const isNew = this.put(high, low)
    if (isNew) this.size += 1
    return isNew
  }

  private put(high: number, low: number): boolean {
    const slot = this.find(high, low)
    const isNew = this.words[2 * slot] === 0 && this.words[2 * slot + 1] === 0
    this.words[2 * slot] = high
    this.words[2 * slot + 1] = low
    return isNew
  }

  /** The slot of a digest, or the free one where it belongs. */
  private find(high: number, low: number): number {
    const mask = this.words.length / 2 - 1
    let slot = low & mask
    for (;;) {
      const [first, second] = [this.words[2 * slot], this.words[2 * slot + 1]]
      const isFree = first === 0 && second === 0
      if (isFree || (first === high && second === low)) return slot
      slot = (slot + 1) & mask
    }
  }

  private grow(): void {
    const before = this.words
    this.words = new Uint32Array(2 * before.length)
    for (let index = 0; index < before.length; index += 2) {
      const [high = 0, low = 0] = [before[index], before[index + 1]]
      if (high !== 0 || low !== 0) this.put(high, low)
    }
  }
}

function digestOf(key: string): [high: number, low: number] {
  const digest = createHash('md5').update(key).digest()
  const high = digest.readUInt32LE(0)
  // Zeros mark free slots.
  return [high, digest.readUInt32LE(4) || 1]
}
