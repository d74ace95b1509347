import { FairSemaphore } from '../../../src/server/lib/fair-semaphore'
import type { Share } from '../../../src/server/lib/fair-semaphore'

describe('fair turns', () => {
  const refusal = new Error('too many')

  /** A semaphore, the shares whose work began, in order, and the end of running work. */
  function stage(mostAtOnce: number) {
    const turns = new FairSemaphore({
      ...{ mostAtOnce, mostWaitingOfAccount: 3, mostWaiting: 8 },
      refusal: () => refusal,
    })
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    const all: Promise<void>[] = []
    const add = ({ realmId, userId }: Share, title: string) => {
      const work = () =>
        new Promise<void>((resolve) => {
          begun.push(title)
          ends.set(title, resolve)
        })
      const taken = turns.take({ realmId, userId }, work)
      all.push(taken)
      return taken
    }
    const end = async (title: string) => {
      ends.get(title)?.()
      await new Promise(setImmediate)
    }
    return { begun, add, end, all, settled: () => new Promise(setImmediate) }
  }

  const mia = { realmId: 1, userId: 1 }
  const bob = { realmId: 1, userId: 2 }
  const eve = { realmId: 2, userId: 1 }

  it('give an account one piece at a time, and the next turn to another account', async () => {
    const { begun, add, end, all, settled } = stage(3)
    for (const title of ['mia 1', 'mia 2', 'mia 3']) void add(mia, title)
    void add(bob, 'bob 1')
    await settled()
    expect(begun).toEqual(['mia 1', 'bob 1'])
    void add(eve, 'eve 1')
    await settled()
    expect(begun).toEqual(['mia 1', 'bob 1', 'eve 1'])
    void add(bob, 'bob 2')
    await end('mia 1')
    await end('bob 1')
    expect(begun.slice(3)).toEqual(['mia 2', 'bob 2'])
    for (const title of ['eve 1', 'mia 2', 'bob 2', 'mia 3']) await end(title)
    await Promise.all(all)
  })

  it('take realms in turn, and leave a slot to others', async () => {
    const { begun, add, end, all, settled } = stage(2)
    void add(mia, 'mia 1')
    void add(bob, 'bob 1')
    await settled()
    expect(begun).toEqual(['mia 1'])
    void add(eve, 'eve 1')
    void add(eve, 'eve 2')
    await end('mia 1')
    expect(begun).toEqual(['mia 1', 'eve 1', 'bob 1'])
    for (const title of ['eve 1', 'bob 1', 'eve 2']) await end(title)
    await Promise.all(all)
  })

  it('refuse more than an account may have waiting, and not the work of others', async () => {
    const { add, end, all, settled } = stage(2)
    for (const title of ['1', '2', '3', '4']) void add(mia, title)
    await expect(add(mia, '5')).rejects.toBe(refusal)
    void all.pop()
    void add(eve, 'eve 1')
    await settled()
    for (const title of ['1', '2', '3', '4', 'eve 1']) await end(title)
    await Promise.all(all)
  })
})
