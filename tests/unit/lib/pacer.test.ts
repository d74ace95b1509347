import { Pacer } from '../../../src/server/lib/pacer'

describe('a pacer', () => {
  const requests = { begun: 0 }
  /** Pauses that have begun, and the one that is not over. */
  const pauses: number[] = []
  let end: () => void
  const pacer = new Pacer(10, (ms) => {
    pauses.push(ms)
    return new Promise<void>((resolve) => (end = resolve))
  })
  const turns: string[] = []

  const wish = (...names: string[]): void => {
    for (const name of names) void pacer.turn(requests).then(() => turns.push(name))
  }

  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

  /** Ends a pause, while which some requests begin. @returns the pauses since, and the turns */
  async function afterPause(begin: number): Promise<[number[], string]> {
    requests.begun += begin
    pauses.length = 0
    end()
    await settle()
    return [[...pauses], turns.splice(0).join()]
  }

  it('gives the first turn at once, and further ones in order, after a pause each', async () => {
    wish('a', 'b', 'c')
    await settle()
    expect(turns.splice(0)).toEqual(['a'])
    // The first look knows no requests.
    expect(await afterPause(0)).toEqual([[5], ''])
    expect(await afterPause(0)).toEqual([[10], 'b'])
    expect(await afterPause(0)).toEqual([[10], 'c'])
    expect(await afterPause(0)).toEqual([[], ''])
    wish('d')
    await settle()
    expect(turns.splice(0)).toEqual(['d'])
  })

  it('waits while requests begin, four times at most', async () => {
    wish('e', 'f')
    expect(await afterPause(2)).toEqual([[5], ''])
    expect(await afterPause(1)).toEqual([[5], ''])
    expect(await afterPause(0)).toEqual([[10], 'e'])
    for (let waits = 0; waits < 4; waits += 1) expect(await afterPause(1)).toEqual([[5], ''])
    expect(await afterPause(1)).toEqual([[10], 'f'])
  })
})
