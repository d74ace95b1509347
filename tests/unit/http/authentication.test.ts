import { Type } from '@sinclair/typebox'

import { endpoint } from '../../../src/server/http/declare/endpoint'
import { text } from '../../../src/server/http/declare/params'
import {
  aliceKey,
  aliceToken,
  asAlice,
  asHookbot,
  basic,
  hookbotKey,
} from './support/fake-accounts'
import { useServer } from './support/test-server'

const described = { tag: 'test', summary: 'Says who calls', response: { id: Type.Integer() } }

const whoami = endpoint({
  ...described,
  method: 'GET',
  path: '/api/v1/whoami',
  auth: 'basic',
  params: { needed: text({ optional: true }) },
  handler: async ({ requester }) => ({ id: requester.id }),
})
const send = endpoint({
  ...described,
  method: 'POST',
  path: '/api/v1/messages',
  auth: 'basic',
  webhookBots: true,
  params: {},
  handler: async ({ requester }) => ({ id: requester.id }),
})
const webhook = endpoint({
  ...described,
  method: 'POST',
  path: '/api/v1/external/hook',
  auth: 'webhook',
  params: { stream: text({ optional: true }) },
  response: { id: Type.Integer(), body: Type.String(), stream: Type.Optional(Type.String()) },
  handler: async ({ requester, params, request }) => ({
    id: requester.id,
    body: request.rawBody?.toString() ?? 'none',
    stream: params.stream,
  }),
})
const open = endpoint({
  ...described,
  method: 'GET',
  path: '/api/v1/open',
  auth: 'none',
  params: {},
  response: { anonymous: Type.Boolean() },
  handler: async ({ requester }) => ({ anonymous: requester === undefined }),
})
const endpoints = [whoami, send, webhook, open]

describe('the log', () => {
  const server = useServer(endpoints)

  it('names the account that credentials were refused for, and never the key', async () => {
    const wrongKey = 'w'.repeat(32)
    const send = (authorization: string) =>
      server.call.get('/api/v1/whoami').set('Authorization', authorization)
    expect((await send(basic(`alice@chat.test:${wrongKey}`))).status).toBe(401)
    expect((await send(asAlice)).status).toBe(200)
    const lines = server.logged.filter(({ msg }) => msg === 'request')
    expect(lines[0]).toMatchObject({ status: 401, account: 'alice@chat.test' })
    expect(lines[1]).toMatchObject({ status: 200, userId: 1 })
    expect(lines[1]).not.toHaveProperty('account')
    expect(JSON.stringify(server.logged)).not.toMatch(new RegExp(`${wrongKey}|${aliceKey}`))
  })
})

