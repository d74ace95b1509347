import { median, Samples } from '../../../scripts/lib/bench/load/statistics'
import { atLeast, atMost, makeRow } from '../../../scripts/lib/bench/rows'

describe('figures', () => {
  it('have a median', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 3, 2])).toBe(2.5)
    expect(median([])).toBeNaN()
  })

  it('have percentiles by nearest rank, of any number of samples', () => {
    const samples = new Samples()
    for (let value = 5_000; value >= 1; value--) samples.add(value)
    expect(samples.size).toBe(5_000)
    expect(samples.percentiles()).toEqual({ p50: 2_500, p95: 4_750, p99: 4_950, max: 5_000 })

    const one = new Samples()
    one.add(7)
    expect(one.percentiles()).toEqual({ p50: 7, p95: 7, p99: 7, max: 7 })
    expect(new Samples().percentiles().p50).toBeNaN()
  })

  it('are compared round by round', () => {
    const names = { load: '10 polls', figure: 'CPU', unit: 's' }
    // The machine was half as fast in the second round.
    const row = makeRow({ ...names, parley: [4, 8, 4], yardstick: [2, 4, 2], target: atMost(2) })
    expect(row).toMatchObject({ parley: 4, yardstick: 2, ratio: 2, target: { isMet: true } })
    expect(makeRow({ ...names, parley: [4], yardstick: [2], target: atLeast(3) }).target).toEqual({
      text: '≥ 3×',
      isMet: false,
    })
    expect(makeRow({ ...names, parley: [0], target: atMost(0, 'figure') }).target).toEqual({
      text: '≤ 0',
      isMet: true,
    })
    expect(makeRow({ ...names, parley: [NaN], target: atMost(1, 'figure') }).target?.isMet).toBe(
      false,
    )
  })
})
