import type { Response } from 'supertest'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person } from '../support/person'
import { listStreamNames } from '../support/streams'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

/** Names a stream in a request. */
interface Named {
  name: string
  id: number
}
type Attempt = (person: Person, stream: Named) => Promise<Response>

const subscriptions = '/users/me/subscriptions'
const message = (to: unknown) => ({ type: 'stream', to, topic: 't', content: 'x' })

/** Every way to mention a stream that does not exist for the caller. */
const attempts: [string, Attempt][] = [
  ['GET /get_stream_id', (person, { name }) => person.get('/get_stream_id', { stream: name })],
  ['GET /streams/{stream_id}/members', (person, { id }) => person.get(`/streams/${id}/members`)],
  ['GET /users/me/{stream_id}/topics', (person, { id }) => person.get(`/users/me/${id}/topics`)],
  ['PATCH /streams/{stream_id}', (person, { id }) => person.patch(`/streams/${id}`)],
  ['DELETE /streams/{stream_id}', (person, { id }) => person.delete(`/streams/${id}`)],
  ['POST /messages to a name', (person, { name }) => person.post('/messages', message(name))],
  ['POST /messages to an id', (person, { id }) => person.post('/messages', message(id))],
  [
    'DELETE /users/me/subscriptions',
    (person, { name }) => person.delete(subscriptions, { subscriptions: [name] }),
  ],
  [
    'POST /users/me/subscriptions/properties',
    (person, { id: stream_id }) =>
      person.post(`${subscriptions}/properties`, {
        subscription_data: [{ stream_id, property: 'color', value: '#ff0000' }],
      }),
  ],
  [
    'PATCH /users/me/subscriptions/{stream_id}',
    (person, { id }) =>
      person.patch(`${subscriptions}/${id}`, { property: 'color', value: '"#f00"' }),
  ],
  [
    'POST /messages/render',
    (person, { name }) => person.post('/messages/render', { content: `#**${name}**` }),
  ],
]

/** A stream that does not exist, as long as the one that does: nothing may tell them apart. */
const absent: Named = { name: 'absent', id: 987_654 }

async function expectNoDifference(attempt: Attempt, person: Person, stream: Named): Promise<void> {
  const [hidden, missing] = [await attempt(person, stream), await attempt(person, absent)]
  const text = hidden.text
    .replaceAll(stream.name, absent.name)
    .replaceAll(new RegExp(`\\b${stream.id}\\b`, 'g'), String(absent.id))
  expect({ status: hidden.status, text }).toEqual({ status: missing.status, text: missing.text })
}

