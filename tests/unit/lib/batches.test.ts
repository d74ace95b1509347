import { setImmediate as turn } from 'node:timers/promises'
import { batched } from '../../../src/server/lib/batches'

describe('batched', () => {
  it('calls at once for one item, and batches later items up to the maximum', async () => {
    const asked: (readonly number[])[] = []
    const double = batched(
      async (numbers: readonly number[]) => {
        asked.push(numbers)
        return numbers.map((number) => number * 2)
      },
      { maxItems: 2 },
    )
    const answers = Promise.all([1, 2, 3, 4].map((number) => double(number)))
    expect(asked).toEqual([[1]])
    await expect(answers).resolves.toEqual([2, 4, 6, 8])
    expect(asked).toEqual([[1], [2, 3], [4]])
  })

  it('waits for items of the same turn if configured, and then for each call', async () => {
    const asked: (readonly number[])[] = []
    const echo = batched(
      async (numbers: readonly number[]) => {
        asked.push(numbers)
        await turn()
        return numbers
      },
      { maxItems: 2, awaitsTurn: true },
    )
    const answers = Promise.all([1, 2, 3].map((number) => echo(number)))
    expect(asked).toEqual([])
    await turn()
    expect(asked).toEqual([[1, 2]])
    await expect(answers).resolves.toEqual([1, 2, 3])
    expect(asked).toEqual([[1, 2], [3]])
  })

  it('fails all items of a failed batch, and goes on', async () => {
    let isAway = true
    const read = batched(
      async (keys: readonly string[]) => {
        if (isAway) throw new Error('away')
        return keys
      },
      { maxItems: 100 },
    )
    await expect(Promise.allSettled([read('a'), read('b')])).resolves.toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ])
    isAway = false
    await expect(read('c')).resolves.toBe('c')
  })

  it('lets a call take only some items, and answer items at different times', async () => {
    const asked: (readonly string[])[] = []
    let answerLate = (_answer: string): void => {}
    const late = new Promise<string>((resolve) => (answerLate = resolve))
    const store = batched(
      async (texts: readonly string[]) => {
        asked.push(texts)
        return texts.map((text) => (text === 'late' ? late : text))
      },
      { maxItems: (waiting) => (waiting[0] === 'long' ? 1 : 2) },
    )
    const [first, second, ...others] = ['late', 'long', 'a', 'b'].map((text) => store(text))
    await expect(Promise.all([second, ...others])).resolves.toEqual(['long', 'a', 'b'])
    expect(asked).toEqual([['late'], ['long'], ['a', 'b']])
    answerLate('at last')
    await expect(first).resolves.toBe('at last')
  })

  describe('a batched function with a pipeline', () => {
    const calls: { items: readonly string[]; answer: () => void }[] = []
    const read = batched(
      (items: readonly string[]) =>
        new Promise<readonly string[]>((resolve) => {
          calls.push({ items, answer: () => resolve(items) })
        }),
      { maxItems: 2, isPipelined: true },
    )
    const called = () => calls.map(({ items }) => items)
    beforeEach(() => calls.splice(0))

    it('batches items of one turn, in calls that do not wait for each other', async () => {
      const answers = Promise.all(['a', 'b', 'c'].map((item) => read(item)))
      expect(called()).toEqual([])
      await turn()
      expect(called()).toEqual([['a', 'b'], ['c']])

      const next = read('d')
      calls[0]?.answer()
      await turn()
      expect(called()).toHaveLength(2)
      calls[1]?.answer()
      await expect(answers).resolves.toEqual(['a', 'b', 'c'])
      await turn()
      expect(called()[2]).toEqual(['d'])
      calls[2]?.answer()
      await next
    })

    it('calls at once on demand, also beside another call', async () => {
      const first = read('a')
      await turn()
      const second = read('b')
      read.flush()
      expect(called()).toEqual([['a'], ['b']])
      for (const { answer } of calls) answer()
      await expect(Promise.all([first, second])).resolves.toEqual(['a', 'b'])
    })
  })
})
