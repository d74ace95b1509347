import { shapedLike } from '../support/checked'
import type { Person } from '../support/person'
import { useTestServer } from '../support/test-server'
import { expectToConform } from './schemas/conform'
import { refusal } from './schemas/mobile-replies'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const paths = [
  '',
  '/',
  '/nowhere',
  '/messages',
  '/users/me',
  '/events?queue_id=1:1',
  '/streams/x/y',
  '/%zz',
]
const bodies: [type: string, body: string][] = [
  ['application/x-www-form-urlencoded', 'a=%zz&&=&%00'],
  ['multipart/form-data; boundary=x', '--x\r\nnonsense'],
  ['application/json', '{"type": "stream"'],
  ['text/html', '<p>'],
]

/**
 * Clients accept only 200 as success, and fail on answers that are not JSON.
 * Sources: docs/protocol/requests.md#only-200, docs/protocol/requests.md#never-html.
 */
describe('any request below /api/v1', () => {
  const server = useTestServer({ limits: 'default' })
  let owner: Person

  beforeAll(() => {
    owner = server.owner
  })

  const ask = async (path: string, init: RequestInit & { headers?: Record<string, string> }) => {
    const basic = Buffer.from(`${owner.email}:${owner.apiKey}`).toString('base64')
    const headers = { Authorization: `Basic ${basic}`, ...init.headers }
    return fetch(`${server.url}/api/v1${path}`, { redirect: 'manual', ...init, headers })
  }

  it.each(methods)('gets JSON, and 200 or an error, with %s', async (method) => {
    const requests = paths.flatMap((path) => {
      const plain = { path, init: { method } }
      if (method === 'GET') return [plain]
      const withBodies = bodies.map(([type, body]) => ({
        path,
        init: { method, headers: { 'Content-Type': type }, body },
      }))
      return [plain, ...withBodies]
    })
    for (const { path, init } of requests) {
      // This call would delete the account itself.
      if (method === 'DELETE' && path === '/users/me') continue
      const response = await ask(path, init)
      const body = shapedLike(await response.json(), { result: '' })
      if (response.status === 200) expect(body.result).toBe('success')
      else {
        expect(response.status).toBeGreaterThanOrEqual(400)
        expectToConform(refusal, body, `${method} ${path}`)
      }
    }
  })

  it('gets the whole answer again if it is conditional', async () => {
    const first = await ask('/streams', {})
    const tag = first.headers.get('etag') ?? 'W/"x"'
    const again = await ask('/streams', {
      headers: { 'If-None-Match': tag, 'If-Modified-Since': new Date().toUTCString() },
    })
    expect(again.status).toBe(200)
    expect(await again.json()).toEqual(await first.json())
  })
})
