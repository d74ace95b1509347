import { Versioned } from '../../../src/server/caches/versioned'

describe('a versioned cache', () => {
  it('returns a value for its version only', () => {
    const values = new Versioned<number, string>({ limit: 10 })
    expect(values.find(1, 'a')).toBeUndefined()
    values.keep(1, 'a', 'first')
    expect(values.find(1, 'a')).toBe('first')
    expect(values.find(1, 'b')).toBeUndefined()
    expect(values.find(2, 'a')).toBeUndefined()
    values.keep(1, 'b', 'second')
    expect([values.find(1, 'a'), values.find(1, 'b')]).toEqual([undefined, 'second'])
  })

  it('stays within its size limit', () => {
    const texts = new Versioned<number, string>({ limit: 10, weigh: (text) => text.length })
    texts.keep(1, 1, 'four')
    texts.keep(2, 1, 'five!')
    texts.keep(3, 1, 'six more')
    expect([1, 2, 3].map((key) => texts.find(key, 1))).toEqual([undefined, undefined, 'six more'])
    texts.keep(4, 1, 'far more than all')
    expect(texts.find(4, 1)).toBeUndefined()
  })

  it('counts hits and misses', async () => {
    const values = new Versioned<number, string>({ limit: 10 })
    await values.read(1, 1, async () => 'one')
    await values.read(1, 1, async () => 'again')
    values.find(2, 1)
    expect(values.tally()).toEqual({ hits: 1, misses: 2, entries: 1 })
  })
})
