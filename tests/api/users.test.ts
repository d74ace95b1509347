import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

describe('GET /users/me', () => {
  it('tells people and bots who they are', async () => {
    const alice = await server.user('alice')
    const bot = await server.bot(alice, 'robot')
    expect(expectSuccess(await alice.get('/users/me'))).toMatchObject({
      user_id: alice.id,
      email: alice.email,
      full_name: 'Alice',
      short_name: 'alice',
      is_admin: false,
      is_bot: false,
      client_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      pointer: -1,
      max_message_id: -1,
    })
    expect(expectSuccess(await bot.get('/users/me'))).toMatchObject({
      user_id: bot.id,
      is_bot: true,
      short_name: 'robot-bot',
    })
    expect(expectSuccess(await server.owner.get('/users/me'))).toMatchObject({ is_admin: true })
  })

  it('gives another client id each time', async () => {
    const clientId = async () => expectSuccess(await server.owner.get('/users/me'))['client_id']
    expect(await clientId()).not.toBe(await clientId())
  })

  it('knows the last message that the requester sent', async () => {
    const [bob, carol] = await server.users('bob', 'carol')
    const lastSent = async () => expectSuccess(await bob.get('/users/me'))['max_message_id']
    const first = await bob.send('general', 't', 'x')
    await carol.sendPrivately([bob.id], 'x')
    expect(await lastSent()).toBe(first)
    const second = await bob.sendPrivately([carol.id], 'x')
    expect(await lastSent()).toBe(second)
  })
})

describe('GET /users', () => {
  const members = async (args: Arguments = {}) =>
    (await server.owner.call('GET /users', args)).members

  it('lists every account, bots and deactivated ones included, but no system bots', async () => {
    const [ann, gone] = await server.users('ann', 'gone')
    const bot = await server.bot(ann, 'hook', 2)
    expectSuccess(await server.owner.delete(`/users/${gone.id}`))
    const listed = await members()
    const emails = listed.map((member) => member.email)
    expect(emails).toEqual(
      expect.arrayContaining([server.owner, ann, gone, bot].map((person) => person.email)),
    )
    expect(emails.filter((email) => email.endsWith('@zulip.com'))).toEqual([])
    const byId = new Map(listed.map((member) => [member.user_id, member]))
    expect(byId.get(ann.id)).toMatchObject({
      full_name: 'Ann',
      is_bot: false,
      is_active: true,
      is_admin: false,
      is_guest: false,
      bot_type: null,
      avatar_url: expect.stringMatching(
        new RegExp(`^/user_avatars/\\d+/made-${ann.id}\\.png\\?x=x&version=1$`),
      ),
    })
    expect(byId.get(ann.id)).not.toHaveProperty('bot_owner')
    expect(byId.get(gone.id)).toMatchObject({ is_active: false })
    expect(byId.get(bot.id)).toMatchObject({ is_bot: true, bot_type: 2, bot_owner: ann.email })
    expect(byId.get(server.owner.id)).toMatchObject({ is_admin: true, is_owner: true, role: 100 })
  })

  it('is open to guests', async () => {
    const guest = await server.user('gast', 'guest')
    const listed = expectSuccess(await guest.get('/users'))['members']
    expect(listed).toContainEqual(expect.objectContaining({ email: guest.email, is_guest: true }))
  })

  it('refuses an invalid flag', async () => {
    expectError(await server.owner.get('/users', { client_gravatar: 'perhaps' }), 400, {
      code: 'BAD_REQUEST',
      msg: 'Argument "client_gravatar" is not valid JSON.',
    })
  })
})

describe('GET /users/{user_id}', () => {
  it('shows one account, by id or by email', async () => {
    const [dan, eva] = await server.users('dan', 'eva')
    const bot = await server.bot(dan, 'helper')
    for (const reference of [dan.id, dan.email.toUpperCase()]) {
      expect(expectSuccess(await eva.get(`/users/${reference}`))['user']).toMatchObject({
        user_id: dan.id,
        email: dan.email,
        avatar_url: expect.any(String),
      })
    }
    const shown = await eva.get(`/users/${bot.id}`)
    expect(expectSuccess(shown)['user']).toMatchObject({ bot_owner: dan.email })
    const system = await eva.get('/users/notification-bot@zulip.com')
    expect(expectSuccess(system)['user']).toMatchObject({ full_name: 'Notification Bot' })
  })

  it.each(['987654', 'nobody@x.test', '9'.repeat(15)])('knows no %s', async (reference) => {
    expectError(await server.owner.get(`/users/${reference}`), 400, {
      code: 'BAD_REQUEST',
      msg: 'No such user',
    })
  })
})

