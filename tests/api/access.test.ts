import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person } from '../support/person'
import { attempts, expectNoDifference } from '../support/stream-probes'
import type { NamedStream } from '../support/stream-probes'
import { useTestServer } from '../support/test-server'

const server = useTestServer()
const subscriptions = '/users/me/subscriptions'
const message = (to: string) => ({ type: 'stream', to, topic: 't', content: 'x' })

describe('a private stream', () => {
  let alice: Person
  let mallory: Person
  let guest: Person
  let bot: Person
  let secret: NamedStream
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

  it('is in no list that outsiders get', async () => {
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

  it('is in no event that outsiders get, whatever they ask for', async () => {
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

  it('cannot be joined by outsiders, who cannot point at its messages either', async () => {
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

  it('is closed to former subscribers', async () => {
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

async function streamId(person: Person, stream: string): Promise<number> {
  return (await person.call('GET /get_stream_id', { stream })).stream_id
}
