import { Semaphore, KeyedSemaphore } from '../../../src/server/lib/semaphore'

describe('turns', () => {
  const refusal = new Error('too many')

  /** Work that ends on demand. */
  function startable() {
    const ends: (() => void)[] = []
    const work = () => new Promise<void>((resolve) => ends.push(resolve))
    return { work, ends }
  }
  const pause = () => new Promise(setImmediate)

  it('limit concurrent work, keep its order, and refuse work when the queue is full', async () => {
    const turns = new Semaphore({ mostAtOnce: 2, mostWaiting: 1, refusal: () => refusal })
    const { work, ends } = startable()
    const taken = [1, 2, 3].map(() => turns.take(work))
    await expect(turns.take(work)).rejects.toBe(refusal)
    expect(ends).toHaveLength(2)
    ends[0]?.()
    await taken[0]
    await pause()
    expect(ends).toHaveLength(3)
    for (const end of ends) end()
    await Promise.all(taken)
  })

  it('are released by failing work', async () => {
    const turns = new Semaphore({ mostAtOnce: 1, mostWaiting: 0, refusal: () => refusal })
    await expect(turns.take(() => Promise.reject(new Error('bug')))).rejects.toThrow('bug')
    await expect(turns.take(async () => 'done')).resolves.toBe('done')
  })

  it('limit no other key than their own', async () => {
    const turns = new KeyedSemaphore<string>({
      mostAtOnce: 1,
      mostWaiting: 0,
      refusal: () => refusal,
    })
    const { work, ends } = startable()
    const first = turns.take('alice', work)
    await expect(turns.take('alice', work)).rejects.toBe(refusal)
    expect(await turns.take('bob', async () => 'done')).toBe('done')
    ends[0]?.()
    await first
    expect(await turns.take('alice', async () => 'done')).toBe('done')
  })
})
