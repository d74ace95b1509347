import {
  firstRows,
  isAtNewest,
  maxRows,
  movedWindow,
  spanOf,
  wantedDirection,
  windowAround,
  windowAtNewest,
} from '../../../../src/web/data/messages/feed-window'
import type { StretchState } from '../../../../src/web/data/messages/stretch-state'
import { present } from '../../../support/checked'

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)
const stretchOf = (count: number, more: Partial<StretchState> = {}): StretchState => ({
  ids: range(1, count + 1),
  foundOldest: true,
  foundNewest: true,
  ...more,
})

/** Simulates scrolling over rows of given heights; returns the view at each step. */
function scroll(
  stretch: StretchState,
  heightOf: (id: number) => number,
  viewHeight: number,
  from: number,
  steps: readonly number[],
) {
  let window = present(windowAround(stretch, from))
  let topId = from
  let moves = 0
  const seen: { topId: number; isCovered: boolean }[] = []
  for (const step of steps) {
    const all = stretch.ids
    topId = all[Math.max(0, Math.min(all.length - 1, all.indexOf(topId) + step))] ?? topId
    for (let settled = false; !settled;) {
      const { start, end } = spanOf(stretch, window)
      expect(end - start).toBeLessThanOrEqual(maxRows)
      const heights = all.slice(start, end).map(heightOf)
      const height = heights.reduce((sum, one) => sum + one, 0)
      const topIndex = all.indexOf(topId)
      const above = heights.slice(0, Math.max(0, topIndex - start)).reduce((a, b) => a + b, 0)
      const below = height - above - viewHeight
      const direction = wantedDirection(stretch, window, { above, below, height })
      if (direction) window = movedWindow(stretch, window, direction)
      settled = direction === undefined
      moves += settled ? 0 : 1
      // A window that oscillates would loop forever.
      if (moves > 10 * (steps.length + 10)) throw new Error('The window does not come to rest.')
      if (settled) {
        const isCovered = topIndex >= start && topIndex < end && (below >= 0 || end === all.length)
        seen.push({ topId, isCovered })
      }
    }
  }
  return { window, seen }
}

describe('The window of a feed', () => {
  it('surrounds the opened message, with the number of first rows if available', () => {
    const stretch = stretchOf(1000)
    for (const id of [1, 30, 500, 990, 1000]) {
      const window = present(windowAround(stretch, id))
      const { start, end } = spanOf(stretch, window)
      expect(end - start).toBe(firstRows)
      expect(window.firstId <= id && id <= window.lastId).toBe(true)
    }
    expect(windowAround(stretchOf(0), 1)).toBeUndefined()
    expect(spanOf(stretchOf(5), present(windowAround(stretchOf(5), 3)))).toEqual({
      start: 0,
      end: 5,
    })
  })

  it('hides the oldest message until the one above it is known', () => {
    const stretch = stretchOf(50, { foundOldest: false })
    expect(windowAround(stretch, 1)?.firstId).toBe(2)
    expect(windowAround(stretchOf(1, { foundOldest: false }), 1)?.firstId).toBe(1)
  })

  it.each([
    ['low rows in a high view', () => 22, 2000],
    ['rows of all heights', (id: number) => 22 + ((id * 7919) % 400), 900],
    ['rows higher than the view', () => 3000, 800],
    ['a phone', (id: number) => 40 + ((id * 31) % 90), 600],
  ])('comes to rest, and always covers the view: %s', (_title, heightOf, viewHeight) => {
    const steps = [...range(0, 300).map(() => -7), ...range(0, 400).map(() => 9), -400, 900, -5000]
    const { seen } = scroll(stretchOf(3000), heightOf, viewHeight, 1500, steps)
    expect(seen.filter(({ isCovered }) => !isCovered)).toEqual([])
  })

  it('stays in place when an older page is added, and follows the newest message', () => {
    const stretch = stretchOf(200, { ids: range(101, 301), foundOldest: false })
    const window = present(windowAround(stretch, 300))
    const longer = { ...stretch, ids: range(1, 301), foundOldest: true }
    expect(spanOf(longer, window)).toEqual({ start: 200, end: 300 })
    expect(isAtNewest(longer, window)).toBe(true)

    const newer = { ...longer, ids: range(1, 303) }
    expect(isAtNewest(newer, window)).toBe(false)
    const followed = windowAtNewest(newer, window)
    expect(followed).toEqual({ firstId: 201, lastId: 302 })
    expect(isAtNewest({ ...newer, foundNewest: false }, followed)).toBe(false)
  })

  it('keeps its position when its first and last messages are deleted', () => {
    const stretch = stretchOf(300)
    const window = present(windowAround(stretch, 150))
    const gone = new Set([window.firstId, window.lastId])
    const left = { ...stretch, ids: stretch.ids.filter((id) => !gone.has(id)) }
    const { start, end } = spanOf(left, window)
    expect(left.ids.slice(start, end)).toEqual(range(window.firstId + 1, window.lastId))
  })
})
