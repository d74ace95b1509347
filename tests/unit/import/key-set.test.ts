import { KeySet } from '../../../src/server/moving/import/job/key-set'

describe('a set of keys', () => {
  it('knows the keys that were added, each once, also after it has grown', () => {
    const keys = new KeySet()
    const count = 20_000
    const added = Array.from({ length: count }, (_, index) => keys.add(`C1/${index}`))
    expect(added.every(Boolean)).toBe(true)
    expect(keys.add('C1/0')).toBe(false)
    const known = Array.from({ length: 2 * count }, (_, index) => keys.has(`C1/${index}`))
    expect(known.filter(Boolean)).toHaveLength(count)
    expect(known.indexOf(false)).toBe(count)
  })
})
