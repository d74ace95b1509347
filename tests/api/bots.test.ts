import { elementAt } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()
const apiKey = expect.stringMatching(/^[A-Za-z0-9]{32}$/)

describe('a new bot', () => {
  it('can send at once', async () => {
    const alice = await server.user('alice')
    await server.stream('metal', { subscribers: [alice] })
    const created = expectSuccess(
      await alice.post('/bots', {
        full_name: ' Smith ',
        short_name: ' smith ',
        default_sending_stream: 'Metal',
        default_all_public_streams: true,
      }),
    )
    expect(created).toMatchObject({
      email: `smith-bot@${server.host}`,
      api_key: apiKey,
      avatar_url: expect.stringContaining(`/made-`),
      default_sending_stream: 'metal',
      default_events_register_stream: null,
      default_all_public_streams: true,
    })
    const profile = expectSuccess(await alice.get(`/users/${String(created['user_id'])}`))['user']
    expect(profile).toMatchObject({
      full_name: 'Smith',
      short_name: 'smith-bot',
      bot_type: 1,
      bot_owner: alice.email,
      is_active: true,
      role: 400,
    })
    const bot = await server.bot(alice, 'anvil')
    expect(expectSuccess(await alice.get('/bots'))['bots']).toMatchObject([
      { username: `smith-bot@${server.host}`, default_sending_stream: 'metal' },
      { username: bot.email, default_sending_stream: null, default_events_register_stream: null },
    ])
    expect(expectSuccess(await bot.get('/users/me/subscriptions'))['subscriptions']).toEqual([])
    expect(expectSuccess(await bot.get('/users/me/pointer'))['pointer']).toBe(-1)
    expect(await bot.send('metal', 't', 'clang')).toBeGreaterThan(0)
  })

  it('is announced to everybody, its defaults to administrators, and its key to its owner alone', async () => {
    const [bob, carol] = await server.users('bob', 'carol')
    const watchers = [bob, server.owner, carol]
    const queues = await Promise.all(
      watchers.map((person) => person.register({ event_types: ['realm_user', 'realm_bot'] })),
    )
    const bot = await server.bot(bob, 'gadget', 2)
    expectSuccess(await server.owner.patch(`/users/${carol.id}`, { full_name: 'Last' }))

    const userAdded = { type: 'realm_user', op: 'add', person: { user_id: bot.id, is_bot: true } }
    const botAdded = {
      type: 'realm_bot',
      op: 'add',
      bot: {
        user_id: bot.id,
        email: bot.email,
        full_name: 'Gadget',
        bot_type: 2,
        is_active: true,
        api_key: bot.apiKey,
        owner: bob.email,
        services: [],
      },
    }
    const last = { type: 'realm_user', op: 'update', person: { full_name: 'Last' } }
    const isLast = (event: object) => JSON.stringify(event).includes('"Last"')
    const [bobs, owners, carols] = await Promise.all(
      watchers.map((person, index) => person.pollUntil(elementAt(queues, index), isLast)),
    )
    expect(bobs).toMatchObject([userAdded, botAdded, last])
    const { api_key: _key, ...known } = botAdded.bot
    expect(owners).toMatchObject([userAdded, { ...botAdded, bot: known }, last])
    expect(JSON.stringify(owners)).not.toContain(bot.apiKey)
    expect(carols).toMatchObject([userAdded, last])
  })
})

describe('POST /bots', () => {
  const robot = { full_name: 'Robot', short_name: 'robot' }
  let eva: Person
  beforeAll(async () => {
    eva = await server.user('eva')
    await server.bot(server.owner, 'taken')
    await server.stream('board', { subscribers: [server.owner], inviteOnly: true })
  })

  const bad = (msg: string) => ({ code: 'BAD_REQUEST', msg })
  const uncoded = (msg: string) => ({ code: undefined, msg })
  const missing = (name: string) => ({ code: 'REQUEST_VARIABLE_MISSING', var_name: name })
  it.each<[string, Arguments, Record<string, unknown>]>([
    ['no full name', { full_name: undefined }, missing('full_name')],
    ['no short name', { short_name: undefined }, missing('short_name')],
    ['a blank short name', { short_name: ' ' }, bad('Bad name or username')],
    ['a name that is too long', { full_name: 'x'.repeat(101) }, bad('Name too long!')],
    ['a name that is too short', { full_name: 'x' }, bad('Name too short!')],
    ['a name with an @', { full_name: 'a@b' }, bad('Invalid characters in name!')],
    ['a short name that is no email', { short_name: 'a b' }, uncoded('Bad name or username')],
    ['a taken short name', { short_name: 'TAKEN' }, uncoded('Username already in use')],
    ['a taken name', { full_name: 'TAKEN' }, bad('Name is already in use!')],
    ['a type that is none', { bot_type: 9 }, bad('Invalid bot type')],
    ['a type that is not served', { bot_type: 4 }, bad('Embedded bots are not enabled.')],
    ['a webhook to nowhere', { bot_type: 3 }, bad('payload_url is not a URL')],
    ['a type that is no number', { bot_type: '"generic"' }, bad('bot_type is not an integer')],
    ['an unknown interface', { interface_type: 3 }, bad('Invalid interface type')],
    [
      'a URL without quotes',
      { payload_url: 'http://x.test' },
      bad('Argument "payload_url" is not valid JSON.'),
    ],
    ['what is no URL', { payload_url: '"x"' }, bad('payload_url is not a URL')],
    ['settings that are none', { config_data: [] }, bad('config_data is not a dict')],
    [
      'a default stream that does not exist',
      { default_sending_stream: 'nope' },
      bad("Invalid stream name 'nope'"),
    ],
    [
      'a default stream that is hidden',
      { default_events_register_stream: 'board' },
      bad("Invalid stream name 'board'"),
    ],
    [
      'a flag that is none',
      { default_all_public_streams: 'perhaps' },
      bad('Argument "default_all_public_streams" is not valid JSON.'),
    ],
  ])('refuses %s', async (_what, args, expected) => {
    expectError(await eva.post('/bots', { ...robot, ...args }), 400, expected)
    expect(expectSuccess(await eva.get('/bots'))['bots']).toEqual([])
  })

  it('makes one bot of several attempts at the same instant', async () => {
    const people = await server.users('max', 'ned', 'oda')
    const responses = await Promise.all(
      people.map((person, index) =>
        person.post('/bots', { full_name: `Racer ${index}`, short_name: 'racer' }),
      ),
    )
    expect(responses.map((response) => response.status).sort()).toEqual([200, 400, 400])
  })
})

