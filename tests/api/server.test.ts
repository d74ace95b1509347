import { once } from 'node:events'
import { request as sendRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import request from 'supertest'
import { endpoints } from '../../src/server/start/endpoints'
import { createMetricsServer } from '../../src/server/http/pages/metrics'
import type { OpenApiDocument } from '../../src/server/http/openapi/types'
import { asBytes, present } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { useOwnServer } from '../support/own-server'
import { factsOf } from '../support/pictures'

const server = useOwnServer({ settings: { MAX_REQUEST_BYTES: '100000' } })
const get = (path: string) => request(server.url).get(path)

describe('GET /server_settings', () => {
  it('describes the server, whatever credentials are sent', async () => {
    const authorizations = ['', 'Digest x', 'Basic Zm9v', 'Basic YTpi']
    for (const authorization of authorizations) {
      const response = await server
        .call('get', '/server_settings')
        .set('Authorization', authorization)
      expect(expectSuccess(response)).toEqual({
        result: 'success',
        msg: '',
        zulip_version: '11.6',
        zulip_merge_base: '11.6',
        zulip_feature_level: 467,
        push_notifications_enabled: false,
        is_incompatible: false,
        email_auth_enabled: true,
        require_email_format_usernames: true,
        realm_uri: server.url,
        realm_url: server.url,
        realm_name: 'Parley Test',
        realm_icon: expect.stringMatching(/^\/user_avatars\/\d+\/made-icon\.png\?x=x&version=1$/),
        realm_description: '',
        realm_web_public_access_enabled: false,
        realm_invite_required: true,
        mail_enabled: false,
        password_min_length: 6,
        password_min_guesses: 0,
        authentication_methods: expect.objectContaining({
          password: true,
          email: true,
          ldap: false,
        }),
        external_authentication_methods: [],
      })
    }
  })

  it('describes the organization that the host names', async () => {
    await server.realm('acme')
    const ask = (host: string) => server.call('get', '/server_settings').set('Host', host)
    expect(expectSuccess(await ask('acme.localhost:9991'))).toMatchObject({
      realm_name: 'Acme',
      realm_uri: 'http://acme.localhost:9991',
    })
    expectError(await ask('nowhere.localhost'), 400, {
      code: 'BAD_REQUEST',
      msg: 'Invalid subdomain',
    })
  })
})

describe('POST /fetch_api_key', () => {
  const logIn = (username?: string, password?: string) =>
    server.call('post', '/fetch_api_key').type('form').send({ username, password })

  it('gives the same key each time, for the email in any letter case', async () => {
    const alice = await server.user('alice')
    for (const email of [alice.email, ` ${alice.email.toUpperCase()}`]) {
      expect(expectSuccess(await logIn(email, 'password of alice'))).toMatchObject({
        api_key: alice.apiKey,
        email: alice.email,
        user_id: alice.id,
      })
    }
    const multipart = await server
      .call('post', '/fetch_api_key')
      .field('username', alice.email)
      .field('password', 'password of alice')
    expect(expectSuccess(multipart)['api_key']).toBe(alice.apiKey)
  })

  const wrong = {
    code: 'AUTHENTICATION_FAILED',
    reason: 'incorrect_creds',
    msg: 'Your username or password is incorrect.',
  }

  it('tells anonymous callers nothing', async () => {
    const bob = await server.user('bob')
    const bot = await server.bot(bob, 'robot')
    expectError(await logIn(bob.email, 'password of alice'), 403, wrong)
    expectError(await logIn(bob.email, ''), 403, wrong)
    expectError(await logIn(bob.email, bob.apiKey), 403, wrong)
    expectError(await logIn('nobody@x.test', 'password of bob'), 403, wrong)
    expectError(await logIn(bot.email, bot.apiKey), 403, wrong)
    expectError(await logIn('notification-bot@zulip.com', ''), 403, wrong)
  })

  it('says that the account is deactivated, if the password is right', async () => {
    const carol = await server.user('carol')
    expectSuccess(await server.owner.delete(`/users/${carol.id}`))
    expectError(await logIn(carol.email, 'password of carol'), 403, {
      code: 'USER_DEACTIVATED',
      reason: 'user disable',
      msg: 'Your account has been disabled.',
    })
    expectError(await logIn(carol.email, 'wrong'), 403, wrong)
  })

  it('says that the organization is deactivated', async () => {
    const closed = await server.realm('closed')
    await server.db
      .updateTable('realms')
      .set({ deactivated_at: new Date() })
      .where('string_id', '=', 'closed')
      .execute()
    const attempt = logIn(closed.owner.email, 'password of closed')
    expectError(await attempt.set('Host', 'closed.localhost'), 403, {
      code: 'REALM_DEACTIVATED',
      reason: 'realm deactivated',
      msg: 'This organization has been deactivated.',
    })
  })

  it('refuses missing organizations', async () => {
    const attempt = logIn('a@b.test', 'x').set('Host', 'nowhere.localhost')
    expectError(await attempt, 400, { code: 'BAD_REQUEST', msg: 'Invalid subdomain' })
  })

  it('asks for an email and a password', async () => {
    const missing = (name: string) => ({ code: 'REQUEST_VARIABLE_MISSING', var_name: name })
    expectError(await logIn(undefined, 'x'), 400, missing('username'))
    expectError(await logIn('a@b.test'), 400, missing('password'))
    for (const username of ['', 'alice', 'a b@c']) {
      expectError(await logIn(username, 'x'), 400, {
        code: 'BAD_REQUEST',
        msg: 'Enter a valid email address.',
      })
    }
  })
})

describe('the description of the API', () => {
  it('is valid OpenAPI 3.1 that names every operation', async () => {
    const response = await get('/api/v1/openapi.json')
    expect(response.headers['content-type']).toMatch(/^application\/json/)
    const document = response.body as OpenApiDocument

    const { Validator } = await import('@seriousme/openapi-schema-validator')
    const validator = new Validator()
    const validation = await validator.validate(response.text)
    expect({ ...validation, version: validator.version }).toEqual({ valid: true, version: '3.1' })

    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const declared = endpoints.map(({ method, path }) => `${method} ${path}`)
    expect(described.sort()).toEqual(declared.sort())
    expect(document.servers).toEqual([{ url: server.url }])
  })

  it('is a page for people as well', async () => {
    const response = await get('/api')
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toMatch(/^text\/html/)
    for (const { path, summary } of endpoints) {
      expect(response.text).toContain(path)
      expect(response.text).toContain(summary.replaceAll("'", '&#39;'))
    }
    expect(response.text).not.toMatch(/undefined|\[object Object\]|<script/)
  })
})

describe('GET /static/emoji-data.json', () => {
  it('has every emoji with its names, and may be kept', async () => {
    const response = await get('/static/emoji-data.json')
    expect(response.status).toBe(200)
    expect(response.headers['cache-control']).toBe('public, max-age=86400')
    expect(response.body).toMatchObject({
      code_to_names: { '1f419': expect.arrayContaining(['octopus']) },
    })
    const { server_emoji_data_url: url } = await server.owner.register({
      fetch_event_types: ['realm'],
    })
    expect(url).toBe(`${server.url}/static/emoji-data.json`)

    const ask = (tag: string) => get('/static/emoji-data.json').set('If-None-Match', tag)
    expect((await ask(present(response.headers['etag'], 'etag'))).status).toBe(304)
    expect((await ask('"other"')).status).toBe(200)
  })
})

describe('the picture of the emoji "zulip"', () => {
  it('is as large as other emoji, and may be kept', async () => {
    const address = '/static/generated/emoji/images/emoji/unicode/zulip.png'
    const { status, headers, body } = await server.owner.file(address)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400',
    })
    expect(await factsOf(asBytes(body))).toMatchObject({ width: 64, height: 64, hasAlpha: true })
    const ask = (tag: string) => get(address).set('If-None-Match', tag)
    expect((await ask(present(headers['etag'], 'etag'))).status).toBe(304)
  })
})

