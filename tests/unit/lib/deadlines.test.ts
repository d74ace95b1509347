/**
 * Sets the clock and timers of its world.
 *
 * @own-modules
 */
import { Deadlines } from '../../../src/server/lib/deadlines'
import { elementAt, firstOf } from '../../support/checked'

describe('deadlines of many', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  const longestMs = 10_000

  /** Records the time of its call. */
  class Item {
    calledAt: number | undefined
    constructor(private readonly then: (item: Item) => void = () => undefined) {}
    onDue(): void {
      this.calledAt = performance.now()
      this.then(this)
    }
  }

  it('calls each item once, when it is due, and never before', () => {
    const deadlines = new Deadlines<Item>(longestMs)
    const begun = performance.now()
    const delays = Array.from({ length: 1_000 }, (_, index) => (index * longestMs) / 1_000)
    const items = delays.map((delay) => {
      const item = new Item()
      deadlines.add(item, delay)
      return item
    })
    jest.advanceTimersByTime(2 * longestMs)
    items.forEach(({ calledAt = NaN }, index) => {
      const lateMs = calledAt - begun - elementAt(delays, index)
      expect(lateMs).toBeGreaterThanOrEqual(0)
      expect(lateMs).toBeLessThan(longestMs / 40)
    })
    expect(jest.getTimerCount()).toBe(0)
  })

  it('skips removed items, and has no timer without items', () => {
    const deadlines = new Deadlines<Item>(longestMs)
    const [one, two] = [new Item(), new Item()]
    const place = deadlines.add(one, 5_000)
    deadlines.add(two, 5_000)
    deadlines.remove(one, place)
    deadlines.remove(one, place)
    jest.advanceTimersByTime(longestMs)
    expect([one.calledAt, two.calledAt]).toEqual([undefined, expect.any(Number)])
    expect(jest.getTimerCount()).toBe(0)
  })

  it('accepts items added during a call', () => {
    const deadlines = new Deadlines<Item>(longestMs)
    const calls: number[] = []
    const item = new Item((self) => {
      calls.push(performance.now())
      if (calls.length < 3) deadlines.add(self, 1_000)
    })
    deadlines.add(item, 1_000)
    jest.advanceTimersByTime(longestMs)
    expect(calls).toHaveLength(3)
    expect(elementAt(calls, 1) - firstOf(calls)).toBeGreaterThanOrEqual(1_000)
  })
})
