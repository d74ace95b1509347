/** A set of ids as PostgreSQL writes a multirange: `{[1,5),[8,)}`. */
export class IdSet {
  static readonly empty = new IdSet([])

  /** Ascending ranges of ids: first id included, last id excluded. */
  private constructor(private readonly ranges: readonly (readonly [number, number])[]) {}

  /** @param text null for none */
  static parse(text: string | null): IdSet {
    if (text === null || text === '{}') return IdSet.empty
    const ranges = text.slice(2, -2).split('),[')
    return new IdSet(
      ranges.map((range) => {
        const [from, to] = range.split(',')
        return [from ? Number(from) : -Infinity, to ? Number(to) : Infinity]
      }),
    )
  }

  has(id: number): boolean {
    let low = 0
    let high = this.ranges.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const [from, to] = this.ranges[middle] as readonly [number, number]
      if (id >= from && id < to) return true
      if (id < from) high = middle
      else low = middle + 1
    }
    return false
  }
}