describe('Basic authentication', () => {
  const server = useServer(endpoints)
  const call = (authorization: string) =>
    server.call.get('/api/v1/whoami').set('Authorization', authorization)

  it('lets accounts in by email and key', async () => {
    const response = await call(asAlice)
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ result: 'success', msg: '', id: 1 })
  })

  it.each([
    ['bAsIc', asAlice.replace('Basic', 'bAsIc')],
    ['blanks around', `  ${asAlice.replace(' ', '   ')} `],
    ['blanks in the credentials', basic(` alice@chat.test : ${aliceKey} `)],
  ])('accepts %s', async (_what, authorization) => {
    expect((await call(authorization)).status).toBe(200)
  })

  const notLoggedIn = 'Not logged in: API authentication or user session required'
  const invalidHeader = 'Invalid authorization header for basic auth'
  const refusals: [string, string, number, string | undefined, string][] = [
    ['an empty header', '', 401, 'UNAUTHORIZED', notLoggedIn],
    [
      'another scheme',
      'Digest x',
      400,
      undefined,
      'This endpoint requires HTTP basic authentication.',
    ],
    ['three words of another scheme', 'Digest x y', 401, 'UNAUTHORIZED', invalidHeader],
    ['one word', 'Basic', 401, 'UNAUTHORIZED', invalidHeader],
    ['no colon inside', 'Basic Zm9v', 401, 'UNAUTHORIZED', invalidHeader],
    ['two colons inside', basic('a:b:c'), 401, 'UNAUTHORIZED', invalidHeader],
    ['no base64', 'Basic a:b!', 401, 'UNAUTHORIZED', invalidHeader],
    ['bad padding', 'Basic YTpiY', 401, 'UNAUTHORIZED', invalidHeader],
    [
      'no UTF-8',
      `Basic ${Buffer.from('\xff:b', 'latin1').toString('base64')}`,
      401,
      'UNAUTHORIZED',
      invalidHeader,
    ],
    [
      'a wrong key',
      basic(`alice@chat.test:${'x'.repeat(32)}`),
      401,
      'INVALID_API_KEY',
      'Invalid API key',
    ],
    [
      'the key of another',
      basic(`alice@chat.test:${hookbotKey}`),
      401,
      'INVALID_API_KEY',
      'Invalid API key',
    ],
    ['no email', basic(`:${aliceKey}`), 401, 'INVALID_API_KEY', 'Invalid API key'],
    ['no key', basic('alice@chat.test:'), 401, 'INVALID_API_KEY', 'Invalid API key'],
  ]
  it.each(refusals)('refuses %s', async (_what, authorization, status, code, msg) => {
    const response = await call(authorization).set('Accept', 'text/html')
    expect(response.status).toBe(status)
    expect(response.type).toBe('application/json')
    expect(response.body).toEqual({ result: 'error', msg, ...(code !== undefined && { code }) })
    const challenge = status === 401 ? 'Basic realm="zulip"' : undefined
    expect(response.headers['www-authenticate']).toBe(challenge)
  })

  it('refuses a request without the header, and does not look for api_key', async () => {
    const response = await server.call.get('/api/v1/whoami').query({ api_key: aliceKey })
    expect(response.status).toBe(401)
    expect(response.body).toEqual({ result: 'error', msg: notLoggedIn, code: 'UNAUTHORIZED' })
  })

  it('belongs to the organization that the host names', async () => {
    expect((await call(asAlice).set('Host', 'chat.test:9991')).status).toBe(200)
    expect((await call(asAlice).set('Host', 'other.chat.test')).status).toBe(401)
  })

  it('lets incoming-webhook bots only send messages', async () => {
    const refused = await call(asHookbot)
    expect(refused.status).toBe(401)
    expect(refused.body.msg).toBe('This API is not available to incoming webhook bots.')
    const sent = await server.call.post('/api/v1/messages').set('Authorization', asHookbot)
    expect(sent.body).toMatchObject({ result: 'success', id: 2 })
  })

  it('keeps concurrent callers apart', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        server.call.post('/api/v1/messages').set('Authorization', i % 2 ? asAlice : asHookbot),
      ),
    )
    expect(responses.map((response) => response.body.id)).toEqual(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? 1 : 2)),
    )
  })
})

describe('the session of a browser', () => {
  const server = useServer(endpoints)
  const asBrowser = `theme=dark; sessionid=${aliceToken}`

  it('works at both addresses without an Authorization header', async () => {
    for (const path of ['/api/v1/whoami', '/json/whoami']) {
      const response = await server.call.get(path).set('Cookie', asBrowser)
      expect(response.body).toEqual({ result: 'success', msg: '', id: 1 })
    }
    const both = { Cookie: asBrowser, Authorization: basic('alice@chat.test:wrong') }
    expect((await server.call.get('/json/whoami').set(both)).status).toBe(401)
  })

  it('works for no webhook, and in no other organization', async () => {
    const hook = await server.call.post('/json/external/hook').set('Cookie', asBrowser)
    expect(hook.body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'api_key' })
    const elsewhere = { Cookie: asBrowser, Host: 'other.chat.test' }
    expect((await server.call.get('/json/whoami').set(elsewhere)).status).toBe(401)
  })
})

describe('an endpoint without authentication', () => {
  const server = useServer(endpoints)

  it('ignores credentials, even wrong ones', async () => {
    for (const authorization of ['', 'Digest x', basic('alice@chat.test:wrong'), asAlice]) {
      const response = await server.call.get('/api/v1/open').set('Authorization', authorization)
      expect(response.body).toEqual({ result: 'success', msg: '', anonymous: true })
    }
  })
})

