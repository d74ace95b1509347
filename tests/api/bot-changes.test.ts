import { elementAt, exactly, firstOf, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

const insufficientPermission = { code: 'BAD_REQUEST', msg: 'Insufficient permission' }
const noSuchBot = { code: 'BAD_REQUEST', msg: 'No such bot' }
const notForBots = { code: undefined, msg: 'This endpoint does not accept bot requests.' }
const notForGuests = { code: 'BAD_REQUEST', msg: 'Not allowed for guest users' }

describe('PATCH /bots/{bot_id}', () => {
  it('renames the bot: everybody gets an event, and users who manage the bot get a second one', async () => {
    const [alice, bob] = await server.users('alice', 'bob')
    const bot = await server.bot(alice, 'robot')
    const queues = await Promise.all(
      [alice, bob].map((person) => person.register({ event_types: ['realm_user', 'realm_bot'] })),
    )
    expect(
      expectSuccess(await alice.patch(`/bots/${bot.id}`, { full_name: 'Android' })),
    ).toMatchObject({
      full_name: 'Android',
      bot_owner: alice.email,
      avatar_url: expect.any(String),
      default_sending_stream: null,
      default_events_register_stream: null,
      default_all_public_streams: false,
    })
    const renamed = { user_id: bot.id, email: bot.email, full_name: 'Android' }
    expect(await alice.pollUntil(firstOf(queues), 'realm_bot')).toMatchObject([
      { type: 'realm_user', op: 'update', person: renamed },
      { type: 'realm_bot', op: 'update', bot: renamed },
    ])
    expectSuccess(await server.owner.patch(`/users/${bob.id}`, { full_name: 'Last' }))
    const isLast = (event: object) => JSON.stringify(event).includes('"Last"')
    expect(await bob.pollUntil(elementAt(queues, 1), isLast)).toMatchObject([
      { type: 'realm_user', op: 'update', person: renamed },
      { type: 'realm_user', op: 'update', person: { user_id: bob.id } },
    ])
  })

  it('gives the bot another address, by its short name', async () => {
    const [ann, ben] = await server.users('ann', 'ben')
    const bot = await server.bot(ann, 'carrier')
    await server.bot(ben, 'taken')
    const path = `/bots/${bot.id}`
    const [queue, bens] = exactly(
      await Promise.all(
        [ann, ben].map((person) => person.register({ event_types: ['realm_user', 'realm_bot'] })),
      ),
      2,
    )
    expectError(await ann.patch(path, { short_name: 'taken' }), 400, {
      msg: 'Username already in use',
    })
    expectError(await ben.patch(path, { short_name: 'stolen' }), 400, insufficientPermission)
    expectSuccess(await ann.patch(path, { short_name: 'pigeon' }))
    const email = bot.email.replace('carrier-bot', 'pigeon-bot')
    const events = await ann.pollUntil(queue, 'realm_bot')
    expect(events).toContainEqual(
      expect.objectContaining({ person: { user_id: bot.id, new_email: email } }),
    )
    expect(events.at(-1)).toMatchObject({ op: 'update', bot: { user_id: bot.id, email } })
    const isEmail = (event: object) => JSON.stringify(event).includes('new_email')
    expect((await ben.pollUntil(bens, isEmail)).at(-1)).toMatchObject({
      person: { user_id: bot.id, new_email: email },
    })
    const { bots } = await ann.call('GET /bots')
    expect(bots).toContainEqual(expect.objectContaining({ username: email }))
  })

  it('shows the key of the bot to its owner alone', async () => {
    const [fay] = await server.users('fay')
    const bot = await server.bot(fay, 'keyed')
    const path = `/bots/${bot.id}/api_key`
    const { bots } = await fay.call('GET /bots')
    expect(expectSuccess(await fay.get(path))['api_key']).toBe(bots[0]?.api_key)
    expectError(await server.owner.get(path), 400, insufficientPermission)
    expectError(await fay.get('/bots/1000000/api_key'), 400, noSuchBot)
  })

  it('gives the bot to another person', async () => {
    const [cid, dan] = await server.users('cid', 'dan')
    const bot = await server.bot(cid, 'butler')
    const queues = await Promise.all(
      [cid, dan].map((person) => person.register({ event_types: ['realm_user', 'realm_bot'] })),
    )
    const changed = await cid.patch(`/bots/${bot.id}`, { bot_owner_id: dan.id })
    expect(expectSuccess(changed)).toMatchObject({ bot_owner: dan.email })
    const told = {
      type: 'realm_user',
      op: 'update',
      person: { user_id: bot.id, bot_owner_id: dan.id },
    }
    expect(await cid.pollUntil(firstOf(queues), 'realm_bot')).toMatchObject([
      told,
      { type: 'realm_bot', op: 'delete', bot: { user_id: bot.id } },
    ])
    expect(await dan.pollUntil(elementAt(queues, 1), 'realm_bot')).toMatchObject([
      told,
      { type: 'realm_bot', op: 'add', bot: { user_id: bot.id, owner: dan.email } },
    ])
    expectError(await cid.patch(`/bots/${bot.id}`, {}), 400, insufficientPermission)
    expectSuccess(await dan.patch(`/bots/${bot.id}`, {}))
  })

  it('accepts arguments of later clients, and the present name of the bot', async () => {
    const eva = await server.user('eva')
    const bot = await server.bot(eva, 'clerk')
    const response = await eva.patch(`/bots/${bot.id}`, {
      full_name: 'Clerk',
      service_payload_url: '"http://x.test/"',
      service_interface: 2,
      config_data: { key: 'value' },
    })
    expect(expectSuccess(response)).toMatchObject({
      service_payload_url: 'http://x.test/',
      service_interface: 2,
      config_data: { key: 'value' },
    })
  })

  const bad = (msg: string) => ({ code: 'BAD_REQUEST', msg })
  const uncoded = (msg: string) => ({ code: undefined, msg })
  it.each<[string, () => Promise<Arguments>, Record<string, unknown>]>([
    ['a short name', async () => ({ full_name: 'x' }), bad('Name too short!')],
    ['a taken name', async () => ({ full_name: 'OWNER' }), bad('Name is already in use!')],
    [
      'an unknown owner',
      async () => ({ bot_owner_id: 987_654 }),
      uncoded('Failed to change owner, no such user'),
    ],
    [
      'a deactivated owner',
      async () => ({ bot_owner_id: await goneUserId() }),
      uncoded('Failed to change owner, user is deactivated'),
    ],
    [
      'a bot as owner',
      async () => ({ bot_owner_id: (await server.bot(server.owner, 'boss')).id }),
      uncoded("Failed to change owner, bots can't own other bots"),
    ],
    [
      'an owner by name',
      async () => ({ bot_owner_id: '"x"' }),
      bad('bot_owner_id is not an integer'),
    ],
    [
      'an unknown stream',
      async () => ({ default_sending_stream: 'nope' }),
      bad("Invalid stream name 'nope'"),
    ],
    [
      'a flag that is none',
      async () => ({ default_all_public_streams: '1' }),
      bad('default_all_public_streams is not a boolean'),
    ],
  ])('refuses %s, and changes nothing', async (what, args, expected) => {
    const fay = await server.user(`fay-${what.replaceAll(' ', '-')}`)
    const bot = await server.bot(fay, `bot-of-${what.replaceAll(' ', '-')}`)
    const bots = async () => expectSuccess(await fay.get('/bots'))['bots']
    const before = await bots()
    const response = await fay.patch(`/bots/${bot.id}`, { full_name: 'Changed', ...(await args()) })
    expectError(response, 400, expected)
    expect(await bots()).toEqual(before)
  })

  async function goneUserId(): Promise<number> {
    const gone = await server.user('gone')
    expectSuccess(await server.owner.delete(`/users/${gone.id}`))
    return gone.id
  }
})

describe('the default streams of a bot', () => {
  it('are removed when they are hidden from its owner, who never reads their new names', async () => {
    const [lea, mia] = await server.users('lea', 'mia')
    const { id } = await server.stream('lounge', { subscribers: [mia] })
    const bot = await botWithDefaults(lea, 'leasbot', 'lounge')
    const queue = await lea.register({ event_types: ['realm_bot'] })

    expectSuccess(await server.owner.patch(`/streams/${id}`, { is_private: true }))
    expectSuccess(await server.owner.patch(`/streams/${id}`, { new_name: 'merger' }))
    expect(await defaultsOf(lea)).toEqual([null, null])
    expectSuccess(await lea.patch(`/bots/${bot.id}`, { full_name: 'Done' }))
    const isLast = (event: object) => JSON.stringify(event).includes('"Done"')
    expect(await lea.pollUntil(queue, isLast)).toMatchObject([
      { op: 'update', bot: { user_id: bot.id, default_sending_stream: null } },
      { op: 'update', bot: { user_id: bot.id, default_events_register_stream: null } },
      { op: 'update', bot: { full_name: 'Done' } },
    ])
  })

  it('go when its owner leaves them, private or as a guest', async () => {
    const [ned, oda] = await server.users('ned', 'oda')
    const leave = async (name: string) => {
      const args = { subscriptions: [name] }
      expectSuccess(await ned.delete('/users/me/subscriptions', args))
    }
    await server.stream('cellar', { subscribers: [oda, ned], inviteOnly: true })
    await server.stream('porch', { subscribers: [oda, ned] })
    const bot = await botWithDefaults(ned, 'nedsbot', 'cellar')
    await leave('cellar')
    expect(await storedDefaults(bot)).toEqual([null, null])

    await setDefaults(ned, bot, 'porch')
    expectSuccess(await server.owner.patch(`/users/${ned.id}`, { is_guest: true }))
    expect(await storedDefaults(bot)).not.toContain(null)
    await leave('porch')
    expect(await storedDefaults(bot)).toEqual([null, null])
  })

  it('go when its owner becomes somebody who may not know of them', async () => {
    const pia = await server.user('pia')
    const rob = await server.user('rob', 'administrator')
    await server.stream('vault', { subscribers: [pia], inviteOnly: true })
    const bot = await botWithDefaults(rob, 'robsbot', 'vault')
    expectSuccess(await server.owner.patch(`/users/${rob.id}`, { is_admin: false }))
    expect(await storedDefaults(bot)).toEqual([null, null])
  })

  it('go when it is given to somebody who may not know of them, and are not set then', async () => {
    const [sue, tom] = await server.users('sue', 'tom')
    await server.stream('safe', { subscribers: [sue], inviteOnly: true })
    const bot = await botWithDefaults(sue, 'suesbot', 'safe')
    expectSuccess(await sue.patch(`/bots/${bot.id}`, { bot_owner_id: tom.id }))
    expect(await defaultsOf(tom)).toEqual([null, null])
    const args = { default_sending_stream: 'safe' }
    expectError(await server.owner.patch(`/bots/${bot.id}`, args), 400, {
      msg: "Invalid stream name 'safe'",
    })
  })

  it('are not listed if the owner may not know them', async () => {
    const [uma, vic] = await server.users('uma', 'vic')
    const { id } = await server.stream('crypt', { subscribers: [vic], inviteOnly: true })
    const bot = await server.bot(uma, 'umasbot')
    // As an earlier version left it.
    await server.db
      .updateTable('users')
      .set({ default_sending_stream_id: id, default_events_register_stream_id: id })
      .where('id', '=', bot.id)
      .execute()
    expect(await defaultsOf(uma)).toEqual([null, null])
    expect((await uma.post('/register')).text).not.toContain('crypt')
  })

  async function botWithDefaults(owner: Person, name: string, stream: string): Promise<Person> {
    const bot = await server.bot(owner, name)
    await setDefaults(owner, bot, stream)
    return bot
  }

  async function setDefaults(owner: Person, bot: Person, stream: string): Promise<void> {
    const defaults = { default_sending_stream: stream, default_events_register_stream: stream }
    expectSuccess(await owner.patch(`/bots/${bot.id}`, defaults))
  }

  /** Default streams of the owner's only bot. */
  async function defaultsOf(owner: Person): Promise<unknown[]> {
    const [bot] = (await owner.call('GET /bots')).bots
    return [bot?.['default_sending_stream'], bot?.['default_events_register_stream']]
  }

  /** Stored defaults, which are shown again if the owner may know the streams again. */
  async function storedDefaults(bot: Person): Promise<(number | null)[]> {
    const row = await server.db
      .selectFrom('users')
      .select(['default_sending_stream_id', 'default_events_register_stream_id'])
      .where('id', '=', bot.id)
      .executeTakeFirstOrThrow()
    return [row.default_sending_stream_id, row.default_events_register_stream_id]
  }
})

describe('DELETE /bots/{bot_id}', () => {
  it('ends a bot', async () => {
    const gus = await server.user('gus')
    const bot = await server.bot(gus, 'courier')
    const queue = await gus.register({ event_types: ['realm_user', 'realm_bot'] })
    expectSuccess(await gus.delete(`/bots/${bot.id}`))
    const gone = { user_id: bot.id, email: bot.email, is_active: false }
    expect(await gus.pollUntil(queue, 'realm_bot')).toMatchObject([
      { type: 'realm_user', op: 'update', person: gone },
      { type: 'realm_bot', op: 'update', bot: gone },
    ])
    expectError(await bot.get('/users/me'), 401, { msg: 'Account is deactivated' })
    expectError(await gus.delete(`/bots/${bot.id}`), 400, noSuchBot)
  })
})

describe('POST /bots/{bot_id}/api_key/regenerate', () => {
  it('gives a new key; the old one stops working at once', async () => {
    const hal = await server.user('hal')
    const bot = await server.bot(hal, 'porter')
    const queue = await hal.register({ event_types: ['realm_bot'] })
    const response = await hal.post(`/bots/${bot.id}/api_key/regenerate`)
    const { api_key: key } = expectSuccess(response)
    expectError(await bot.get('/users/me'), 401, { msg: 'Invalid API key' })
    expectSuccess(await bot.withKey(String(key)).get('/users/me'))
    expect(await hal.pollUntil(queue, 'realm_bot')).toMatchObject([
      { op: 'update', bot: { user_id: bot.id, api_key: key } },
    ])
  })
})

describe('bots', () => {
  const attempts: [string, (person: Person, id: number) => ReturnType<Person['get']>][] = [
    ['PATCH', (person, id) => person.patch(`/bots/${id}`)],
    ['POST regenerate', (person, id) => person.post(`/bots/${id}/api_key/regenerate`)],
    ['DELETE', (person, id) => person.delete(`/bots/${id}`)],
  ]
  it.each(attempts)('belong to their owner and to administrators: %s', async (what, attempt) => {
    const name = what.replaceAll(' ', '-').toLowerCase()
    const [ida, jan] = await server.users(`ida-${name}`, `jan-${name}`)
    const dora = await server.user(`dora-${name}`, 'administrator')
    const bot = await server.bot(ida, `bot-${name}`)
    expectError(await attempt(jan, bot.id), 400, insufficientPermission)
    expectError(await attempt(ida, jan.id), 400, noSuchBot)
    expectError(await attempt(ida, 987_654), 400, noSuchBot)
    expectError(await attempt(dora, await systemBotId()), 400, noSuchBot)
    expectSuccess(await attempt(dora, bot.id))
  })

  it('are not made, listed or changed by bots and guests', async () => {
    const kim = await server.user('kim')
    const bot = await server.bot(kim, 'usher')
    const guest = await server.user('guest', 'guest')
    for (const [person, refusal] of [
      [bot, notForBots],
      [guest, notForGuests],
    ] as const) {
      const args = { full_name: 'New', short_name: 'new' }
      expectError(await person.post('/bots', args), 400, refusal)
      expectError(await person.get('/bots'), 400, refusal)
      expectError(await person.patch(`/bots/${bot.id}`, {}), 400, refusal)
      expectError(await person.post(`/bots/${bot.id}/api_key/regenerate`), 400, refusal)
      expectError(await person.delete(`/bots/${bot.id}`), 400, insufficientPermission)
    }
  })

  async function systemBotId(): Promise<number> {
    const response = await server.owner.get('/users/notification-bot@zulip.com')
    return shapedLike(expectSuccess(response)['user'], { user_id: 0 }).user_id
  }
})
