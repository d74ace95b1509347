import { Senders } from '../../../src/server/caches/senders'
import type { MessageSender } from '../../../src/server/data/users/senders'
import { partOf } from '../../support/stand-ins'

const person = (id: number, full_name: string) =>
  partOf<MessageSender>({ id, realm_id: 1, full_name })

/** Senders of a fake database whose content and timing the test controls. */
function setUp() {
  const state = {
    name: 'Ada',
    asked: new Array<number[]>(),
    release: new Array<() => void>(),
    isSlow: false,
  }
  let isCurrent = true
  const senders = new Senders(
    async (_realmId, userIds) => {
      state.asked.push([...userIds])
      const rows = userIds.filter((id) => id < 10).map((id) => person(id, state.name))
      if (state.isSlow) await new Promise<void>((resolve) => state.release.push(resolve))
      return rows
    },
    { isCurrent: () => isCurrent },
  )
  const names = async (ids: number[], knowsChanges = true, realmId = 1) => {
    isCurrent = knowsChanges
    return [...(await senders.read(realmId, ids)).values()].map(({ full_name }) => full_name)
  }
  return { state, senders, names }
}

describe('cached senders', () => {
  it('are read once, and only the missing ones', async () => {
    const { state, names } = setUp()
    expect(await names([1, 2])).toEqual(['Ada', 'Ada'])
    expect(await names([1, 2, 3, 77])).toEqual(['Ada', 'Ada', 'Ada'])
    expect(state.asked).toEqual([
      [1, 2],
      [3, 77],
    ])
  })

  it('are separate per realm', async () => {
    const { state, names } = setUp()
    await names([1])
    await names([1], true, 2)
    expect(state.asked).toHaveLength(2)
  })

  it('are read again after a change, known or possible', async () => {
    const { state, senders, names } = setUp()
    await names([1, 2])
    state.name = 'Bea'
    expect(await names([1], false)).toEqual(['Bea'])
    senders.forget({ realmId: 1, userIds: [1] })
    expect(await names([1, 2])).toEqual(['Ada', 'Bea'])
    senders.forget({ realmId: 1, userIds: null })
    expect(await names([1, 2])).toEqual(['Bea', 'Bea'])
  })

  it('are not kept if something changed during the read', async () => {
    const { state, senders, names } = setUp()
    state.isSlow = true
    const before = names([1])
    state.name = 'Bea'
    senders.forget({ realmId: 1, userIds: [1] })
    state.release.forEach((release) => release())
    expect(await before).toEqual(['Ada'])
    state.isSlow = false
    expect(await names([1])).toEqual(['Bea'])
  })
})