describe('endpoints for operators', () => {
  it('answer whether the process runs', async () => {
    const response = await get('/health')
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ status: 'ok' })
  })

  it('answer whether it can serve: its stores answer and are up to date', async () => {
    const ok = { database: 'ok', schema: 'ok', queues: 'ok', disk: 'ok' }
    const ready = await get('/ready')
    expect(ready.status).toBe(200)
    expect(ready.body).toEqual({ ready: true, checks: ok })

    const { db } = server.ctx
    await sql`alter table schema_migrations rename to hidden_migrations`.execute(db.query)
    const behind = await get('/ready')
    expect(behind.status).toBe(503)
    expect(behind.body).toEqual({
      ready: false,
      checks: { ...ok, schema: 'failed' },
      reasons: { schema: expect.stringMatching(/^\d+ migrations are pending\.$/) },
    })
    await sql`alter table hidden_migrations rename to schema_migrations`.execute(db.query)
    expect((await get('/ready')).status).toBe(200)
  })

  it('return its metrics', async () => {
    const dan = await server.user('dan')
    await dan.register()
    await dan.send('general', 't', 'x')
    const { headers, text } = await get('/metrics')
    expect(headers['content-type']).toMatch(/^text\/plain/)
    const value = (name: string) =>
      Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
    expect(
      value(
        'parley_http_request_seconds_count{method="POST",endpoint="/api/v1/messages",status="200"}',
      ),
    ).toBeGreaterThan(0)
    expect(value('parley_queues_registered_total')).toBeGreaterThan(0)
    expect(value('parley_events_published_total')).toBeGreaterThan(0)
    expect(value('parley_relay_lag_seconds_count')).toBeGreaterThan(0)
    expect(text).not.toContain(dan.apiKey)
  })
})

