import { findRealmByStringId } from '../../src/server/data/realms/realms'
import { findUserById } from '../../src/server/data/users/users'
import { isInGroup } from '../../src/server/chat/rules/permissions/membership'
import { systemGroups } from '../../src/shared/rules/system-groups'
import { present } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useOwnServer } from '../support/own-server'

describe('the groups around an account', () => {
  let ahead = 0
  const server = useOwnServer({ clock: { now: () => new Date(Date.now() + ahead) } })
  let dora: Person
  let count = 0

  beforeAll(async () => {
    dora = await server.user('dora', 'administrator')
  })
  beforeEach(() => {
    ahead = 0
  })

  async function group(members: readonly Person[], subgroups: readonly number[] = []) {
    const { group_id } = await dora.call('POST /user_groups/create', {
      name: `group ${(count += 1)}`,
      description: '',
      members: members.map(({ id }) => id),
      subgroups,
    })
    return group_id
  }

  async function account(person: Person) {
    const { query } = server.ctx.db
    const { id } = present(await findRealmByStringId(query, ''))
    return present(await findUserById(query, id, person.id))
  }

  it('are its own groups, their parents, and the groups of its role', async () => {
    const [alice, bob] = await server.users('alice', 'bob')
    const inner = await group([alice])
    const outer = await group([], [inner])
    const staff = await group([], [systemGroups.members.id])
    const { always, once_full } = (await account(alice)).groups_around
    expect(always).toEqual(expect.arrayContaining([inner, outer, staff, 5, 6, 7]))
    expect(once_full).toEqual([systemGroups.fullMembers.id])
    expect((await account(bob)).groups_around.always).not.toContain(outer)
  })

  it('are fewer while it is a newcomer', async () => {
    const carol = await server.user('carol')
    const trusted = await group([], [systemGroups.fullMembers.id])
    const newcomer = { ...(await account(carol)), realm_waiting_period_days: 3 }
    const joined = newcomer.date_joined.getTime()
    const daysLater = (days: number) => ({ now: new Date(joined + days * 86_400_000) })
    for (const value of [trusted, systemGroups.fullMembers.id]) {
      expect(isInGroup(daysLater(2.9), newcomer, value)).toBe(false)
      expect(isInGroup(daysLater(3), newcomer, value)).toBe(true)
    }
    expect(isInGroup(daysLater(0), newcomer, systemGroups.members.id)).toBe(true)
    const doras = { ...(await account(dora)), realm_waiting_period_days: 3 }
    expect(isInGroup({ now: doras.date_joined }, doras, trusted)).toBe(true)
  })

  it('leave out deactivated groups, and groups reached only through them', async () => {
    const erin = await server.user('erin')
    const inner = await group([erin])
    const outer = await group([], [inner])
    await server.db
      .updateTable('user_groups')
      .set({ deactivated_at: new Date() })
      .where('id', '=', inner)
      .execute()
    const { always } = (await account(erin)).groups_around
    expect(always).not.toEqual(expect.arrayContaining([inner]))
    expect(always).not.toEqual(expect.arrayContaining([outer]))
  })

  it('are cached for callers, and read again when they change', async () => {
    const frank = await server.user('frank')
    const inner = await group([])
    const outer = await group([], [inner])
    const isIn = async () => {
      const requester = server.ctx.caches.requesters.peek(frank.apiKey)
      const known = requester ?? present(await server.ctx.caches.requesters.read(frank.apiKey))
      return isInGroup({ now: new Date() }, known, outer)
    }
    expect(await isIn()).toBe(false)
    expectSuccess(await dora.post(`/user_groups/${inner}/members`, { add: [frank.id] }))
    expect(await isIn()).toBe(true)
    expectSuccess(await dora.post(`/user_groups/${outer}/subgroups`, { delete: [inner] }))
    expect(await isIn()).toBe(false)
  })

  it('let a newcomer write among full members once the clock of the server says so', async () => {
    const grace = await server.user('grace')
    await server.owner.call('PATCH /realm', { waiting_period_threshold: 3 })
    await dora.call('POST /channels/create', {
      name: 'seasoned',
      subscribers: [grace.id],
      can_send_message_group: systemGroups.fullMembers.id,
    })
    const send = async () =>
      grace.post('/messages', { type: 'stream', to: 'seasoned', topic: 'hello', content: 'Hi' })
    expectError(await send(), 400)
    ahead = 4 * 86_400_000
    expectSuccess(await send())
  })

  it('let a newcomer know and enter a stream of full members by the same clock', async () => {
    const heidi = await server.user('heidi')
    await server.owner.call('PATCH /realm', { waiting_period_threshold: 3 })
    const { id } = await dora.call('POST /channels/create', {
      name: 'vault',
      subscribers: [dora.id],
      invite_only: true,
      can_subscribe_group: systemGroups.fullMembers.id,
    })
    const look = () => heidi.get('/get_stream_id', { stream: 'vault' })
    expectError(await look(), 400)
    ahead = 4 * 86_400_000
    expectSuccess(await look())

    const queue = await heidi.register({ event_types: ['stream', 'message'] })
    await dora.call('PATCH /streams/{stream_id}', { stream_id: id, description: 'Old papers' })
    expect(await heidi.eventsUntilNow(queue)).toMatchObject([
      { type: 'stream', op: 'update', value: 'Old papers' },
    ])
    expectSuccess(
      await heidi.post('/users/me/subscriptions', { subscriptions: [{ name: 'vault' }] }),
    )
  })

  it('let a newcomer mention a group of full members by the same clock', async () => {
    const ivan = await server.user('ivan')
    await server.owner.call('PATCH /realm', { waiting_period_threshold: 3 })
    await dora.call('POST /user_groups/create', {
      name: 'wardens',
      description: '',
      members: [dora.id],
      can_mention_group: systemGroups.fullMembers.id,
    })
    const render = async () =>
      (await ivan.call('POST /messages/render', { content: '@*wardens*' })).rendered
    expect(await render()).not.toContain('user-group-mention')
    ahead = 4 * 86_400_000
    expect(await render()).toContain('user-group-mention')
  })
})
