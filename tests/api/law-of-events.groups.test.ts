import { Bystanders } from '../support/bystanders'
import { asNumber } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import type { Arguments } from '../support/person'
import { useTestServer } from '../support/test-server'

describe('events about user groups', () => {
  const server = useTestServer()
  let cast: Bystanders
  let groups = 0
  beforeAll(async () => {
    cast = await Bystanders.gather(server)
  })

  const create = async (args: Arguments = {}): Promise<number> => {
    const response = await cast.alice.post('/user_groups/create', {
      name: `group ${(groups += 1)}`,
      ...args,
    })
    return asNumber(expectSuccess(response)['group_id'])
  }
  const change = async (id: number, args: Arguments) =>
    expectSuccess(await cast.alice.patch(`/user_groups/${id}`, args))
  const tie = async (id: number, args: Arguments, what = 'members') =>
    expectSuccess(await cast.alice.post(`/user_groups/${id}/${what}`, args))

  it('explain a new group with members and subgroups', async () => {
    await cast.expectExplained(() => create())
    const inner = await create()
    await cast.expectExplained(() =>
      create({
        description: 'the *best*',
        members: [cast.alice.id, cast.guest.email, cast.robot.id],
        subgroups: [inner, 2],
      }),
    )
  })

  it('explain another name and another description', async () => {
    const id = await create()
    await cast.expectExplained(async () => {
      await change(id, { name: 'Renamed' })
      await change(id, { name: 'renamed', description: 'new' })
      await change(id, { name: 'renamed' })
    })
  })

  it('explain members and subgroups that come and go', async () => {
    const id = await create({ members: [cast.alice.id] })
    const inner = await create()
    await cast.expectExplained(async () => {
      await tie(id, { add: [cast.bob.id, cast.guest.id], delete: [cast.alice.id] })
      await tie(id, { add: [inner, 5] }, 'subgroups')
      await tie(id, { delete: [inner], add: [1] }, 'subgroups')
      await tie(id, { delete: [cast.bob.id], delete_subgroups: [5] })
    })
  })

  it('explain the deletion of a group that others contain, and a deactivation and a reactivation', async () => {
    const inner = await create()
    await create({ subgroups: [inner] })
    await cast.expectExplained(async () =>
      expectSuccess(await cast.alice.delete(`/user_groups/${inner}`)),
    )
    const id = await create({ members: [cast.bob.id] })
    await cast.expectExplained(async () =>
      expectSuccess(await cast.alice.post(`/user_groups/${id}/deactivate`)),
    )
    // Changes of a deactivated group publish no event.
    await cast.expectExplained(() => change(id, { description: 'unheard' }))
    await cast.expectExplained(() => change(id, { deactivated: false, name: 'back again' }))
  })

  it('explain accounts that come, go, and come back', async () => {
    await cast.expectExplained(() => server.user('newcomer'))
    await cast.expectExplained(() => server.bot(cast.alice, 'newbot'))
    const carol = await server.user('carol')
    const helper = await server.bot(carol, 'carolsbot')
    await create({ members: [carol.id, helper.id, cast.bob.id] })
    const former = await create({ members: [carol.id] })
    expectSuccess(await cast.alice.post(`/user_groups/${former}/deactivate`))

    await cast.expectExplained(async () =>
      expectSuccess(await cast.owner.delete(`/users/${carol.id}`)),
    )
    await cast.expectExplained(() => cast.changeUser(carol.id, { role: 200 }))
    for (const { id } of [carol, helper]) {
      await cast.expectExplained(async () =>
        expectSuccess(await cast.owner.post(`/users/${id}/reactivate`)),
      )
    }
  })

  it('explain accounts that get another role', async () => {
    const { id } = await server.user('climber')
    for (const role of [600, 400, 200, 100, 400]) {
      await cast.expectExplained(() => cast.changeUser(id, { role }))
    }
  })

  it('explain accounts in a realm where newcomers wait', async () => {
    const wait = async (days: number) =>
      expectSuccess(await cast.owner.patch('/realm', { waiting_period_threshold: days }))
    await cast.expectExplained(() => wait(3))
    await cast.expectExplained(() => server.user('waiter'))
    await cast.expectExplained(async () => {
      const { id } = await server.user('waitress', 'guest')
      await cast.changeUser(id, { role: 400 })
    })
    await cast.expectExplained(() => wait(0))
  })
})
