import { systemGroups } from '../../src/shared/rules/system-groups'
import { asNumber, asRecord } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const { nobody, everyone, members } = systemGroups

describe('settings of user groups', () => {
  const server = useTestServer()
  let alice: Person
  let bob: Person
  let carol: Person
  let count = 0
  beforeAll(async () => {
    ;[alice, bob, carol] = await server.users('alice', 'bob', 'carol')
  })

  const only = (person: Person) => ({ direct_members: [person.id], direct_subgroups: [] })
  const create = async (settings: Record<string, unknown> = {}, args: Arguments = {}) => {
    const json = Object.entries(settings).map(([name, value]) => [name, JSON.stringify(value)])
    const response = await alice.post('/user_groups/create', {
      name: `club ${(count += 1)}`,
      ...args,
      ...asRecord(Object.fromEntries(json)),
    })
    return asNumber(expectSuccess(response)['group_id'])
  }
  const change = (id: number, name: string, value: unknown, person = alice) =>
    person.patch(`/user_groups/${id}`, { [name]: JSON.stringify({ new: value }) })
  const found = async (id: number) =>
    (await bob.call('GET /user_groups')).user_groups.find((group) => group.id === id)

  it('are their creator’s until somebody chooses', async () => {
    expect(await found(await create({ can_join_group: everyone.id - 1 }))).toMatchObject({
      can_manage_group: only(alice),
      can_add_members_group: only(alice),
      can_remove_members_group: nobody.id,
      can_join_group: members.id,
      can_leave_group: everyone.id,
      can_mention_group: everyone.id,
    })
    expect(await found(members.id)).toMatchObject({
      can_manage_group: nobody.id,
      can_mention_group: nobody.id,
    })
  })

  it.each<[string, string, Arguments, Person | undefined]>([
    ['can_add_members_group', 'add', {}, undefined],
    ['can_remove_members_group', 'delete', {}, undefined],
  ])('%s decides who may %s others', async (name, what) => {
    const id = await create({}, what === 'delete' ? { members: [carol.id] } : {})
    const tie = () => bob.post(`/user_groups/${id}/members`, { [what]: [carol.id] })
    expectError(await tie(), 400, { msg: 'Insufficient permission' })
    expectSuccess(await change(id, name, only(bob)))
    expectSuccess(await tie())
  })

  it.each([
    ['can_join_group', 'add', nobody.id],
    ['can_leave_group', 'delete', nobody.id],
  ])('%s decides who may %s themselves', async (name, what, value) => {
    const id = await create({ [name]: value }, what === 'delete' ? { members: [bob.id] } : {})
    const tie = () => bob.post(`/user_groups/${id}/members`, { [what]: [bob.id] })
    expectError(await tie(), 400, { msg: 'Insufficient permission' })
    expectSuccess(await change(id, name, members.id))
    expectSuccess(await tie())
  })

  it('can_manage_group gives the right to all changes', async () => {
    const id = await create({}, { members: [bob.id] })
    expectError(await change(id, 'can_mention_group', nobody.id, bob), 400)
    expectSuccess(await change(id, 'can_manage_group', only(bob)))
    expectSuccess(await change(id, 'can_mention_group', nobody.id, bob))
    expectError(await change(id, 'can_mention_group', everyone.id), 400)
    expectError(await change(id, 'can_manage_group', everyone.id, bob), 400, {
      msg: "'can_manage_group' setting cannot be set to 'role:everyone' group.",
    })
    // Owners manage all groups, unless they chose otherwise.
    expectSuccess(await change(id, 'can_manage_group', nobody.id, server.owner))
  })

  it('can_mention_group decides who may mention the group loudly', async () => {
    await create({ can_mention_group: only(alice) }, { name: 'loud' })
    await server.stream('hall', { subscribers: [alice, bob] })
    const send = (person: Person, content: string) =>
      person.post('/messages', { type: 'stream', to: 'hall', topic: 't', content })
    expectSuccess(await send(alice, '@*loud*'))
    expectError(await send(bob, '@*Loud*'), 400, {
      msg: "You are not allowed to mention user group 'loud'.",
    })
    expectSuccess(await send(bob, '@_*loud* `@*loud*`'))
  })

  it('keep the groups that they name from being deactivated', async () => {
    const used = await create()
    const user = await create({ can_join_group: used })
    const outer = await create({}, { subgroups: JSON.stringify([used]) })
    const value = { direct_members: [alice.id], direct_subgroups: [used] }
    expectSuccess(
      await server.owner.patch('/realm', {
        can_create_bots_group: JSON.stringify({ new: value }),
      }),
    )
    expectError(await alice.post(`/user_groups/${used}/deactivate`), 400, {
      code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
      objections: [
        { type: 'subgroup', supergroup_ids: [outer] },
        { type: 'realm', settings: ['can_create_bots_group'] },
        { type: 'user_group', group_id: user, settings: ['can_join_group'] },
      ],
    })
  })

  it('are told in events, and Notification Bot tells people who were added or removed by others', async () => {
    const id = await create({}, { name: 'backend' })
    const queue = await bob.register({ event_types: ['user_group', 'message'] })
    expectSuccess(await change(id, 'can_join_group', { direct_members: [], direct_subgroups: [5] }))
    expectSuccess(await alice.post(`/user_groups/${id}/members`, { add: [bob.id] }))
    expectSuccess(await alice.post(`/user_groups/${id}/members`, { delete: [bob.id] }))
    const isLast = (event: object) => JSON.stringify(event).includes('removed you')
    expect(await bob.pollUntil(queue, isLast)).toMatchObject([
      { op: 'update', group_id: id, data: { can_join_group: 5 } },
      { op: 'add_members' },
      { message: { content: `@_**Alice|${alice.id}** added you to the group @_*backend*.` } },
      { op: 'remove_members' },
      { message: { content: `@_**Alice|${alice.id}** removed you from the group @_*backend*.` } },
    ])
  })
})
