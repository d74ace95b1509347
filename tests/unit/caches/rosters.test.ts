import { Rosters } from '../../../src/server/caches/rosters'
import type { UserWithBotOwner } from '../../../src/server/data/users/list-users'
import { shapedLike } from '../../support/checked'
import { partOf } from '../../support/stand-ins'

const reader = { viewer: { id: 1, role: 400 as const }, clientGravatar: false }

const user = (id: number, full_name: string) =>
  partOf<UserWithBotOwner>({
    id,
    full_name,
    email: `${id}@test`,
    delivery_email: null,
    profile_data: {},
    role: 400,
    date_joined: new Date(0),
    deactivated_at: null,
    is_bot: false,
    is_system_bot: false,
  })

/** Rosters of a fake database whose content and timing the test controls. */
function setUp() {
  const state = { name: 'Ada', reads: 0, release: new Array<() => void>(), isSlow: false }
  let isCurrent = true
  const rosters = new Rosters(
    async () => {
      state.reads += 1
      const users = [user(1, state.name)]
      if (state.isSlow) await new Promise<void>((resolve) => state.release.push(resolve))
      return users
    },
    { isCurrent: () => isCurrent },
  )
  const names = async (knowsChanges: boolean) => {
    isCurrent = knowsChanges
    const roster = await rosters.read(1)
    const { realm_users } = shapedLike(JSON.parse(`{${await roster.members(reader)}}`), {
      realm_users: [{ full_name: '' }],
    })
    return realm_users.map((each) => each.full_name)
  }
  return { state, rosters, names }
}

describe('cached rosters', () => {
  it('are read once, until a user changes', async () => {
    const { state, rosters, names } = setUp()
    expect(await Promise.all([names(true), names(true)])).toEqual([['Ada'], ['Ada']])
    expect(state.reads).toBe(1)

    state.name = 'Ada Byron'
    rosters.forget({ realmId: 2, userIds: [9] })
    expect(await names(true)).toEqual(['Ada'])
    rosters.forget({ realmId: 1, userIds: [1] })
    expect(await names(true)).toEqual(['Ada Byron'])
  })

  it('are read again by a worker that misses changes', async () => {
    const { state, names } = setUp()
    await names(true)
    state.name = 'Ada Byron'
    expect(await names(false)).toEqual(['Ada Byron'])
    expect(state.reads).toBe(2)
  })

  it('are not kept if a user changed during the read', async () => {
    const { state, rosters, names } = setUp()
    state.isSlow = true
    const early = names(true)
    state.name = 'Ada Byron'
    rosters.forget({ realmId: 1, userIds: null })
    const late = names(true)
    for (const release of state.release) release()
    expect(await early).toEqual(['Ada'])
    expect(await late).toEqual(['Ada Byron'])
    state.isSlow = false
    expect(await names(true)).toEqual(['Ada Byron'])
    expect(state.reads).toBe(2)
  })
})
