import { rowsPerTurn, writeInTurns } from '../../../src/server/lib/turns'

describe('writeInTurns', () => {
  it('lets other work run between slices', async () => {
    let turns = 0
    let isOn = true
    const count = (): void => {
      turns += 1
      if (isOn) setImmediate(count)
    }
    setImmediate(count)
    const items = Array.from({ length: 3 * rowsPerTurn }, (_, index) => index)
    const most: number[] = []
    const text = await writeInTurns(items, (item) => {
      most[turns] = (most[turns] ?? 0) + 1
      return [item]
    })
    isOn = false
    expect(JSON.parse(`[${text}]`)).toEqual(items)
    expect(Math.max(...most.filter((each) => each !== undefined))).toBe(rowsPerTurn)
  })

  it('leaves out items without values', async () => {
    const items = Array.from({ length: 2 * rowsPerTurn }, (_, index) => index)
    expect(await writeInTurns(items, (item) => (item === 7 ? [item] : []))).toBe('7')
    expect(await writeInTurns([], () => [1])).toBe('')
  })
})
