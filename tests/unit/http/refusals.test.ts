import { Type } from '@sinclair/typebox'

import { endpoint } from '../../../src/server/http/declare/endpoint'
import { integer, text } from '../../../src/server/http/declare/params'
import { PreparedJson } from '../../../src/server/wire/prepared-json'
import { ApiError } from '../../../src/server/lib/api-error'
import { asAlice } from './support/fake-accounts'
import { useServer } from './support/test-server'

/** An endpoint at `/api/v1/<name>` that runs `work`. */
function does(name: string, work: () => Promise<{ done: boolean }>) {
  return endpoint({
    method: 'GET',
    path: `/api/v1/${name}`,
    tag: 'test',
    summary: name,
    auth: 'none',
    params: {},
    response: { done: Type.Boolean() },
    handler: work,
  })
}

const fails = (name: string, error: unknown) =>
  does(name, async () => {
    throw error
  })
const pgError = Object.assign(new Error('canceling statement due to statement timeout'), {
  code: '57014',
})

const user = endpoint({
  method: 'GET',
  path: '/api/v1/users/{user_id}',
  tag: 'test',
  summary: 'One user',
  auth: 'basic',
  params: { user_id: integer(), note: text({ optional: true }) },
  response: { user_id: Type.Integer() },
  handler: async ({ params }) => ({ user_id: params.user_id }),
})
const removeUser = { ...user, method: 'DELETE' as const }
const me = does('users/me', async () => ({ done: true }))
const upload = endpoint({
  ...echo('POST', '/api/v1/upload'),
  params: { content: text({ optional: true }) },
})

function echo(method: 'POST' | 'GET', path: string) {
  return {
    method,
    path,
    tag: 'test',
    summary: 'Answers nothing',
    auth: 'none' as const,
    response: {},
    handler: async () => ({}),
  }
}

const endpoints = [
  user,
  removeUser,
  me,
  upload,
  fails(
    'refuse',
    new ApiError('No.', { status: 403, fields: { who: 'you' }, headers: { 'X-Why': 'so' } }),
  ),
  fails('break', new Error('secret details at /srv/parley.ts:3')),
  fails('throw-text', 'not even an error'),
  fails('timeout', pgError),
  does('undeclared', async () => ({ done: true, extra: 1 })),
  does('prepared', async () => new PreparedJson('"done":true') as never),
  does('prepared-wrong', async () => new PreparedJson('"done":"no"') as never),
]

describe('an answer', () => {
  const server = useServer(endpoints)

  it('is a JSON object with result and msg, private, not to be cached or interpreted', async () => {
    const response = await server.call.get('/api/v1/users/me')
    expect(response.status).toBe(200)
    expect(response.text).toBe('{"result":"success","msg":"","done":true}\n')
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers['x-request-id']).toMatch(/^[\da-f]{16}-\d+$/)
    expect(response.headers).not.toHaveProperty('etag')
    expect(response.headers).not.toHaveProperty('x-powered-by')
  })

  it('is never 304', async () => {
    const response = await server.call
      .get('/api/v1/users/me')
      .set({ 'If-None-Match': '*', 'If-Modified-Since': new Date().toUTCString() })
    expect(response.status).toBe(200)
  })

  it('may be prepared text, which is sent as it is', async () => {
    const response = await server.call.get('/api/v1/prepared')
    expect(response.text).toBe('{"result":"success","msg":"","done":true}\n')
    const empty = await server.call.post('/api/v1/upload')
    expect(empty.text).toBe('{"result":"success","msg":""}\n')
  })

  it('is a bug if it differs from its declaration and answers are checked', async () => {
    for (const path of ['undeclared', 'prepared-wrong']) {
      expect((await server.call.get(`/api/v1/${path}`)).status).toBe(500)
    }
    expect(JSON.stringify(server.logged)).toContain('GET /api/v1/undeclared breaks its declaration')
  })
})

describe('a failure', () => {
  const server = useServer(endpoints)

  it('is reported as it is if the caller can act on it', async () => {
    const response = await server.call.get('/api/v1/refuse')
    expect(response.status).toBe(403)
    expect(response.body).toEqual({ result: 'error', msg: 'No.', who: 'you' })
    expect(response.headers['x-why']).toBe('so')
  })

  it.each(['break', 'throw-text'])('is only logged if it is a bug (%s)', async (path) => {
    const response = await server.call.get(`/api/v1/${path}`)
    expect(response.status).toBe(500)
    expect(response.body).toEqual({
      result: 'error',
      msg: 'Internal server error',
      code: 'INTERNAL_SERVER_ERROR',
    })
    expect(server.logged).toContainEqual(
      expect.objectContaining({
        level: 50,
        requestId: response.headers['x-request-id'],
        endpoint: `/api/v1/${path}`,
        err: expect.anything(),
      }),
    )
  })

  it('is temporary if it is that of a store', async () => {
    const response = await server.call.get('/api/v1/timeout')
    expect(response.status).toBe(503)
    expect(response.headers['retry-after']).toBe('1')
    expect(response.body).toMatchObject({ result: 'error', code: 'SERVICE_UNAVAILABLE' })
  })
})

