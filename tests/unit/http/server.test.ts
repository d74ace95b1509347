import { setImmediate as nextTurn } from 'node:timers/promises'
import { createHash } from 'node:crypto'

import { echoEndpoints } from './support/echo-endpoints'
import { useServer } from './support/test-server'

describe('a worker', () => {
  const server = useServer(echoEndpoints, { externalUrl: 'https://chat.example' })

  it('reports that it is alive', async () => {
    const response = await server.call.get('/health')
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ status: 'ok' })
    expect((await server.call.head('/health')).status).toBe(200)
  })

  it('reports that it is ready', async () => {
    const response = await server.call.get('/ready')
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ ready: true, checks: { database: 'ok' } })
  })

  it('counts its requests by endpoint and status, and its database connections', async () => {
    await server.call.get('/api/v1/echo?count=3')
    await server.call.get('/api/v1/echo?count=x')
    const { text, headers } = await server.call.get('/metrics')
    expect(headers['content-type']).toMatch(/^text\/plain/)
    const count = (status: number) =>
      `parley_http_request_seconds_count{method="GET",endpoint="/api/v1/echo",status="${status}"} 1`
    expect(text).toContain(count(200))
    expect(text).toContain(count(400))
    expect(text).toContain('parley_database_connections{state="idle"} 2')
  })

  it('has pages for people, which run no scripts', async () => {
    for (const path of ['/api', '/api/']) {
      const response = await server.call.get(path)
      expect(response.status).toBe(200)
      expect(response.type).toBe('text/html')
      expect(response.headers['content-security-policy']).toContain("default-src 'none'")
      expect(response.text).toContain('</html>')
      expect(response.text).not.toContain('<script')
      const style = /<style>([^]*)<\/style>/.exec(response.text)?.[1] ?? ''
      const digest = createHash('sha256').update(style).digest('base64')
      expect(response.headers['content-security-policy']).toContain(`'sha256-${digest}'`)
    }
  })

  it('describes its API under the address that clients reach it at', async () => {
    const response = await server.call.get('/api/v1/openapi.json')
    expect(response.type).toBe('application/json')
    expect(response.body).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'https://chat.example' }],
    })
  })

  it.each([
    ['/api/v1/echo?count=WHAT', 'REQUEST_VARIABLE_INVALID', 'BadValueError'],
    ['/api/v1/echo?loud=WHAT', 'BAD_REQUEST', 'NotJsonArgumentError'],
    ['/api/v1/nope?x=WHAT', 'BAD_REQUEST', 'NotFoundError'],
    ['/api/v1/echo', undefined, undefined],
  ])('logs why %s is refused', async (path, code, refusal) => {
    await server.call.get(path)
    const findLine = (): Record<string, unknown> | undefined =>
      server.logged.find(({ msg, url }) => msg === 'request' && url === path)
    while (!findLine()) await nextTurn()
    const line = findLine() ?? {}
    expect([line['code'], line['refusal']]).toEqual([code, refusal])
    expect(JSON.stringify({ ...line, url: undefined })).not.toContain('WHAT')
  })

  it.each(['/api', '/api/v1/openapi.json'])('makes %s once, with a tag', async (path) => {
    const first = await server.call.get(path)
    const { etag = '' } = first.headers
    expect(etag).toMatch(/^(W\/)?"[\w-]{43}"$/)
    const again = await server.call.get(path).set('If-None-Match', etag)
    expect(again.status).toBe(304)
    expect(again.text).toBe('')
    // Each address has its own tag, and a client without a tag gets the whole document.
    expect((await server.call.get(path)).text).toBe(first.text)
    expect(first.text).not.toContain('origin.invalid')
    const elsewhere = await server.call
      .get(path)
      .set('Host', 'sub.chat.test')
      .set('If-None-Match', etag)
    expect(elsewhere.status).toBe(200)
    expect(elsewhere.text).toContain('http://sub.chat.test')
  })

  it('has a not-found page, but no page under /api', async () => {
    const page = await server.call.get('/nope')
    expect(page.status).toBe(404)
    expect(page.type).toBe('text/html')
    const json = await server.call.get('/json/nope')
    expect(json.status).toBe(404)
    expect(json.type).toBe('application/json')
  })

  it('logs one line per request, with the id that the client gets', async () => {
    const response = await server.call
      .get('/api/v1/echo?topic=x&api_key=SECRET')
      .set({ Authorization: 'Basic SECRET', 'User-Agent': 'curl/7' })
    const lines = server.logged.filter(
      (line) => line['requestId'] === response.headers['x-request-id'],
    )
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'request',
        method: 'GET',
        url: '/api/v1/echo?topic=x&api_key=***',
        status: 200,
        ms: expect.any(Number),
        client: 'curl',
      }),
    ])
    expect(JSON.stringify(server.logged)).not.toContain('SECRET')
  })
})

describe('a worker whose stores are away', () => {
  const readiness = { ready: false, checks: { database: 'failed' as const } }
  const server = useServer([], { readiness })

  it('is alive, but not ready', async () => {
    expect((await server.call.get('/health')).status).toBe(200)
    const response = await server.call.get('/ready')
    expect(response.status).toBe(503)
    expect(response.body).toEqual(readiness)
  })
})

describe('a worker behind a proxy that it trusts', () => {
  const server = useServer(echoEndpoints, { trustProxy: true })

  it('uses the request id of the proxy if it is valid', async () => {
    const withId = (id: string) => server.call.get('/api/v1/echo').set('X-Request-Id', id)
    expect((await withId('proxy-17.a')).headers['x-request-id']).toBe('proxy-17.a')
    expect((await withId('a"b')).headers['x-request-id']).not.toBe('a"b')
  })
})