describe('POST /users', () => {
  const ada = {
    email: 'ada@parley.test',
    password: 'enchantress',
    full_name: 'Ada Lovelace',
    short_name: 'ada',
  }

  it('makes an account that can log in, has streams, and is greeted', async () => {
    const owners = await server.owner.register({ event_types: ['realm_user', 'subscription'] })
    const { user_id: id } = expectSuccess(await server.owner.post('/users', ada))

    const asAda = await server.logIn(ada.email, ada.password)
    expect(expectSuccess(await asAda.get('/users/me'))).toMatchObject({
      user_id: id,
      full_name: 'Ada Lovelace',
      short_name: 'ada',
    })
    const { subscriptions } = expectSuccess(await asAda.get('/users/me/subscriptions'))
    expect(subscriptions).toMatchObject([{ name: 'announce' }, { name: 'general' }])
    const { max_message_id: greeting } = await asAda.register({ fetch_event_types: ['message'] })
    expect(greeting).toBeGreaterThan(0)

    const isPeer = (event: object) => 'op' in event && event.op === 'peer_add'
    expect((await server.owner.pollUntil(owners, isPeer))[0]).toMatchObject({
      type: 'realm_user',
      op: 'add',
      person: {
        user_id: id,
        email: ada.email,
        full_name: 'Ada Lovelace',
        is_admin: false,
        is_guest: false,
        is_bot: false,
        avatar_url: expect.any(String),
        timezone: '',
        date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\+00:00$/),
        profile_data: {},
      },
    })
  })

  it('names an account after its email unless told otherwise', async () => {
    const args = { ...ada, email: ' cy@parley.test ', full_name: ' Cy ', short_name: undefined }
    const { user_id: id } = expectSuccess(await server.owner.post('/users', args))
    const { user } = expectSuccess(await server.owner.get(`/users/${String(id)}`))
    expect(user).toMatchObject({ email: 'cy@parley.test', full_name: 'Cy', short_name: 'cy' })
  })

  const missing = (name: string) => ({ code: 'REQUEST_VARIABLE_MISSING', var_name: name })
  const uncoded = (msg: string) => ({ msg, code: undefined })
  const bad = (msg: string) => ({ msg, code: 'BAD_REQUEST' })
  it.each<[string, Arguments, Record<string, unknown>]>([
    ['no email', { email: undefined }, missing('email')],
    ['no password', { password: undefined }, missing('password')],
    ['no name', { full_name: undefined }, missing('full_name')],
    [
      'a taken email',
      { email: 'Olivia@Parley.test' },
      uncoded("Email 'Olivia@Parley.test' already in use"),
    ],
    ['an empty email', { email: '' }, uncoded('Bad name or username')],
    ['what is no email', { email: 'new' }, uncoded('Bad name or username')],
    ['an email with a colon', { email: 'a:b@x.test' }, uncoded('Bad name or username')],
    ['an email with NUL', { email: 'a\0@x.test' }, bad('email contains NULL (0x00) characters.')],
    ['a short name of a person', { full_name: 'x' }, bad('Name too short!')],
    ['a long name', { full_name: 'x'.repeat(101) }, bad('Name too long!')],
    ['a name like a mention', { full_name: 'a**b' }, bad('Invalid characters in name!')],
    ['a short name of two lines', { short_name: 'a\nb' }, bad('Invalid characters in short name!')],
    [
      'a short password',
      { password: '12345' },
      bad('Password is too short (minimum: 6 characters)'),
    ],
    [
      'a long password',
      { password: 'x'.repeat(1_001) },
      bad('Password is too long (limit: 1000 characters)'),
    ],
  ])('refuses %s', async (_what, changes, expected) => {
    const args = { ...ada, email: 'new@x.test', ...changes }
    expectError(await server.owner.post('/users', args), 400, expected)
    const { members } = expectSuccess(await server.owner.get('/users'))
    expect(JSON.stringify(members)).not.toContain('@x.test')
  })

  it('makes one account of several attempts at the same instant', async () => {
    const emails = ['twin@parley.test', 'Twin@parley.test', 'TWIN@parley.test']
    const responses = await Promise.all(
      emails.map((email) => server.owner.post('/users', { ...ada, email })),
    )
    expect(responses.map((response) => response.status).sort()).toEqual([200, 400, 400])
  })

  it('is for administrators', async () => {
    const member = await server.user('member')
    const dora = await server.user('dora', 'administrator')
    const args = { ...ada, email: 'other@parley.test' }
    expectError(await member.post('/users', args), 400, {
      code: 'BAD_REQUEST',
      msg: 'Must be an organization administrator',
    })
    expectSuccess(await dora.post('/users', args))
  })
})

describe('POST /users/me/api_key/regenerate', () => {
  const path = '/users/me/api_key/regenerate'

  it('gives a new key; the old one stops working at once', async () => {
    const fay = await server.user('fay')
    const bot = await server.bot(fay, 'fax')
    for (const account of [fay, bot]) {
      const { api_key: key } = expectSuccess(await account.post(path))
      expect(key).toMatch(/^[A-Za-z0-9]{32}$/)
      expect(key).not.toBe(account.apiKey)
      expectError(await account.get('/users/me'), 401, { code: 'INVALID_API_KEY' })
      expectSuccess(await account.withKey(String(key)).get('/users/me'))
    }
  })

  it('is told to users who know the key of a bot', async () => {
    const gus = await server.user('gus')
    const bot = await server.bot(gus, 'gadget')
    const queue = await gus.register({ event_types: ['realm_bot'] })
    const { api_key: key } = expectSuccess(await bot.post(path))
    expect(await gus.pollUntil(queue, 'realm_bot')).toMatchObject([
      { op: 'update', bot: { user_id: bot.id, email: bot.email, api_key: key } },
    ])
  })
})