describe('a path', () => {
  const server = useServer(endpoints)
  const get = (path: string) => server.call.get(path).set('Authorization', asAlice)

  it.each(['/api/v1/nope', '/api/v1', '/api/', '/json/x', '/api/v1/users/1/2', '/api/v1/<b>'])(
    '%s without an endpoint is 404 in error form, without an echo',
    async (path) => {
      const response = await server.call.post(path).send('x')
      expect(response.status).toBe(404)
      expect(response.body).toEqual({
        result: 'error',
        msg: 'Not found: there is nothing at this address.',
        code: 'BAD_REQUEST',
      })
    },
  )

  it('may have doubled slashes and one at its end', async () => {
    for (const path of ['/api/v1//users/me', '//api///v1/users/me/', '/api/v1/users/me/?x=1']) {
      expect((await get(path)).body).toMatchObject({ done: true })
    }
  })

  it('has literal segments before names', async () => {
    expect((await get('/api/v1/users/me')).body).toMatchObject({ done: true })
    expect((await get('/api/v1/users/17')).body).toMatchObject({ user_id: 17 })
  })

  it('is decoded once, and checked like any argument', async () => {
    expect((await get('/api/v1/users/%31%37?user_id=3')).body).toMatchObject({ user_id: 17 })
    expect((await get('/api/v1/users/1+1')).body).toMatchObject({ bad_value: '1+1' })
    expect((await get('/api/v1/users/%2531')).body).toMatchObject({
      code: 'REQUEST_VARIABLE_INVALID',
      bad_value: '%31',
    })
    expect((await get('/api/v1/users/%FF')).body.msg).toBe('Argument "user_id" is not valid UTF-8.')
  })

  it('is answered 405 before authentication if it lacks the method', async () => {
    for (const method of ['put', 'patch', 'post', 'head'] as const) {
      const response = await server.call[method]('/api/v1/users/17')
      expect(response.status).toBe(405)
      expect(response.headers['allow']).toBe('DELETE, GET')
      expect(response.type).toBe('application/json')
      if (method === 'head') continue
      expect(response.body).toEqual({
        result: 'error',
        msg: 'Method Not Allowed',
        code: 'METHOD_NOT_ALLOWED',
        allowed_methods: ['DELETE', 'GET'],
      })
    }
  })

  it('lists its methods on OPTIONS, with a body', async () => {
    const response = await server.call.options('/api/v1/users/17')
    expect(response.status).toBe(200)
    expect(response.headers['allow']).toBe('DELETE, GET')
    expect(response.body).toEqual({
      result: 'success',
      msg: '',
      allowed_methods: ['DELETE', 'GET'],
    })
  })
})

describe('a body', () => {
  const server = useServer(endpoints, { maxRequestBytes: 1000 })
  const post = () => server.call.post('/api/v1/upload')
  const tooLarge = {
    result: 'error',
    msg: 'The request body is too large (limit: 1000 bytes).',
    code: 'BAD_REQUEST',
  }

  it('may be as large as the limit and no larger', async () => {
    const most = await post()
      .type('form')
      .send(`content=${'x'.repeat(992)}`)
    expect(most.status).toBe(200)
    for (const size of [993, 2_000_000]) {
      const response = await post()
        .type('form')
        .send(`content=${'x'.repeat(size)}`)
      expect(response.status).toBe(413)
      expect(response.body).toEqual(tooLarge)
    }
  })

  it('is measured on arrival if its size is not declared', async () => {
    const chunk = `3e8\r\n${'x'.repeat(1000)}\r\n`
    const answer = await server.raw(
      'POST /api/v1/upload HTTP/1.1\r\nHost: x\r\nConnection: close\r\n' +
        'Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n',
      chunk + chunk,
      '0\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
  })

  it('must not be compressed', async () => {
    const response = await post()
      .set({ 'Content-Encoding': 'gzip', 'Content-Type': 'application/x-www-form-urlencoded' })
      .send('x')
    expect(response.status).toBe(415)
    expect(response.body).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })
    const identity = await post().set('Content-Encoding', 'identity').type('form').send('content=x')
    expect(identity.status).toBe(200)
  })

  it('is read and dropped if no endpoint needs it', async () => {
    const response = await post().type('text/plain').send('x'.repeat(900))
    expect(response.status).toBe(200)
  })
})
