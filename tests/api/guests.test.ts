import { systemGroups } from '../../src/shared/rules/system-groups'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { attempts, expectNoDifference } from '../support/stream-probes'
import { listStreamNames } from '../support/streams'
import { useTestServer } from '../support/test-server'

const server = useTestServer()
const subscriptions = '/users/me/subscriptions'
const message = (to: string) => ({ type: 'stream', to, topic: 't', content: 'x' })

describe('a guest', () => {
  let guest: Person
  let host: Person
  beforeAll(async () => {
    guest = await server.user('visitor', 'guest')
    host = await server.user('host')
    expectSuccess(await guest.delete(subscriptions, { subscriptions: ['general', 'announce'] }))
    await server.stream('lobby', { subscribers: [host, guest] })
  })

  it('sees only the streams they are subscribed to', async () => {
    const open = await server.stream('bar', { subscribers: [host] })
    expect(await listStreamNames(guest)).toEqual(['lobby'])
    expect(await listStreamNames(guest, { include_default: true })).toEqual(['lobby'])
    const state = (await guest.post('/register', { include_subscribers: true })).text
    expect(state).toContain('"lobby"')
    expect(state).not.toContain('"bar"')
    expect(state).not.toContain('"general"')
    for (const [, attempt] of attempts) await expectNoDifference(attempt, guest, open)
  })

  it('links only the streams they are subscribed to', async () => {
    const content = '#**lobby** and #**general**'
    const { rendered } = expectSuccess(await guest.post('/messages/render', { content }))
    expect(rendered).toMatch(/>#lobby<[/]a> and #<strong>general</)
    const byHost = expectSuccess(await host.post('/messages/render', { content }))
    expect(byHost['rendered']).toContain('>#general</a>')
  })

  it('gets events of the streams they are subscribed to alone', async () => {
    const plain = await guest.register()
    const narrow = await guest.register({ narrow: [['stream', 'bakery']] })
    const { id } = await server.stream('bakery', { subscribers: [host] })
    await host.send('bakery', 't', 'not for guests')
    expectSuccess(await server.owner.patch(`/streams/${id}`, { new_name: 'the bakery' }))
    expectSuccess(await server.owner.delete(`/streams/${id}`))
    await host.send('lobby', 't', 'for all')
    await host.sendPrivately([guest.id], 'done')
    const isDone = (event: object) => JSON.stringify(event).includes('"done"')
    expect(await guest.pollUntil(plain, isDone)).toMatchObject([
      { message: { content: 'for all' } },
      { message: { content: 'done' } },
    ])
    expectSuccess(await server.owner.patch(`/users/${host.id}`, { full_name: 'Landlady' }))
    expect(await guest.pollUntil(narrow, 'realm_user')).toMatchObject([{ type: 'realm_user' }])
  })

  it('writes to their streams, and privately', async () => {
    expect(await guest.send('lobby', 't', 'x')).toBeGreaterThan(0)
    expect(await guest.sendPrivately([host.id], 'x')).toBeGreaterThan(0)
    expectError(await guest.post('/messages', message('general')), 400, {
      code: 'STREAM_DOES_NOT_EXIST',
      stream: 'general',
    })
  })

  it('joins no stream, and asks for all public streams in vain', async () => {
    for (const name of ['lobby', 'general', 'new']) {
      expectError(await guest.post(subscriptions, { subscriptions: [{ name }] }), 400, {
        code: 'BAD_REQUEST',
        msg: 'Not allowed for guest users',
      })
    }
    const notAuthorized = { code: 'BAD_REQUEST', msg: 'User not authorized for this query' }
    const all = { all_public_streams: true }
    expectError(await guest.get('/streams', { include_all_active: true }), 400, notAuthorized)
    expectError(await guest.post('/register', all), 400, notAuthorized)
    expectError(await guest.get('/events', { ...all, dont_block: true }), 400, notAuthorized)
  })

  it('learns of a stream when somebody subscribes them', async () => {
    await server.stream('kitchen', { subscribers: [host] })
    const queue = await guest.register({ event_types: ['stream', 'subscription'] })
    const invitation = { subscriptions: [{ name: 'kitchen' }], principals: [guest.id] }
    expectSuccess(await host.post(subscriptions, invitation))
    expect((await guest.pollUntil(queue, 'subscription')).at(-1)).toMatchObject({
      op: 'add',
      subscriptions: [{ name: 'kitchen' }],
    })
    expect(await listStreamNames(guest)).toEqual(['kitchen', 'lobby'])
  })
})

describe('a newcomer in an organization that requires full membership', () => {
  it('joins streams, but neither creates them nor subscribes anybody', async () => {
    const slow = await server.realm('slow')
    const [newcomer, other] = await slow.users('newcomer', 'other')
    await slow.stream('old', { subscribers: [slow.owner] })
    const ofFullMembers = JSON.stringify({ new: systemGroups.fullMembers.id })
    expectSuccess(
      await slow.owner.patch('/realm', {
        waiting_period_threshold: 3,
        can_create_public_channel_group: ofFullMembers,
        can_create_private_channel_group: ofFullMembers,
        can_add_subscribers_group: ofFullMembers,
      }),
    )

    expectSuccess(await newcomer.post(subscriptions, { subscriptions: [{ name: 'old' }] }))
    const creation = { subscriptions: [{ name: 'old' }, { name: 'new' }] }
    expectError(await newcomer.post(subscriptions, creation), 400, {
      code: 'BAD_REQUEST',
      msg: 'User cannot create streams.',
    })
    for (const principal of [other, newcomer]) {
      const args = { subscriptions: [{ name: 'old' }], principals: [principal.email] }
      expectError(await newcomer.post(subscriptions, args), 400, {
        code: undefined,
        msg: "Your account is too new to modify other users' subscriptions.",
      })
    }
    const state = await newcomer.register({ fetch_event_types: ['realm_user'] })
    expect(state).toMatchObject({ can_create_streams: false, can_subscribe_other_users: false })
    expectSuccess(await slow.owner.post(subscriptions, creation))
  })
})