describe('the name of a bot', () => {
  it('belongs to one of several people who ask for it at the same instant', async () => {
    const people = await server.users('ann', 'ben', 'cat', 'don', 'eve', 'fin')
    const responses = await Promise.all(
      people.map((person, index) =>
        person.post('/bots', { full_name: 'Highlander', short_name: `highlander-${index}` }),
      ),
    )
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    for (const refused of responses.filter((response) => response.status !== 200)) {
      expectError(refused, 400, { msg: 'Name is already in use!' })
    }
  })
})

describe('GET /bots', () => {
  it('lists the active bots of the requester, oldest first', async () => {
    const [fay, gus] = await server.users('fay', 'gus')
    const first = await server.bot(fay, 'zeta')
    const gone = await server.bot(fay, 'gone')
    const second = await server.bot(fay, 'alpha', 2)
    await server.bot(gus, 'other')
    expectSuccess(await fay.delete(`/bots/${gone.id}`))
    expect(expectSuccess(await fay.get('/bots'))['bots']).toMatchObject([
      {
        username: first.email,
        user_id: first.id,
        full_name: 'Zeta',
        api_key: first.apiKey,
        bot_type: 1,
        default_sending_stream: null,
        default_events_register_stream: null,
        default_all_public_streams: false,
      },
      { username: second.email, bot_type: 2 },
    ])
  })
})

describe('a default of a bot', () => {
  it('narrows its queues to a stream', async () => {
    const hal = await server.user('hal')
    await server.stream('hal here', { subscribers: [hal] })
    await server.stream('hal there', { subscribers: [hal] })
    const bot = await server.bot(hal, 'listener')
    const path = `/bots/${bot.id}`
    const changed = await hal.patch(path, { default_events_register_stream: 'Hal Here' })
    expect(expectSuccess(changed)).toMatchObject({ default_events_register_stream: 'hal here' })
    const queue = await bot.register()
    await hal.send('hal there', 't', 'not for the bot')
    await hal.send('hal here', 't', 'for the bot')
    expect(await bot.pollUntil(queue, 'message')).toMatchObject([
      { flags: [], message: { content: 'for the bot' } },
    ])
    const cleared = await hal.patch(path, { default_events_register_stream: '' })
    expect(expectSuccess(cleared)).toMatchObject({ default_events_register_stream: null })
  })

  it('opens its queues to all public streams', async () => {
    const ida = await server.user('ida')
    await server.stream('ida open', { subscribers: [ida] })
    await server.stream('ida closed', { subscribers: [ida], inviteOnly: true })
    const bot = await server.bot(ida, 'archivist')
    expectSuccess(await ida.patch(`/bots/${bot.id}`, { default_all_public_streams: true }))
    const [all, own] = [await bot.register(), await bot.register({ all_public_streams: false })]
    await ida.send('ida closed', 't', 'x')
    await ida.send('ida open', 't', 'x')
    await ida.sendPrivately([bot.id], 'x')
    const isPrivate = (event: object) => JSON.stringify(event).includes('"private"')
    expect(await bot.pollUntil(all, isPrivate)).toMatchObject([
      { message: { display_recipient: 'ida open' } },
      { message: { type: 'private' } },
    ])
    expect(await bot.pollUntil(own, 'message')).toMatchObject([{ message: { type: 'private' } }])
  })

  it('hides it from administrators while it is private', async () => {
    const jan = await server.user('jan')
    await server.stream('jans diary', { subscribers: [jan], inviteOnly: true })
    const bot = await server.bot(jan, 'diarist')
    const queue = await server.owner.register({ event_types: ['realm_bot'] })
    const setDefault = (stream: string) =>
      jan.patch(`/bots/${bot.id}`, { default_sending_stream: stream })
    expectSuccess(await setDefault('jans diary'))
    const state = async () =>
      JSON.stringify(await server.owner.register({ fetch_event_types: ['realm_bot'] }))
    expect(await state()).not.toContain(bot.email)
    expectSuccess(await setDefault('general'))
    expect(await state()).toContain(bot.email)
    const isAdd = (event: object) => 'op' in event && event.op === 'add'
    expect(await server.owner.pollUntil(queue, isAdd)).toMatchObject([
      { op: 'delete', bot: { user_id: bot.id } },
      { op: 'add', bot: { user_id: bot.id } },
    ])
  })
})