describe('a private stream', () => {
  let alice: Person
  let mallory: Person
  let guest: Person
  let bot: Person
  let secret: Named
  beforeAll(async () => {
    ;[alice, mallory] = await server.users('alice', 'mallory')
    guest = await server.user('gast', 'guest')
    bot = await server.bot(mallory, 'spy')
    secret = await server.stream('secret', { subscribers: [alice], inviteOnly: true })
  })

  it.each(attempts)('does not exist for outsiders: %s', async (_name, attempt) => {
    for (const outsider of [mallory, guest, bot]) {
      await expectNoDifference(attempt, outsider, secret)
    }
  })

  it('is in no listing of theirs', async () => {
    await alice.send('secret', 'topic of secret', 'content of secret')
    for (const outsider of [mallory, guest, bot]) {
      for (const response of [
        await outsider.get('/streams'),
        await outsider.get('/streams', { include_default: true }),
        await outsider.get(subscriptions, { include_subscribers: true }),
        await outsider.post('/register', { include_subscribers: true }),
        await outsider.get('/users'),
      ]) {
        expectSuccess(response)
        expect(response.text).not.toContain('secret')
      }
    }
  })

  it('is in no event of theirs, whatever they ask for', async () => {
    const bea = await server.user('bea')
    const wishes: Arguments[] = [{}, { all_public_streams: true }, { narrow: [['stream', 'hush']] }]
    const queues = await Promise.all(wishes.map((args) => mallory.register(args)))

    const args = { subscriptions: [{ name: 'hush' }], invite_only: true, announce: true }
    expectSuccess(await alice.post(subscriptions, args))
    await alice.send('hush', 't', 'psst @**Mallory** @**all**')
    const id = await streamId(alice, 'hush')
    const invitation = { subscriptions: [{ name: 'hush' }], principals: [bea.id] }
    expectSuccess(await alice.post(subscriptions, invitation))
    expectSuccess(await server.owner.patch(`/streams/${id}`, { description: 'hush hush' }))
    expectSuccess(await bea.delete(subscriptions, { subscriptions: ['hush'] }))
    expectSuccess(await server.owner.patch(`/streams/${id}`, { new_name: 'hush!' }))
    expectSuccess(await server.owner.delete(`/streams/${id}`))

    expectSuccess(await server.owner.patch(`/users/${bea.id}`, { full_name: 'Last' }))
    for (const queue of queues) {
      expect(await mallory.pollUntil(queue, 'realm_user')).toMatchObject([
        { type: 'realm_user', op: 'update', person: { full_name: 'Last' } },
      ])
    }
  })

  it('cannot be joined, nor its messages be pointed at', async () => {
    for (const outsider of [mallory, bot]) {
      const args = { subscriptions: [{ name: 'secret' }] }
      expectError(await outsider.post(subscriptions, args), 400, {
        code: undefined,
        msg: 'Unable to access stream (secret).',
      })
      const others = { ...args, principals: [alice.id], authorization_errors_fatal: false }
      expect(expectSuccess(await outsider.post(subscriptions, others))).toMatchObject({
        subscribed: {},
        unauthorized: ['secret'],
      })
    }
    const id = await alice.send('secret', 't', 'x')
    expectError(await mallory.post('/users/me/pointer', { pointer: id }), 400, {
      msg: 'Invalid message ID',
    })
    expect((await mallory.register({ fetch_event_types: ['message'] }))['max_message_id']).not.toBe(
      id,
    )
  })

  it('is known to administrators, who still do not read it', async () => {
    const dora = await server.user('dora', 'administrator')
    const queue = await dora.register({ event_types: ['stream', 'message'], narrow: [] })
    const { id } = await server.stream('council', { subscribers: [alice], inviteOnly: true })
    expect(await streamId(dora, 'council')).toBe(id)
    const members = await dora.get(`/streams/${id}/members`)
    expect(expectSuccess(members)['subscribers']).toEqual([alice.email])
    expectError(await dora.get(`/users/me/${id}/topics`), 400, { msg: 'Invalid stream id' })
    expectError(await dora.post('/messages', message('council')), 400, {
      code: 'BAD_REQUEST',
      msg: "Not authorized to send to stream 'council'",
    })
    expectError(await dora.post(subscriptions, { subscriptions: [{ name: 'council' }] }), 400, {
      msg: 'Unable to access stream (council).',
    })
    await alice.send('council', 't', 'x')
    await alice.sendPrivately([dora.id], 'done')
    expect(await dora.pollUntil(queue, 'message')).toMatchObject([
      { type: 'stream', op: 'create', streams: [{ name: 'council', invite_only: true }] },
      { message: { content: 'done' } },
    ])
  })

  it('is over for those who left it', async () => {
    const cid = await server.user('cid')
    const { id, name } = await server.stream('cellar', {
      subscribers: [alice, cid],
      inviteOnly: true,
    })
    await alice.send('cellar', 'before', 'x')
    expectSuccess(await cid.delete(subscriptions, { subscriptions: ['cellar'] }))
    const queue = await cid.register()
    await alice.send('cellar', 'meanwhile', 'x')
    await alice.sendPrivately([cid.id], 'done')
    expect(await cid.pollUntil(queue, 'message')).toMatchObject([{ message: { content: 'done' } }])
    expect((await cid.post('/register')).text).not.toContain('cellar')
    for (const [, attempt] of attempts) await expectNoDifference(attempt, cid, { id, name })

    const invitation = { subscriptions: [{ name: 'cellar' }], principals: [cid.id] }
    expectSuccess(await alice.post(subscriptions, invitation))
    await alice.send('cellar', 'after', 'x')
    const { topics } = expectSuccess(await cid.get(`/users/me/${id}/topics`))
    expect(topics).toMatchObject([{ name: 'after' }, { name: 'before' }, { name: 'hello' }])
  })
})

describe('a guest', () => {
  let guest: Person
  let host: Person
  beforeAll(async () => {
    guest = await server.user('visitor', 'guest')
    host = await server.user('host')
    expectSuccess(await guest.delete(subscriptions, { subscriptions: ['general', 'announce'] }))
    await server.stream('lobby', { subscribers: [host, guest] })
  })

  it('sees the streams they are subscribed to, and no other', async () => {
    const open = await server.stream('bar', { subscribers: [host] })
    expect(await listStreamNames(guest)).toEqual(['lobby'])
    expect(await listStreamNames(guest, { include_default: true })).toEqual(['lobby'])
    const state = (await guest.post('/register', { include_subscribers: true })).text
    expect(state).toContain('"lobby"')
    expect(state).not.toContain('"bar"')
    expect(state).not.toContain('"general"')
    for (const [name, attempt] of attempts) {
      // Links to public streams are no secret to anybody.
      if (name !== 'POST /messages/render') await expectNoDifference(attempt, guest, open)
    }
  })

  it('hears of the streams they are subscribed to, and of no other', async () => {
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

  it('writes where they are subscribed, and privately', async () => {
    expect(await guest.send('lobby', 't', 'x')).toBeGreaterThan(0)
    expect(await guest.sendPrivately([host.id], 'x')).toBeGreaterThan(0)
    expectError(await guest.post('/messages', message('general')), 400, {
      code: 'STREAM_DOES_NOT_EXIST',
      stream: 'general',
    })
  })

  it('subscribes nobody, and asks for nothing that is not theirs', async () => {
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

async function streamId(person: Person, stream: string): Promise<number> {
  return expectSuccess(await person.get('/get_stream_id', { stream }))['stream_id'] as number
}
