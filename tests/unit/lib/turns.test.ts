import { createHash } from 'node:crypto'
import { sha256InTurns, rowsPerTurn, writeInTurns } from '../../../src/server/lib/turns'

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

describe('the hash of a large mail', () => {
  it('is made in a turn of the event loop for every 4 MiB', async () => {
    let turns = 0
    let isOver = false
    const count = (): void => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const bytes = Buffer.alloc(25 * 1_048_576, 'a mail ')
    const hash = await sha256InTurns(bytes)
    isOver = true
    expect(hash).toBe(createHash('sha256').update(bytes).digest('base64url'))
    expect(turns).toBeGreaterThanOrEqual(7)
  })
})
