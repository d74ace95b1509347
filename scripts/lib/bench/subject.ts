import type { CpuSeconds } from './cpu'
import type { Address } from './load/protocol'

/** A server under test: Parley's workers and their stores, or the yardstick. */
export interface Subject {
  name: 'parley' | 'yardstick'
  addresses: Address[]
  cpu(): Promise<CpuSeconds>
  /** Makes the processes collect garbage; takes a moment. */
  collectGarbage(): void
  /** Sum over all processes that clients talk to. */
  residentBytes(): Promise<number>
  parkedPolls(): Promise<number>
  stop(): Promise<void>
}

/** The number of parked polls according to the servers at these addresses. */
export async function countParkedPolls(addresses: readonly Address[]): Promise<number> {
  const counts = await Promise.all(
    addresses.map(async ({ host, port }) => {
      const metrics = await (await fetch(`http://${host}:${port}/metrics`)).text()
      return Number(/^parley_parked_polls(?:\{.*\})? (\d+)$/m.exec(metrics)?.[1])
    }),
  )
  return sum(counts)
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
