import {
  extendedDown,
  extendedUp,
  withIds,
  withoutIds,
} from '../../../../src/web/data/messages/stretch-state'
import type { StretchState } from '../../../../src/web/data/messages/stretch-state'

const stretch = (ids: number[], more: Partial<StretchState> = {}): StretchState => ({
  ids,
  foundOldest: false,
  foundNewest: false,
  ...more,
})

describe('The ids of a stretch', () => {
  it('accept only ids that leave no gap', () => {
    const open = stretch([10, 20, 30])
    expect(withIds(open, [5, 15, 20, 35]).ids).toEqual([10, 15, 20, 30])
    expect(withIds({ ...open, foundNewest: true }, [35, 32]).ids).toEqual([10, 20, 30, 32, 35])
    expect(withIds({ ...open, foundOldest: true }, [5]).ids).toEqual([5, 10, 20, 30])
    expect(withIds(open, [20])).toBe(open)
  })

  it('start with the first message of an empty narrow', () => {
    expect(withIds(stretch([]), [1]).ids).toEqual([])
    expect(withIds(stretch([], { foundOldest: true, foundNewest: true }), [1]).ids).toEqual([1])
  })

  it('lose removed messages', () => {
    const held = stretch([1, 2, 3])
    expect(withoutIds(held, [2, 9]).ids).toEqual([1, 3])
    expect(withoutIds(held, [9])).toBe(held)
  })

  it('drop the far end beyond the maximum, and mark it as incomplete', () => {
    const held = stretch([4, 5, 6], { foundOldest: true, foundNewest: true })
    expect(extendedUp(held, { ids: [2, 3], foundOldest: false }, 4)).toEqual(stretch([2, 3, 4, 5]))
    expect(extendedDown(held, { ids: [7, 8], foundNewest: true }, 4)).toEqual(
      stretch([5, 6, 7, 8], { foundNewest: true }),
    )
    expect(extendedUp(held, { ids: [3], foundOldest: true }, 4)).toEqual(
      stretch([3, 4, 5, 6], { foundOldest: true, foundNewest: true }),
    )
  })
})
