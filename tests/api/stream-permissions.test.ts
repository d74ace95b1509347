import { systemGroups } from '../../src/shared/rules/system-groups'
import { maybe, present, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person } from '../support/person'
import { listStreamNames, listStreams } from '../support/streams'
import { useTestServer } from '../support/test-server'

const server = useTestServer()
const { administrators, everyone, members, moderators, nobody } = systemGroups
const only = (...people: Person[]) => ({
  direct_members: people.map(({ id }) => id).sort((a, b) => a - b),
  direct_subgroups: new Array<number>(),
})

let cast: Record<'owner' | 'admin' | 'creator' | 'named' | 'grouped' | 'member' | 'guest', Person>
let bot: Person
let group: number
let streams = 0

beforeAll(async () => {
  const [creator, named, grouped, member] = await server.users('carl', 'nina', 'greg', 'mike')
  cast = {
    owner: server.owner,
    admin: await server.user('anna', 'administrator'),
    guest: await server.user('gabi', 'guest'),
    ...{ creator, named, grouped, member },
  }
  bot = await server.bot(named, 'nina-bot')
  const made = await server.owner.post('/user_groups/create', {
    ...{ name: 'crew', description: '', members: [grouped.id, cast.guest.id] },
  })
  expectSuccess(made)
  const { user_groups: groups } = await creator.call('GET /user_groups')
  group = present(groups.find(({ name }) => name === 'crew')).id
})

/** Made by the creator, who alone is subscribed. */
const make = async (args: Arguments = {}) => {
  const name = `made ${(streams += 1)}`
  const subscriptions = [{ name }]
  expectSuccess(await cast.creator.post('/users/me/subscriptions', { subscriptions, ...args }))
  const made = await listStreams(server.owner, { include_all_active: true })
  return { name, id: present(made.find((stream) => stream.name === name)).stream_id }
}
const change = (who: Person, id: number, args: Arguments) => who.patch(`/streams/${id}`, args)
const choose = async (id: number, name: string, value: unknown) =>
  expectSuccess(await change(cast.creator, id, { [name]: { new: value } }))
const both = () => ({ direct_members: [cast.named.id], direct_subgroups: [group] })

describe('permissions in the record of a stream', () => {
  it('are answered, and name the creator as administrator', async () => {
    const { id } = await make()
    const { stream } = expectSuccess(await cast.member.get(`/streams/${id}`))
    expect(stream).toMatchObject({
      can_administer_channel_group: only(cast.creator),
      can_add_subscribers_group: nobody.id,
      can_remove_subscribers_group: administrators.id,
      can_send_message_group: everyone.id,
      can_subscribe_group: nobody.id,
      is_announcement_only: false,
      stream_post_policy: 1,
    })
  })

  it('have the values chosen at the creation of the stream', async () => {
    const { id } = await make({
      can_send_message_group: { direct_members: [], direct_subgroups: [moderators.id] },
      can_subscribe_group: both(),
      can_administer_channel_group: nobody.id,
    })
    const { stream } = expectSuccess(await cast.member.get(`/streams/${id}`))
    expect(stream).toMatchObject({
      can_administer_channel_group: nobody.id,
      can_send_message_group: moderators.id,
      can_subscribe_group: both(),
      stream_post_policy: 4,
    })
    expectError(await change(cast.creator, id, { description: 'x' }), 400, {
      code: 'CANNOT_ADMINISTER_CHANNEL',
    })
  })

  it.each<[number, number]>([
    [1, everyone.id],
    [2, administrators.id],
    [3, systemGroups.fullMembers.id],
    [4, moderators.id],
  ])('map stream_post_policy %i to the group %i', async (stream_post_policy, groupId) => {
    const { id } = await make({ stream_post_policy })
    const isAnnouncement = { is_announcement_only: stream_post_policy === 2 }
    const expected = { stream_post_policy, can_send_message_group: groupId, ...isAnnouncement }
    expect(expectSuccess(await cast.member.get(`/streams/${id}`))['stream']).toMatchObject(expected)
    const other = await make()
    expectSuccess(await change(cast.creator, other.id, { stream_post_policy }))
    const { stream } = expectSuccess(await cast.member.get(`/streams/${other.id}`))
    expect(stream).toMatchObject(expected)
  })

  it('change only if the sender knows the present value', async () => {
    const { id } = await make()
    const args = { can_subscribe_group: { new: members.id, old: group } }
    expectError(await change(cast.creator, id, args), 400, { code: 'EXPECTATION_MISMATCH' })
    const wide = { can_subscribe_group: { new: everyone.id } }
    expectError(await change(cast.creator, id, wide), 400, {
      code: 'BAD_REQUEST',
      msg: "'can_subscribe_group' setting cannot be set to 'role:everyone' group.",
    })
  })
})

type Cast = keyof typeof cast
const roles: readonly Cast[] = ['owner', 'admin', 'creator', 'named', 'grouped', 'member', 'guest']

