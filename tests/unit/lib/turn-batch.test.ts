import { setImmediate as nextTurn } from 'node:timers/promises'
import { TurnBatch } from '../../../src/server/lib/turn-batch'

describe('a batch of turns', () => {
  let calls: (readonly number[])[]
  let batch: TurnBatch<number>

  beforeEach(() => {
    calls = []
    batch = new TurnBatch((items) => calls.push(items), 3)
  })

  it('is sent after the first turn without new items, split by size', async () => {
    batch.add(1)
    batch.add(2)
    await nextTurn()
    batch.add(3)
    batch.add(4)
    await nextTurn()
    expect(calls).toEqual([])
    await nextTurn()
    expect(calls).toEqual([[1, 2, 3], [4]])
    await nextTurn()
    expect(calls).toHaveLength(2)
  })

  it('waits a limited number of turns while each brings more', async () => {
    for (let item = 1; calls.length === 0 && item < 100; item += 1) {
      batch.add(item)
      await nextTurn()
    }
    expect(calls.flat().length).toBeLessThan(10)
  })

  it('goes at once on demand', async () => {
    batch.add(1)
    batch.flush()
    expect(calls).toEqual([[1]])
    batch.flush()
    batch.add(2)
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
    expect(calls).toEqual([[1], [2]])
  })
})
