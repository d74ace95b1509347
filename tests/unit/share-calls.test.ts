import { shareCalls } from '../../src/runtime/share-calls'

describe('shareCalls', () => {
  it('asks at once for one key, and for those that come meanwhile together, as many as may', async () => {
    const asked: (readonly number[])[] = []
    const double = shareCalls(async (keys: readonly number[]) => {
      asked.push(keys)
      return keys.map((key) => key * 2)
    }, 2)
    await expect(Promise.all([1, 2, 3, 4].map(double))).resolves.toEqual([2, 4, 6, 8])
    expect(asked).toEqual([[1], [2, 3], [4]])
  })

  it('fails those who asked together, and goes on', async () => {
    let isAway = true
    const read = shareCalls(async (keys: readonly string[]) => {
      if (isAway) throw new Error('away')
      return keys
    }, 100)
    await expect(Promise.allSettled([read('a'), read('b')])).resolves.toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ])
    isAway = false
    await expect(read('c')).resolves.toBe('c')
  })
})