describe('the metrics', () => {
  const spellings = [
    '/METRICS',
    '/metrics/',
    '//metrics',
    '/%6detrics',
    '/./metrics',
    '/metrics%2f',
  ]

  it.each(['/HEALTH', '/health/', '//ready', '/%72eady', ...spellings])(
    'are not at %s',
    async (path) => {
      const { hostname, port } = new URL(server.url)
      // A client of node sends the path unchanged.
      const [answer] = (await once(sendRequest({ hostname, port, path }).end(), 'response')) as [
        IncomingMessage,
      ]
      answer.resume()
      expect(answer.statusCode).toBe(404)
    },
  )

  const token = 'a-token-of-the-metrics'
  const guarded = useOwnServer({ settings: { METRICS_TOKEN: token } })

  it('need the token of METRICS_TOKEN', async () => {
    for (const header of ['', `Bearer ${token}x`, 'Bearer ', `Basic ${token}`]) {
      const refused = await request(guarded.url).get('/metrics').set('Authorization', header)
      expectError(refused, 401, { code: 'UNAUTHORIZED' })
      expect(refused.headers['www-authenticate']).toBe('Bearer realm="metrics"')
    }
    const read = await request(guarded.url).get('/metrics').set('Authorization', `Bearer ${token}`)
    expect(read.status).toBe(200)
  })

  const separate = useOwnServer({ settings: { METRICS_PORT: '0' } })

  it('are at METRICS_PORT alone', async () => {
    expect((await request(separate.url).get('/metrics')).status).toBe(404)
    const metrics = createMetricsServer(separate.ctx)
    const url = `http://127.0.0.1:${await metrics.listen(0, '127.0.0.1')}`
    expect((await request(url).get('/metrics')).text).toContain('parley_build_info')
    for (const path of ['/', '/METRICS', '/health', '/api/v1/server_settings']) {
      expectError(await request(url).get(path), 404)
    }
    await metrics.close(1_000)
  })
})

describe('a request for an address without an endpoint', () => {
  it.each(['/api/v1/nope', '/api/v1/streams/x/y', '/api/v2/streams', '/json/nope'])(
    'gets a JSON answer at %s',
    async (path) => {
      expectError(await server.owner.get(path), 404, { code: 'BAD_REQUEST' })
      expectError(await request(server.url).post(path), 404)
    },
  )

  it.each(['/api/v1//streams', '/api/v1/streams/'])(
    'A doubled or final slash in %s changes nothing',
    async (path) => {
      expectSuccess(await server.owner.get(path))
    },
  )

  it('gets a page elsewhere', async () => {
    const response = await get('/nope')
    expect(response.status).toBe(404)
    expect(response.headers['content-type']).toMatch(/^text\/html/)
  })

  it('A path refuses HEAD, and answers OPTIONS with its methods', async () => {
    expect((await request(server.url).head('/api/v1/streams')).status).toBe(405)
    const options = await request(server.url).options('/api/v1/events')
    expect(options.headers['allow']).toBe('DELETE, GET')
    expect(expectSuccess(options)['allowed_methods']).toEqual(['DELETE', 'GET'])
  })

  it('A request that is too large is refused', async () => {
    const content = 'x'.repeat(100_000)
    expectError(await server.owner.post('/messages/render', { content }), 413, {
      code: 'BAD_REQUEST',
    })
  })
})
