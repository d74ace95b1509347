import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { listStreamNames, listStreams } from '../support/streams'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

describe('GET /streams', () => {
  let alice: Person
  beforeAll(async () => {
    alice = await server.user('alice')
    const bob = await server.user('bob')
    await server.stream('Zebra', { subscribers: [bob], description: 'striped' })
    await server.stream('apple', { subscribers: [alice] })
    await server.stream('hers', { subscribers: [alice], inviteOnly: true })
    await server.stream('his', { subscribers: [bob], inviteOnly: true })
    await server.stream('nobody in it')
  })

  it('lists readable streams, by name', async () => {
    const streams = await listStreams(alice)
    expect(streams.map((stream) => stream.name)).toEqual([
      'Zebra',
      'announce',
      'apple',
      'general',
      'hers',
      'nobody in it',
    ])
    expect(streams[0]).toMatchObject({
      stream_id: expect.any(Number),
      description: 'striped',
      rendered_description: '<p>striped</p>',
      invite_only: false,
      is_announcement_only: false,
      history_public_to_subscribers: true,
    })
    expect(streams[0]).not.toHaveProperty('is_default')
    expect(streams[4]).toMatchObject({ invite_only: true, history_public_to_subscribers: false })
  })

  const own = ['announce', 'apple', 'general', 'hers']
  const open = ['Zebra', 'announce', 'apple', 'general', 'nobody in it']
  it.each([
    ['those that are public', { include_subscribed: false }, open],
    ['those subscribed to', { include_public: false }, own],
    ['those subscribed to, spelled freely', { include_public: 'False' }, own],
    ['none', { include_public: false, include_subscribed: false }, []],
    [
      'those that are default',
      { include_public: false, include_subscribed: false, include_default: true },
      ['announce', 'general'],
    ],
  ])('lists %s', async (_what, args, names) => {
    expect(await listStreamNames(alice, args)).toEqual(names)
  })

  it('tells which streams are default', async () => {
    const streams = await listStreams(alice, { include_default: true })
    const defaults = streams.filter((stream) => stream['is_default'])
    expect(defaults.map((stream) => stream.name)).toEqual(['announce', 'general'])
    expect(streams.every((stream) => typeof stream['is_default'] === 'boolean')).toBe(true)
  })

  it('has the usage of streams, without the traffic of unreadable ones', async () => {
    const [gail, hugo] = await server.users('gail', 'hugo')
    const { id } = await server.stream('busy', { subscribers: [gail, hugo] })
    const secret = await server.stream('secret', { subscribers: [gail], inviteOnly: true })
    await gail.send('busy', 'plan', 'Hello')
    await gail.send('secret', 'plan', 'Hush')
    const usageFor = async (person: Person, streamId: number) => {
      const streams = await listStreams(person, { include_all: true, include_usage: true })
      return streams.find((stream) => stream.stream_id === streamId)
    }
    const inBusy = await usageFor(hugo, id)
    expect(inBusy).toMatchObject({ subscriber_count: 2, stream_weekly_traffic: null })
    expect(inBusy?.['last_message_timestamp']).toBeGreaterThan(1_500_000_000)
    expect(await usageFor(server.owner, secret.id)).toMatchObject({
      subscriber_count: 1,
      stream_weekly_traffic: null,
      last_message_timestamp: null,
    })
    expect(await usageFor(hugo, secret.id)).toBeUndefined()
    expectSuccess(await hugo.delete('/users/me/subscriptions', { subscriptions: ['busy'] }))
    const single = await hugo.call('GET /streams/{stream_id}', { stream_id: id })
    expect(single.stream.subscriber_count).toBe(1)
    const [plain] = await listStreams(hugo)
    expect(plain).not.toHaveProperty('subscriber_count')
    expectSuccess(await server.owner.delete(`/streams/${id}`))
    expectSuccess(await server.owner.delete(`/streams/${secret.id}`))
  })

  it('lists private streams of others to administrators who ask for them', async () => {
    const all = ['Zebra', 'announce', 'apple', 'general', 'hers', 'his', 'nobody in it']
    const dora = await server.user('dora', 'administrator')
    for (const administrator of [server.owner, dora]) {
      expect(await listStreamNames(administrator, { include_all_active: true })).toEqual(all)
      expect(await listStreamNames(administrator)).not.toContain('his')
    }
    expectError(await alice.get('/streams', { include_all_active: true }), 400, {
      code: 'BAD_REQUEST',
      msg: 'User not authorized for this query',
    })
  })

  it.each(['include_public', 'include_subscribed', 'include_all_active', 'include_default'])(
    'refuses %s that is no boolean',
    async (name) => {
      expectError(await alice.get('/streams', { [name]: 'perhaps' }), 400, {
        code: 'BAD_REQUEST',
        msg: `Argument "${name}" is not valid JSON.`,
      })
      expectError(await alice.get('/streams', { [name]: 1 }), 400, {
        msg: `${name} is not a boolean`,
      })
    },
  )
})

describe('GET /get_stream_id, members and topics', () => {
  it('finds a stream by its name in any letter case', async () => {
    const { id } = await server.stream('Über Lunch')
    const eva = await server.user('eva')
    const response = await eva.get('/get_stream_id', { stream: ' üBER lunch ' })
    expect(expectSuccess(response)['stream_id']).toBe(id)
    expectError(await eva.get('/get_stream_id', { stream: 'nope' }), 400, {
      code: 'BAD_REQUEST',
      msg: "Invalid stream name 'nope'",
    })
    expectError(await eva.get('/get_stream_id'), 400, {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'stream',
    })
  })

  it('lists active subscribers to users who may know the stream', async () => {
    const [ben, carol, dan] = await server.users('ben', 'carol', 'dan')
    const { id } = await server.stream('club', { subscribers: [carol, ben] })
    const members = async () => expectSuccess(await dan.get(`/streams/${id}/members`))
    expect(await members()).toMatchObject({ subscribers: [ben.email, carol.email] })
    expectSuccess(await server.owner.delete(`/users/${ben.id}`))
    expect(await members()).toMatchObject({ subscribers: [carol.email] })
  })

  it('lists topics, the most recent first, one for all spellings', async () => {
    const [gil, fay] = await server.users('gil', 'fay')
    const { id } = await server.stream('talk', { subscribers: [gil] })
    const first = await gil.send('talk', 'weather', 'x')
    await gil.send('talk', 'Food', 'x')
    const last = await gil.send('talk', 'FOOD', 'x')
    const { topics } = await fay.call('GET /users/me/{stream_id}/topics', { stream_id: id })
    expect(topics.slice(0, 2)).toEqual([
      { name: 'FOOD', max_id: last },
      { name: 'weather', max_id: first },
    ])
  })

  it('has no address for mail', async () => {
    const ida = await server.user('ida')
    const { id } = await server.stream('mail')
    expectError(await ida.get(`/streams/${id}/email_address`), 400, {
      code: 'BAD_REQUEST',
      msg: 'Incoming email is not set up on this server.',
    })
  })

  it('refuses missing streams', async () => {
    for (const path of [
      '/streams/987654/members',
      '/streams/987654/email_address',
      '/users/me/987654/topics',
    ]) {
      expectError(await server.owner.get(path), 400, {
        code: 'BAD_REQUEST',
        msg: 'Invalid stream id',
      })
    }
    for (const path of ['/streams/x/members', '/users/me/x/topics']) {
      expectError(await server.owner.get(path), 400, {
        code: 'REQUEST_VARIABLE_INVALID',
        var_name: 'stream_id',
        bad_value: 'x',
      })
    }
  })
})
