import type { Percentiles } from './protocol'

/** @returns NaN for no values */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2
}

/** Keeps every value: a run has some millions at most. */
export class Samples {
  private values = new Float64Array(1_024)
  private count = 0

  add(value: number): void {
    if (this.count === this.values.length) {
      const larger = new Float64Array(2 * this.count)
      larger.set(this.values)
      this.values = larger
    }
    this.values[this.count++] = value
  }

  get size(): number {
    return this.count
  }

  /** By nearest rank; all NaN for no values. */
  percentiles(): Percentiles {
    const sorted = this.values.slice(0, this.count).sort()
    const at = (share: number): number =>
      sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN
    return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
  }
}