describe('a permission of a stream', () => {
  const table = (allowed: readonly Cast[]) =>
    roles.map((role) => [role, allowed.includes(role)] as const)
  const expectOutcome = (response: Awaited<ReturnType<Person['post']>>, isAllowed: boolean) => {
    if (isAllowed) expectSuccess(response)
    else expect([400, 403]).toContain(response.status)
  }

  it.each(table(['owner', 'admin', 'creator', 'named', 'grouped']))(
    'lets users, groups and the creator administer it: %s %s',
    async (role, isAllowed) => {
      const { id } = await make()
      const value = { ...both(), direct_members: [cast.creator.id, cast.named.id] }
      await choose(id, 'can_administer_channel_group', value)
      expectOutcome(await change(cast[role], id, { description: 'changed' }), isAllowed)
      expectOutcome(await cast[role].delete(`/streams/${id}`), isAllowed)
    },
  )

  it.each(table(['named', 'grouped', 'guest']))(
    'lets people send: %s %s',
    async (role, isAllowed) => {
      const { id, name } = await make()
      const principals = [cast.guest.id]
      const subscriptions = [{ name }]
      expectSuccess(
        await cast.creator.post('/users/me/subscriptions', { subscriptions, principals }),
      )
      await choose(id, 'can_send_message_group', both())
      const message = { type: 'stream', to: name, topic: 'x', content: 'hello' }
      expectOutcome(await cast[role].post('/messages', message), isAllowed)
    },
  )

  it('lets a bot send while its owner may', async () => {
    const { id, name } = await make({ can_send_message_group: only(cast.named) })
    const message = { type: 'stream', to: name, topic: 'x', content: 'hello' }
    for (const _time of [1, 2]) expectSuccess(await bot.post('/messages', message))
    await choose(id, 'can_send_message_group', group)
    const refusal = { msg: 'You do not have permission to post in this channel.' }
    expectError(await bot.post('/messages', message), 400, { code: 'BAD_REQUEST', ...refusal })
    const members = `/user_groups/${group}/members`
    expectSuccess(await server.owner.post(members, { add: [cast.named.id] }))
    expectSuccess(await bot.post('/messages', message))
    expectSuccess(await server.owner.post(members, { delete: [cast.named.id] }))
    expectError(await bot.post('/messages', message), 400, { code: 'BAD_REQUEST', ...refusal })
  })

  it.each(table(['named', 'grouped']).filter(([role]) => role !== 'creator'))(
    'lets people enter a private stream, and read it before: %s %s',
    async (role, isAllowed) => {
      const { id, name } = await make({
        ...{ invite_only: true, history_public_to_subscribers: true, can_subscribe_group: both() },
      })
      await cast.creator.send(name, 'lunch', 'secret')
      const topics = await cast[role].get(`/users/me/${id}/topics`)
      expectOutcome(topics, isAllowed)
      const narrow = [['channel', id]]
      const page = { narrow, anchor: 'newest', num_before: 5, num_after: 0 }
      const pages = await cast[role].get('/messages', page)
      const found = shapedLike(pages.body, { messages: maybe([{ content: '' }]) }).messages ?? []
      expect(found.some(({ content }) => content.includes('secret'))).toBe(isAllowed)
      const knows = isAllowed || role === 'owner' || role === 'admin'
      const known = await cast[role].register({ fetch_event_types: ['stream'] })
      const names = shapedLike(known['streams'], [{ name: '' }]).map((stream) => stream.name)
      expect(names.includes(name)).toBe(knows)
      const joining = { subscriptions: [{ name }] }
      expectOutcome(await cast[role].post('/users/me/subscriptions', joining), isAllowed)
    },
  )

  // The creator administers the stream, which does not include this right.
  it.each(table(['owner', 'admin', 'named', 'grouped']))(
    'lets people unsubscribe others: %s %s',
    async (role, isAllowed) => {
      const { id, name } = await make()
      await choose(id, 'can_remove_subscribers_group', both())
      const args = { subscriptions: [name], principals: [cast.creator.email] }
      if (role === 'creator') args.principals = [cast.member.email]
      expectOutcome(await cast[role].delete('/users/me/subscriptions', args), isAllowed)
    },
  )

  it.each(table(['owner', 'admin', 'creator', 'named', 'grouped']))(
    'lets people subscribe others if the organization leaves it to administrators: %s %s',
    async (role, isAllowed) => {
      expectSuccess(await server.owner.patch('/realm', { invite_to_stream_policy: 2 }))
      const { id, name } = await make()
      await choose(id, 'can_add_subscribers_group', both())
      const args = { subscriptions: [{ name }], principals: [cast.member.email] }
      const response = await cast[role].post('/users/me/subscriptions', args)
      expectSuccess(await server.owner.patch('/realm', { invite_to_stream_policy: 1 }))
      expectOutcome(response, isAllowed)
    },
  )
})

describe('private streams', () => {
  it('are opened to others only by their readers', async () => {
    const { id } = await make({ invite_only: true })
    const args = { can_subscribe_group: { new: members.id } }
    expectError(await change(cast.admin, id, args), 400, {
      code: 'BAD_REQUEST',
      msg: 'Channel content access is required.',
    })
    expectError(await change(cast.admin, id, { is_private: false }), 400, {
      msg: 'Invalid stream id',
    })
    expectSuccess(await change(cast.admin, id, { can_send_message_group: { new: members.id } }))
    expectSuccess(await cast.admin.delete(`/streams/${id}`))
  })

  it('appear to the users that they name, and disappear', async () => {
    const { id, name } = await make({ invite_only: true })
    const queue = await cast.named.register({ event_types: ['stream', 'subscription'] })
    await choose(id, 'can_subscribe_group', both())
    await choose(id, 'can_subscribe_group', nobody.id)
    const [created, peers, deleted] = await cast.named.pollUntil(
      queue,
      (event) => event['op'] === 'delete',
    )
    expect(created).toMatchObject({ op: 'create', streams: [{ name, stream_id: id }] })
    expect(peers).toMatchObject({ op: 'peer_add', user_ids: [cast.creator.id] })
    expect(deleted).toMatchObject({ op: 'delete', stream_ids: [id] })
    expect(await listStreamNames(cast.named)).not.toContain(name)
  })
})
