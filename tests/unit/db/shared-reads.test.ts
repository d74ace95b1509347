import { shareReads } from '../../../src/db/shared-reads'

describe('shareReads', () => {
  it('asks at once for one key, and for all that come meanwhile together', async () => {
    const asked: (readonly number[])[] = []
    const double = shareReads(async (keys: readonly number[]) => {
      asked.push(keys)
      return keys.map((key) => key * 2)
    })
    await expect(Promise.all([1, 2, 3].map(double))).resolves.toEqual([2, 4, 6])
    expect(asked).toEqual([[1], [2, 3]])
  })

  it('fails those who asked together, and goes on', async () => {
    let isAway = true
    const read = shareReads(async (keys: readonly string[]) => {
      if (isAway) throw new Error('away')
      return keys
    })
    await expect(Promise.allSettled([read('a'), read('b')])).resolves.toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ])
    isAway = false
    await expect(read('c')).resolves.toBe('c')
  })
})
