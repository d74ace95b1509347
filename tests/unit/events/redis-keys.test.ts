import { luaKeys, names, shardKey, wakeUpChannel } from '../../../src/server/events/redis/keys'

const entries = Object.entries(names)

describe('The names of keys in Redis', () => {
  it.each(entries)('keep %s apart from all other keys of a shard', (name, spelling) => {
    // A family takes any id, so that it owns every key that begins with its name.
    const clashes = entries.filter(
      ([other, otherSpelling]) =>
        other !== name &&
        (otherSpelling === spelling ||
          (spelling.endsWith(':') && otherSpelling.startsWith(spelling))),
    )
    expect(clashes).toEqual([])
  })

  it('keep shards apart', () => {
    const shards = [0, 1, 10, 11].map((shard) => shardKey('parley', shard))
    for (const shard of shards) {
      expect(shards.filter((other) => other.startsWith(shard))).toEqual([shard])
    }
    expect(wakeUpChannel('parley', 1, '.worker').startsWith(shards[1] ?? '')).toBe(true)
  })

  it('become a variable each in scripts', () => {
    const variables = entries.map(([name]) =>
      name.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`),
    )
    const script = variables.map((variable) => `${variable}_key`).join(' ')
    const defined = [...luaKeys(script).matchAll(/^local (\w+)_key /gm)].map(([, name]) => name)
    expect(defined).toEqual(variables)
    expect(new Set(defined).size).toBe(entries.length)
  })
})
