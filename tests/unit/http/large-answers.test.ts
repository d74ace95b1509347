import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { sendJson } from '../../../src/server/http/answers/envelope'
import { portOf } from '../../support/own-ports'

/** Characters of one, two and four bytes, so that chunks of an answer may split a character. */
const odd = 'aé🐙'

/** Sends an answer to a client that does not read yet. */
async function answer(
  body: string | readonly Buffer[],
  headers: Record<string, string> = {},
): Promise<{ incoming: IncomingMessage; sent: ServerResponse }> {
  let sent!: ServerResponse
  const server = createServer((_request, response) => {
    sent = response
    sendJson(response, { status: 200, body })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  const request = get({ port, host: '127.0.0.1', agent: false, headers })
  const [incoming] = (await once(request, 'response')) as [IncomingMessage]
  server.close()
  return { incoming, sent }
}

describe('a large answer', () => {
  it.each([
    ['of plain text', JSON.stringify('x'.repeat(20_000_000))],
    ['of other characters', JSON.stringify(odd.repeat(3_000_000))],
  ])('A large answer %s is encoded only as its client reads', async (_kind, body) => {
    const { incoming, sent } = await answer(body)
    expect(sent.writableLength).toBeLessThan(2_000_000)
    expect(await text(incoming)).toBe(`${body}\n`)
    expect(incoming.headers['content-length']).toBe(String(Buffer.byteLength(body) + 1))
  })

  it('ends when its client hangs up', async () => {
    const { incoming, sent } = await answer(JSON.stringify('x'.repeat(20_000_000)))
    const closed = once(sent, 'close')
    incoming.destroy()
    await closed
    expect(sent.writableFinished).toBe(false)
  })
})

describe('an answer in bytes', () => {
  const pieces = Array.from({ length: 500 }, (_, index) => Buffer.from(`${index} `.repeat(2_000)))
  const whole = Buffer.concat(pieces)

  it('is sent unchanged', async () => {
    const { incoming } = await answer(pieces)
    expect(incoming.headers['content-length']).toBe(String(whole.length))
    expect(await text(incoming)).toBe(whole.toString())
  })

  it('is compressed for clients that accept compression', async () => {
    const { incoming } = await answer(pieces, { 'Accept-Encoding': 'gzip' })
    expect(incoming.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(await buffer(incoming)).equals(whole)).toBe(true)
  })
})

it('A small answer is sent whole', async () => {
  const { incoming } = await answer('{"small":true}')
  expect(await text(incoming)).toBe('{"small":true}\n')
})