describe('a webhook', () => {
  const server = useServer(endpoints)
  const path = '/api/v1/external/hook'

  it('takes the key in the query or in a form', async () => {
    const inQuery = await server.call.post(path).query({ api_key: hookbotKey }).send({ a: 1 })
    expect(inQuery.body).toMatchObject({ id: 2, body: '{"a":1}' })
    const form = { api_key: aliceKey, stream: 'ops' }
    const inForm = await server.call.post(path).type('form').send(form)
    expect(inForm.body).toMatchObject({ id: 1, stream: 'ops' })
  })

  it('keeps a JSON body as sent, even if curl labels it a form', async () => {
    const body = ' {"url":"http://x/%FF","a":"b&c=d&method=GET"}'
    const response = await server.call
      .post(path)
      .query({ api_key: hookbotKey })
      .type('form')
      .send(body)
    expect(response.body).toMatchObject({ result: 'success', body })
  })

  it('is not redirected by a form field of its sender named method', async () => {
    const response = await server.call
      .post(path)
      .query({ api_key: hookbotKey })
      .type('form')
      .send('method=DELETE')
    expect(response.body).toMatchObject({ result: 'success', id: 2 })
  })

  it('answers wrong credentials with 400 and no challenge, since its caller is a program', async () => {
    const missing = await server.call.post(path)
    expect(missing.status).toBe(400)
    expect(missing.body).toEqual({
      result: 'error',
      msg: "Missing 'api_key' argument",
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'api_key',
    })
    const wrong = await server.call.post(path).query({ api_key: 'wrong' })
    expect(wrong.status).toBe(400)
    expect(wrong.body).toEqual({ result: 'error', msg: 'Invalid API key', code: 'BAD_REQUEST' })
    expect(wrong.headers['www-authenticate']).toBeUndefined()
  })
})

describe('pages of other sites', () => {
  const server = useServer(endpoints, { externalUrl: 'https://chat.test' })
  const post = (headers: Record<string, string>, path = '/api/v1/messages') =>
    server.call.post(path).set({ Authorization: asAlice, Host: 'chat.test', ...headers })

  it.each<[string, Record<string, string>]>([
    ['another site', { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' }],
    ['a sibling', { Origin: 'https://other.chat.test', 'Sec-Fetch-Site': 'same-site' }],
    ['a frame that hides its origin', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
    ['another site, without an origin', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another site, in an old browser', { Origin: 'https://evil.test' }],
    ['another port, in an old browser', { Origin: 'https://chat.test:8443' }],
    ['what is no origin', { Origin: 'https://' }],
  ])('are refused: %s', async (_what, headers) => {
    const response = await post(headers)
    expect(response.status).toBe(403)
    expect(response.body).toEqual({
      result: 'error',
      msg: 'CSRF Error: the request comes from another site',
      code: 'CSRF_FAILED',
      reason: 'foreign origin',
    })
  })

  it.each<[string, Record<string, string>]>([
    ['a program', {}],
    ['our own page', { Origin: 'https://chat.test', 'Sec-Fetch-Site': 'same-origin' }],
    ['our own page, in an old browser', { Origin: 'https://chat.test' }],
    ['our own page by another name', { Origin: 'http://127.0.0.1:9991', Host: '127.0.0.1:9991' }],
    ['somebody who typed the address', { 'Sec-Fetch-Site': 'none' }],
    ['a desktop app', { Origin: 'file://', 'Sec-Fetch-Site': 'cross-site' }],
    ['a desktop app with a scheme of its own', { Origin: 'app://zulip' }],
    ['a program that knows no origin', { Origin: 'null' }],
  ])('are told apart from %s', async (_what, headers) => {
    expect((await post(headers)).status).toBe(200)
  })

  it('may read, and call webhooks', async () => {
    const foreign = { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' }
    const read = server.call.get('/api/v1/whoami').set({ Authorization: asAlice, ...foreign })
    expect((await read).status).toBe(200)
    const hook = await post(foreign, `/api/v1/external/hook?api_key=${hookbotKey}`)
    expect(hook.status).toBe(200)
  })
})

describe('wrong credentials, again and again', () => {
  const server = useServer(endpoints, { loginAttemptsPerMinute: 2 })

  it('are limited per address, while credentials that were right before still work', async () => {
    const wrong = () =>
      server.call.get('/api/v1/whoami').set('Authorization', basic('alice@chat.test:wrong'))
    const right = () => server.call.get('/api/v1/whoami').set('Authorization', asAlice)
    expect((await right()).status).toBe(200)
    expect((await wrong()).status).toBe(401)
    expect((await wrong()).status).toBe(401)
    const limited = await wrong()
    expect(limited.status).toBe(429)
    expect(limited.body).toMatchObject({ code: 'RATE_LIMIT_HIT' })
    expect((await right()).status).toBe(200)
  })
})
