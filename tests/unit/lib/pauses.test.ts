/**
 * Sets the clock and timers of its world.
 *
 * @own-modules
 */
import { setTimeout as delay } from 'node:timers/promises'
import { firstOf } from '../../support/checked'
import { untilHolds } from '../../support/until'
import {
  growing,
  regularly,
  repeat,
  repeatUntil,
  alignToSharedTick,
  varied,
} from '../../../src/server/lib/pauses'

describe('varied', () => {
  it('is within a quarter, and not always the same', () => {
    const pauses = Array.from({ length: 100 }, () => varied(1_000))
    for (const pause of pauses) expect(Math.abs(pause - 1_000)).toBeLessThanOrEqual(250)
    expect(new Set(pauses).size).toBeGreaterThan(1)
  })
})

describe('alignToSharedTick', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  it('ends at a shared moment of the second, at most half a second off', () => {
    const ends = [0, 1, 250, 499, 730, 999].flatMap((begun) =>
      [1_000, 1_300, 5_000].map((pauseMs) => {
        jest.setSystemTime(1_000_000 + begun)
        const delayMs = alignToSharedTick(pauseMs)
        expect(Math.abs(delayMs - pauseMs)).toBeLessThanOrEqual(500)
        return (Date.now() + delayMs) % 1_000
      }),
    )
    for (const end of ends) expect(end).toBeCloseTo(firstOf(ends), 6)
    expect(ends[0]).toBeLessThan(50)
  })
})

describe('regularly', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  it.each([100, 2_000])('calls back about every %s ms until it is stopped', (pauseMs) => {
    let calls = 0
    const stop = regularly(pauseMs, () => (calls += 1))
    jest.advanceTimersByTime(10.6 * pauseMs)
    expect(calls).toBe(10)
    stop()
    jest.advanceTimersByTime(10 * pauseMs)
    expect(calls).toBe(10)
    expect(jest.getTimerCount()).toBe(0)
  })
})

describe('growing', () => {
  it('doubles up to the maximum and stays there', () => {
    const pauses = [1, 2, 3, 4, 5, 5_000].map((attempt) =>
      growing(attempt, { firstMs: 50, longestMs: 500 }),
    )
    expect(pauses).toEqual([50, 100, 200, 400, 500, 500])
  })
})

describe('repeat', () => {
  it('goes on after a run that failed, and never runs twice at once', async () => {
    const errors: unknown[] = []
    let runs = 0
    let running = 0
    const repetition = repeat(
      async () => {
        runs += 1
        running += 1
        expect(running).toBe(1)
        await delay(2)
        running -= 1
        if (runs === 1) throw new Error('once')
      },
      1,
      (error) => errors.push(error),
    )
    await untilHolds('it ran three times', () => runs >= 3)
    await repetition.stop()
    expect(running).toBe(0)
    expect(errors).toEqual([new Error('once')])
    const runsThen = runs
    await delay(10)
    expect(runs).toBe(runsThen)
  })
})

describe('repeatUntil', () => {
  it('runs a task while some work goes on, and after it', async () => {
    let finish = (): void => undefined
    const work = new Promise<void>((resolve) => (finish = resolve))
    let runs = 0
    const repeating = repeatUntil(work, 1, () => Promise.resolve((runs += 1)))
    await untilHolds('it ran twice', () => runs >= 2)
    const before = runs
    finish()
    await repeating
    expect(runs).toBeGreaterThan(before)
  })
})
