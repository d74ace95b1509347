import { IdSet } from '../../../src/server/data/history/id-set'

describe('a set of ids', () => {
  const idsIn = (text: string | null) => {
    const set = IdSet.parse(text)
    return Array.from({ length: 12 }, (_, id) => id).filter((id) => set.has(id))
  }

  it('is read from a multirange', () => {
    expect(idsIn('{[1,2)}')).toEqual([1])
    expect(idsIn('{[0,2),[3,4),[6,9)}')).toEqual([0, 1, 3, 6, 7, 8])
    expect(idsIn('{(,3),[9,)}')).toEqual([0, 1, 2, 9, 10, 11])
    expect(idsIn('{(,)}')).toHaveLength(12)
  })

  it('is empty without a multirange', () => {
    for (const text of [null, '{}']) expect(idsIn(text)).toEqual([])
  })
})
