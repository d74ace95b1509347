const idsPerPage = 65_536
/** Pages for about four million events; no outbox row is retried after that many newer ones. */
const maxPages = 64

/** Records the dispatched outbox rows: one bit each, for the latest four million. */
export class DispatchedIds {
  private readonly pages = new Map<number, Uint8Array>()

  /** @returns false if the row was dispatched before */
  add(outboxId: number): boolean {
    const page = this.pageOf(Math.floor(outboxId / idsPerPage))
    const position = outboxId % idsPerPage
    const mask = 1 << (position % 8)
    const byte = page[position >> 3] as number
    page[position >> 3] = byte | mask
    return (byte & mask) === 0
  }

  private pageOf(number: number): Uint8Array {
    let page = this.pages.get(number)
    if (!page) {
      page = new Uint8Array(idsPerPage / 8)
      this.pages.set(number, page)
      if (this.pages.size > maxPages) this.pages.delete(Math.min(...this.pages.keys()))
    }
    return page
  }
}
