/** Checks the deliveries to one queue: each message once, by rising ids, each sender's in order. */
export class QueueCheck {
  duplicates = 0
  disorders = 0
  private lastEventId = -1
  /** The last received sequence number per sender. */
  private readonly lastSequences: number[] = []
  /** One bit for each message of the stream. */
  private seen = new Uint8Array(16)

  /** @returns whether the queue received this message for the first time */
  take(eventId: number, sequence: number, sender: number): boolean {
    if (this.wasSeen(sequence)) {
      this.duplicates += 1
      return false
    }
    if (eventId <= this.lastEventId || sequence < (this.lastSequences[sender] ?? -1)) {
      this.disorders += 1
    }
    this.lastEventId = Math.max(this.lastEventId, eventId)
    this.lastSequences[sender] = sequence
    return true
  }

  private wasSeen(sequence: number): boolean {
    const index = sequence >> 3
    while (index >= this.seen.length) {
      const larger = new Uint8Array(2 * this.seen.length)
      larger.set(this.seen)
      this.seen = larger
    }
    const bit = 1 << (sequence & 7)
    const bits = this.seen[index] ?? 0
    this.seen[index] = bits | bit
    return (bits & bit) !== 0
  }
}
