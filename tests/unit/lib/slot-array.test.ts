import { SlotArray } from '../../../src/server/lib/slot-array'
import { elementAt } from '../../support/checked'

describe('places', () => {
  it('hold one thing each, and are reused', () => {
    const places = new SlotArray<string>()
    const taken = ['a', 'b', 'c'].map((item) => places.add(item))
    expect(new Set(taken).size).toBe(3)
    expect(places.remove('b', elementAt(taken, 1))).toBe(true)
    expect([...places]).toEqual(['a', 'c'])
    expect(places.add('d')).toBe(taken[1])
    expect(places.at(elementAt(taken, 1))).toBe('d')
    expect(places.size).toBe(3)
  })

  it('are released once, by their owner', () => {
    const places = new SlotArray<string>()
    const place = places.add('a')
    expect(places.remove('b', place)).toBe(false)
    expect(places.remove('a', place)).toBe(true)
    expect(places.remove('a', place)).toBe(false)
    expect(places.remove('a', -1)).toBe(false)
    places.add('b')
    expect(places.remove('a', place)).toBe(false)
    expect(places.size).toBe(1)
  })
})
