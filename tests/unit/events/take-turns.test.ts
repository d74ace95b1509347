import { takeTurns } from '../../../src/events/take-turns'

describe('taking turns', () => {
  it('works at once for one, and for all who come meanwhile together', async () => {
    const turns: (readonly number[])[] = []
    let finish: () => void = () => undefined
    const add = takeTurns(async (items: readonly number[]) => {
      turns.push(items)
      await new Promise<void>((resolve) => (finish = resolve))
    })
    const first = add([1])
    await Promise.resolve()
    const others = [add([2, 3]), add([4])]
    expect(turns).toEqual([[1]])

    finish()
    await first
    await new Promise((resolve) => setImmediate(resolve))
    expect(turns).toEqual([[1], [2, 3, 4]])
    finish()
    await Promise.all(others)
  })

  it('fails for the callers of the turn that failed, and for nobody else', async () => {
    const add = takeTurns(async ([item]: readonly number[]) => {
      await new Promise((resolve) => setImmediate(resolve))
      if (item === 1) throw new Error('one')
    })
    const first = add([1])
    await Promise.resolve()
    const second = add([2])
    await expect(first).rejects.toThrow('one')
    await expect(second).resolves.toBeUndefined()
  })
})
