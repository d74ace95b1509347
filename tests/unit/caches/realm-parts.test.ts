import { RealmParts } from '../../../src/server/caches/realm-parts'

/** A cache with a fake read function that records its calls. */
function setUp() {
  const memory = new RealmParts()
  const reads: string[] = []
  const read = (realmId: number, part: string, version: number, value: string) =>
    memory.read(realmId, part, version, async () => {
      reads.push(value)
      return { value, characters: value.length }
    })
  const valueOf = async (...args: Parameters<typeof read>) => (await read(...args)).value
  return { memory, reads, valueOf }
}

describe('the cache of realm parts', () => {
  it('reads once per version', async () => {
    const { reads, valueOf } = setUp()
    const both = await Promise.all([valueOf(1, 'streams', 1, 'a'), valueOf(1, 'streams', 1, 'b')])
    expect(both).toEqual(['a', 'a'])
    expect(await valueOf(1, 'streams', 1, 'c')).toBe('a')
    expect(await valueOf(1, 'streams', 2, 'd')).toBe('d')
    expect(reads).toEqual(['a', 'd'])
  })

  it('separates realms and parts', async () => {
    const { valueOf } = setUp()
    await valueOf(1, 'streams', 1, 'a')
    expect(await valueOf(2, 'streams', 1, 'b')).toBe('b')
    expect(await valueOf(1, 'user_groups all', 1, 'c')).toBe('c')
    expect(await valueOf(1, 'user_groups active', 1, 'd')).toBe('d')
    expect(await valueOf(1, 'streams', 1, 'e')).toBe('a')
  })

  it('does not use a value of an older version for a newer one', async () => {
    const { memory, valueOf } = setUp()
    let answer: () => void = () => undefined
    const slow = memory.read(1, 'streams', 1, async () => {
      await new Promise<void>((resolve) => (answer = resolve))
      return { value: 'old', characters: 3 }
    })
    expect(await valueOf(1, 'streams', 2, 'new')).toBe('new')
    answer()
    expect(await slow).toMatchObject({ value: 'old' })
    expect(await valueOf(1, 'streams', 2, 'again')).toBe('new')
  })

  it('reads again after a failure', async () => {
    const { memory, valueOf } = setUp()
    const failing = memory.read(1, 'streams', 1, () => Promise.reject(new Error('away')))
    await expect(failing).rejects.toThrow('away')
    expect(await valueOf(1, 'streams', 1, 'there')).toBe('there')
  })
})
