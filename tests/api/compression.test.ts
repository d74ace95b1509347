import { request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { compress } from '../../src/server/http/answers/compression'
import { present } from '../support/checked'
import { useOwnServer } from '../support/own-server'
import type { Person } from '../support/person'

interface Answer {
  headers: IncomingMessage['headers']
  bytes: Buffer
}

describe('the answers of the API', () => {
  const server = useOwnServer()
  let ada: Person

  beforeAll(async () => {
    ada = await server.user('ada')
    for (let sent = 0; sent < 10; sent += 1) {
      await server.owner.send('general', 'numbers', `message ${sent}: ${'déjà vu 🐙 '.repeat(20)}`)
    }
  })

  /** The bytes as they came: every other client unpacks them. */
  function get(path: string, headers: Record<string, string>, method = 'GET'): Promise<Answer> {
    const authorization = `Basic ${Buffer.from(`${ada.email}:${ada.apiKey}`).toString('base64')}`
    return new Promise((resolve, reject) => {
      const url = `${server.url}${path}`
      const sent = httpRequest(
        url,
        { method, headers: { authorization, ...headers } },
        (response) => {
          buffer(response).then((bytes) => resolve({ headers: response.headers, bytes }), reject)
        },
      )
      sent.on('error', reject).end()
    })
  }

  const page = '/api/v1/messages?anchor=newest&num_before=10&num_after=0'
  const plain = () => get(page, {})

  it.each([
    ['br', 'gzip, deflate, br, zstd'],
    ['br', 'br;q=1.0, gzip;q=0.8'],
    ['br', '*'],
    ['gzip', 'gzip'],
    ['gzip', 'GZip ; q=0.1'],
    ['gzip', 'br;q=0.2, gzip;q=0.4'],
    ['gzip', 'br;q=0, *'],
  ])('are packed as %s where a client says %s', async (encoding, accepted) => {
    const whole = await plain()
    const packed = await get(page, { 'Accept-Encoding': accepted })
    expect(packed.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': `${packed.bytes.length}`,
      'content-type': 'application/json; charset=utf-8',
      vary: 'Accept-Encoding',
    })
    expect(packed.bytes.length).toBeLessThan(whole.bytes.length / 4)
    const unpacked =
      encoding === 'br' ? brotliDecompressSync(packed.bytes) : gunzipSync(packed.bytes)
    expect(unpacked.toString()).toBe(whole.bytes.toString())
  })

  it.each(['', 'identity', 'deflate', 'gzip;q=0, br;q=0', 'compress, zstd'])(
    'are left as they are where a client says %j',
    async (accepted) => {
      const { headers, bytes } = await get(page, { 'Accept-Encoding': accepted })
      expect(headers['content-encoding']).toBeUndefined()
      expect(headers['content-length']).toBe(`${bytes.length}`)
      expect(headers['vary']).toBe('Accept-Encoding')
      expect(JSON.parse(bytes.toString())).toMatchObject({ result: 'success' })
    },
  )

  it('are not compressed if they are small', async () => {
    const { headers } = await get('/api/v1/users/me', { 'Accept-Encoding': 'gzip' })
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers['vary']).toBeUndefined()
  })

  it('are never compressed for another site, since their size could reveal their content', async () => {
    for (const site of ['cross-site', 'same-site']) {
      const { headers } = await get(page, { 'Accept-Encoding': 'gzip', 'Sec-Fetch-Site': site })
      expect(headers['content-encoding']).toBeUndefined()
    }
    for (const site of ['same-origin', 'none']) {
      const { headers } = await get(page, { 'Accept-Encoding': 'gzip', 'Sec-Fetch-Site': site })
      expect(headers['content-encoding']).toBe('gzip')
    }
  })

  it('are compressed also if they are very large', async () => {
    const content = 'déjà 🐙 '.repeat(700)
    for (let sent = 0; sent < 60; sent += 1) await server.owner.send('general', 'large', content)
    const large = '/api/v1/messages?anchor=newest&num_before=60&num_after=0'
    const whole = await get(large, {})
    expect(whole.bytes.length).toBeGreaterThan(262_144)
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, bytes } = await get(large, { 'Accept-Encoding': encoding })
      expect(headers['content-encoding']).toBe(encoding)
      expect(unpack(bytes).equals(whole.bytes)).toBe(true)
    }
  })

  it('have a different ETag when compressed, and both ETags match', async () => {
    const path = '/api/v1/openapi.json'
    const whole = await get(path, {})
    const packed = await get(path, { 'Accept-Encoding': 'gzip' })
    expect(packed.headers['etag']).toBe(`W/${whole.headers['etag']}`)
    const conditions = {
      'Accept-Encoding': 'gzip',
      'If-None-Match': present(packed.headers['etag'], 'etag'),
    }
    expect((await get(path, conditions)).bytes).toHaveLength(0)
  })

  it('are compressed for polls, and never in event streams', async () => {
    const { queue_id: queue } = await ada.register()
    await server.owner.send('general', 'news', 'x'.repeat(5_000))
    const path = `/events?queue_id=${queue}&last_event_id=-1`
    const poll = await get(`/api/v1${path}`, { 'Accept-Encoding': 'gzip' })
    expect(poll.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(poll.bytes).toString()).toContain('x'.repeat(5_000))

    const stream = await new Promise<IncomingMessage>((resolve, reject) => {
      const authorization = `Basic ${Buffer.from(`${ada.email}:${ada.apiKey}`).toString('base64')}`
      const url = `${server.url}${path.replace('/events', '/api/v1/events/stream')}`
      const headers = { authorization, 'Accept-Encoding': 'gzip, br' }
      httpRequest(url, { headers }, resolve).on('error', reject).end()
    })
    expect(stream.headers['content-type']).toMatch(/^text\/event-stream/)
    expect(stream.headers['content-encoding']).toBeUndefined()
    stream.destroy()
  })

  it('are not compressed while all threads are busy', async () => {
    const enough = new AbortController()
    const piecesWithoutEnd = function* () {
      while (!enough.signal.aborted) yield 'x'.repeat(100_000)
    }
    const many = Array.from({ length: 8 }, () => compress(piecesWithoutEnd(), 'br'))
    const { headers } = await get(page, { 'Accept-Encoding': 'br' })
    expect(headers['content-encoding']).toBeUndefined()
    enough.abort()
    await Promise.all(many)
    expect((await get(page, { 'Accept-Encoding': 'br' })).headers['content-encoding']).toBe('br')
  })
})
