import { scryptSync } from 'node:crypto'
import { endpoints } from '../../src/server/start/endpoints'
import { expectError, expectSuccess } from '../support/expectations'
import { callAt, methodOf } from '../support/person'
import type { Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

const notLoggedIn = 'Not logged in: API authentication or user session required'
const invalidHeader = 'Invalid authorization header for basic auth'

/** The path of an endpoint with something in place of each name in braces. */
const samplePath = (path: string) => path.replaceAll(/\{\w+\}/g, '1')
const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`

describe('HTTP Basic', () => {
  let alice: Person
  let hookbot: Person
  beforeAll(async () => {
    alice = await server.user('alice')
    hookbot = await server.bot(alice, 'hookbot', 2)
  })
  const profileWith = (authorization: string) =>
    server.call('get', '/users/me').set('Authorization', authorization)

  it('takes the email in any letter case, and minds no blanks', async () => {
    for (const authorization of [
      basic(`${alice.email}:${alice.apiKey}`),
      basic(` ${alice.email.toUpperCase()} : ${alice.apiKey} `),
      basic(`${alice.email}:${alice.apiKey}`).replace('Basic ', 'bAsIc  '),
    ]) {
      expect(expectSuccess(await profileWith(authorization))['user_id']).toBe(alice.id)
    }
  })

  const refusals: [string, () => string, string, string][] = [
    ['an empty header', () => '', 'UNAUTHORIZED', notLoggedIn],
    ['a word alone', () => 'Basic', 'UNAUTHORIZED', invalidHeader],
    ['three words', () => 'Digest x y', 'UNAUTHORIZED', invalidHeader],
    ['no base64', () => 'Basic a:b!', 'UNAUTHORIZED', invalidHeader],
    ['no colon inside', () => 'Basic Zm9v', 'UNAUTHORIZED', invalidHeader],
    ['two colons inside', () => basic('a:b:c'), 'UNAUTHORIZED', invalidHeader],
    [
      'an unknown key',
      () => basic(`${alice.email}:${'x'.repeat(32)}`),
      'INVALID_API_KEY',
      'Invalid API key',
    ],
    [
      'a key that can be none',
      () => basic(`${alice.email}:x`),
      'INVALID_API_KEY',
      'Invalid API key',
    ],
    [
      'an unknown email',
      () => basic(`x@x.test:${alice.apiKey}`),
      'INVALID_API_KEY',
      'Invalid API key',
    ],
    [
      'the key of another',
      () => basic(`${alice.email}:${hookbot.apiKey}`),
      'INVALID_API_KEY',
      'Invalid API key',
    ],
    [
      'the password',
      () => basic(`${alice.email}:password of alice`),
      'INVALID_API_KEY',
      'Invalid API key',
    ],
  ]
  it.each(refusals)('refuses %s', async (_what, authorization, code, msg) => {
    const response = await profileWith(authorization())
    expectError(response, 401, { code, msg })
    expect(response.headers['www-authenticate']).toBe('Basic realm="zulip"')
  })

  it('refuses other schemes as a bad request', async () => {
    const response = await profileWith('Digest x')
    expectError(response, 400, { msg: 'This endpoint requires HTTP basic authentication.' })
    expect(response.headers).not.toHaveProperty('www-authenticate')
  })

  it('does not take the key as an argument', async () => {
    const response = await server.call('get', '/users/me').query({ api_key: alice.apiKey })
    expectError(response, 401, { msg: notLoggedIn })
  })

  it('refuses deactivated accounts, until they are back', async () => {
    const bob = await server.user('bob')
    expectSuccess(await server.owner.delete(`/users/${bob.id}`))
    const response = await bob.get('/users/me')
    expectError(response, 401, { code: 'USER_DEACTIVATED', msg: 'Account is deactivated' })
    expect(response.headers['www-authenticate']).toBe('Basic realm="zulip"')
    expectSuccess(await server.owner.post(`/users/${bob.id}/reactivate`))
    expectSuccess(await bob.get('/users/me'))
  })

  it('refuses everybody of a deactivated organization first', async () => {
    const closed = await server.realm('closed')
    const eva = await closed.user('eva')
    expectSuccess(await closed.owner.delete(`/users/${eva.id}`))
    await closed.changeRealm({ deactivated_at: new Date() })
    for (const person of [closed.owner, eva, eva.atHost('localhost')]) {
      expectError(await person.get('/users/me'), 401, {
        code: 'REALM_DEACTIVATED',
        msg: 'This organization has been deactivated',
      })
    }
  })

  it('refuses the system bots', async () => {
    const [bot] = await server.db
      .selectFrom('users')
      .select(['email', 'api_key'])
      .where('is_system_bot', '=', true)
      .execute()
    expectError(await profileWith(basic(`${bot?.email}:${bot?.api_key}`)), 401, {
      msg: 'Invalid API key',
    })
  })
})

describe('every endpoint', () => {
  let stranger: Person
  let hookbot: Person
  beforeAll(async () => {
    stranger = (await server.realm('elsewhere')).owner.atHost('localhost')
    hookbot = await server.bot(server.owner, 'forwarder', 2)
  })

  const guarded = endpoints.filter((endpoint) => endpoint.auth === 'basic')
  it.each(guarded.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
    '%s %s is closed to anonymous callers, to strangers and to webhook bots',
    async (name, path, { webhookBots }) => {
      const method = methodOf(name)
      const callBy = (person: Person) =>
        callAt(person, method, samplePath(path)).auth(person.email, person.apiKey)
      const unknown = await callAt(server.owner, method, samplePath(path))
      expectError(unknown, 401, { code: 'UNAUTHORIZED', msg: notLoggedIn })
      // Calls of pages must not open the browser's log-in dialog.
      const way = path.startsWith('/json/') ? 'Session' : 'Basic'
      expect(unknown.headers['www-authenticate']).toBe(`${way} realm="zulip"`)

      expectError(await callBy(stranger), 401, {
        msg: 'Account is not associated with this subdomain',
      })
      if (webhookBots) return
      expectError(await callBy(hookbot), 401, {
        code: 'UNAUTHORIZED',
        msg: 'This API is not available to incoming webhook bots.',
      })
    },
  )

  it('Webhook bots may call one endpoint alone, which sends messages', async () => {
    const open = guarded.filter((endpoint) => endpoint.webhookBots)
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/v1/messages'])
    expect(await hookbot.send('general', 'news', 'from a hook')).toBeGreaterThan(0)
    expect(await hookbot.sendPrivately([server.owner.id], 'from a hook')).toBeGreaterThan(0)
  })

  const particular = endpoints.filter((endpoint) => !endpoint.takesAnyMethod)
  it.each([...new Set(particular.map((endpoint) => endpoint.path))])(
    '%s tells which methods it has, without credentials',
    async (path) => {
      const here = endpoints.filter((endpoint) => endpoint.path === path)
      const known = here.flatMap(({ method, hasPage }) => (hasPage ? [method, 'GET'] : [method]))
      const allowed = [...new Set<string>(known)].sort()
      const methods = ['PUT', 'DELETE', 'GET', 'PATCH'] as const
      const missing = methods.find((method) => !allowed.includes(method)) ?? 'GET'
      const method = methodOf(missing)
      const response = await callAt(server.owner, method, samplePath(path))
      expectError(response, 405, { msg: 'Method Not Allowed', allowed_methods: allowed })
      expect(response.headers['allow']).toBe(allowed.join(', '))
    },
  )
})

describe('a key as argument', () => {
  const path = '/external/json'
  const refused = async (apiKey: string, msg: string, host?: string) => {
    const test = server.call('post', path).query({ api_key: apiKey }).send({ a: 1 })
    const response = await (host === undefined ? test : test.set('Host', host))
    expectError(response, 400, { code: 'BAD_REQUEST', msg })
    expect(response.headers).not.toHaveProperty('www-authenticate')
  }

  it('is that of any account: a webhook bot, another bot or a person', async () => {
    const dan = await server.user('dan')
    const bots = [await server.bot(dan, 'hook', 2), await server.bot(dan, 'robot')]
    for (const { apiKey } of [dan, ...bots]) {
      expectSuccess(await server.call('post', path).query({ api_key: apiKey }).send({ a: 1 }))
    }
  })

  it('is an argument like any other, whatever the header says', async () => {
    const { email, apiKey } = server.owner
    expectError(await server.call('post', path).auth(email, apiKey).send({ a: 1 }), 400, {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'api_key',
      msg: "Missing 'api_key' argument",
    })
  })

  it('is refused as any argument', async () => {
    await refused('', 'Invalid API key')
    await refused('x'.repeat(32), 'Invalid API key')

    const carol = await server.user('carol')
    const hook = await server.bot(carol, 'carolshook', 2)
    await refused(hook.apiKey, 'Account is not associated with this subdomain', 'acme.localhost')
    expectSuccess(await server.owner.delete(`/users/${carol.id}`))
    await refused(carol.apiKey, 'Account is deactivated')
    await refused(hook.apiKey, 'Account is deactivated')
  })
})

describe('a password that was hashed at another cost', () => {
  it('is hashed anew when its owner logs in, and stays right', async () => {
    const [rosa] = await server.users('rosa')
    const users = server.db.updateTable('users').where('id', '=', rosa.id)
    const stored = () =>
      server.db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', rosa.id)
        .executeTakeFirstOrThrow()
    const salt = Buffer.alloc(16, 1)
    const key = scryptSync('password of rosa', salt, 32, { N: 2, r: 8, p: 1 })
    const old = `scrypt$2$8$1$${salt.toString('base64')}$${key.toString('base64')}`
    await users.set({ password_hash: old }).execute()

    await expect(server.logIn(rosa.email, 'guess')).rejects.toThrow('incorrect')
    expect(await stored()).toEqual({ password_hash: old })
    for (let count = 0; count < 2; count += 1) {
      expect(await server.logIn(rosa.email, 'password of rosa')).toMatchObject({ id: rosa.id })
      expect((await stored()).password_hash).toMatch(/^scrypt\$16\$8\$1\$/)
    }
  })
})
