import request from 'supertest'
import type { Response } from 'supertest'
import { asBytes, firstOf } from '../support/checked'
import { expectError } from '../support/expectations'
import { OtherHost } from '../support/other-host'
import type { Answer } from '../support/other-host'
import { bytesOf } from '../support/person'
import { animation, picture } from '../support/pictures'
import { useOwnServer } from '../support/own-server'
import type { TestServer } from '../support/test-server'

const host = new OtherHost()
beforeAll(() => host.start())
afterAll(() => host.stop())

/** The address at which clients are told to find a picture that a message links to. */
async function shownAddress({ owner }: TestServer, url: string): Promise<string> {
  const { rendered } = await owner.call('POST /messages/render', { content: url })
  return /<img src="([^"]*)"/.exec(rendered)?.[1] ?? `none in ${String(rendered)}`
}

const read = (server: TestServer, path: string): Promise<Response> =>
  request(server.url)
    .get(path)
    .set('Host', server.owner.host ?? new URL(server.url).host)
    .set('Cookie', 'session=of-the-reader')
    .set('Referer', 'https://chat.acme.test/#narrow')
    .buffer(true)
    .parse(bytesOf)
    .then((response) => response)

const missing = { code: 'BAD_REQUEST', msg: 'Picture not found' }
const expectMissing = (response: Response) => expectError(response, 404, missing)

describe('pictures of other hosts', () => {
  const server = useOwnServer({ settings: { OUTGOING_WEBHOOKS_ALLOW_PRIVATE: '127.0.0.1' } })
  const shown = async (url: string) => read(server, await shownAddress(server, url))

  it('are shown without naming the reader to the host', async () => {
    const bytes = await picture()
    const url = host.hasPicture('/cat.png?big=ü', bytes)
    const address = await shownAddress(server, encodeURI(url))
    expect(address).toMatch(/^\/external_content\/[0-9a-f]{64}\/[0-9a-f]+$/)
    host.hasPicture('/cat.png?big=%C3%BC', bytes)
    const { owner } = server
    const id = await owner.sendPrivately([owner.id], encodeURI(url))
    const { message } = await owner.call('GET /messages/{message_id}', { message_id: id })
    expect(message.content).toBe(
      `<div class="message_inline_image"><a href="${encodeURI(url)}"><img src="${address}"></a></div>`,
    )
    expect(host.asked).toEqual([])

    const response = await read(server, address)
    expect(response.status).toBe(200)
    expect(bytes.equals(asBytes(response.body))).toBe(true)
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=86400',
    })
    const { headers } = firstOf(host.asked)
    expect(Object.keys(headers).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ])
  })

  it('are shown in messages that are too long for the event loop, too', async () => {
    const url = host.hasPicture('/long.png', await picture())
    const address = await shownAddress(server, `${'words '.repeat(200)} ${url}`)
    expect((await read(server, address)).status).toBe(200)
  })

  it('are fetched once for many readers', async () => {
    const address = await shownAddress(server, host.hasPicture('/once.png', await picture()))
    const readers = await Promise.all([1, 2, 3].map(() => read(server, address)))
    readers.push(await read(server, address))
    expect(readers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(host.timesAsked('/once.png')).toBe(1)
  })

  it('are checked by content, not by the host’s type', async () => {
    const url = host.hasPicture('/moves.png', await animation(), 'image/jpeg; x=y')
    expect((await shown(url)).headers['content-type']).toBe('image/gif')
  })

  it('may redirect', async () => {
    host.hasPicture('/there.png', await picture())
    const url = host.has('/here.png', (response) =>
      response.writeHead(302, { location: '/there.png' }).end(),
    )
    expect((await shown(url)).status).toBe(200)
    const circle = host.has('/circle.png', (response) =>
      response.writeHead(302, { location: '/circle.png' }).end(),
    )
    expectMissing(await shown(circle))
    expect(host.timesAsked('/circle.png')).toBe(4)
  })

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  it.each<[string, Answer]>([
    ['what is not there', (response) => response.writeHead(404).end()],
    ['a page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')],
    ['what has no type', (response) => response.writeHead(200).end()],
    ['an SVG', (response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(svg)],
    [
      'an SVG in disguise',
      (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(svg),
    ],
    ['nothing', (response) => response.writeHead(200, { 'content-type': 'image/png' }).end()],
    ['half an answer', (response) => response.destroy()],
    [
      'a redirection to nowhere',
      (response) => response.writeHead(302, { location: 'http://' }).end(),
    ],
    ['a file', (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end()],
    [
      'more than is read',
      (response) => {
        response.writeHead(200, { 'content-type': 'image/png' })
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        }
        response.on('drain', more)
        more()
      },
    ],
  ])('are refused: %s', async (what, answer) => {
    const path = `/${what.replaceAll(' ', '-')}.png`
    const address = await shownAddress(server, host.has(path, answer))
    expectMissing(await read(server, address))
    const times = host.timesAsked(path)
    expectMissing(await read(server, address))
    expect(host.timesAsked(path)).toBe(times)
  })

  it('are fetched only if a message links them', async () => {
    const url = host.hasPicture('/unlinked.png', await picture())
    const hex = Buffer.from(url).toString('hex')
    expectMissing(await read(server, `/external_content/${'0'.repeat(64)}/${hex}`))
    const [, , signature] = (
      await shownAddress(server, host.hasPicture('/a.png', await picture()))
    ).split('/')
    expectMissing(await read(server, `/external_content/${signature}/${hex}`))
    const far = await server.realm('far')
    const address = await shownAddress(far, url)
    expectMissing(await read(server, address))
    expect((await read(far, address)).status).toBe(200)
  })
})

describe('sound of other hosts', () => {
  const server = useOwnServer({ settings: { OUTGOING_WEBHOOKS_ALLOW_PRIVATE: '127.0.0.1' } })
  const played = async (url: string) => {
    const content = `[a song](${url})`
    const { rendered } = await server.owner.call('POST /messages/render', { content })
    const address = /<audio [^>]*src="([^"]*)"/.exec(rendered)?.[1]
    return { address: address ?? `none in ${String(rendered)}` }
  }

  it('is played, also in part, without naming the listener to the host', async () => {
    const bytes = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(1_000, 7)])
    const { address } = await played(host.hasPicture('/song.mp3', bytes, 'audio/mpeg'))
    const response = await read(server, address)
    expect(response.status).toBe(200)
    expect(bytes.equals(asBytes(response.body))).toBe(true)
    expect(response.headers).toMatchObject({
      'content-type': 'audio/ogg',
      'accept-ranges': 'bytes',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    const part = await request(server.url)
      .get(address)
      .set('Host', server.owner.host ?? new URL(server.url).host)
      .set('Range', 'bytes=2-5')
      .buffer(true)
      .parse(bytesOf)
    expect(part.status).toBe(206)
    expect(bytes.subarray(2, 6).equals(asBytes(part.body))).toBe(true)
    expect(host.timesAsked('/song.mp3')).toBe(1)
    expect(host.asked.at(-1)?.headers).not.toHaveProperty('cookie')
  })

  it.each([
    ['a page', 'text/html', '<p>'],
    ['a page in disguise', 'audio/mpeg', '<p>'],
  ])('is refused: %s', async (what, type, text) => {
    const path = `/${what.replaceAll(' ', '-')}.mp3`
    const { address } = await played(host.hasPicture(path, Buffer.from(text), type))
    expectMissing(await read(server, address))
  })
})

describe('pictures within the network of the server', () => {
  const server = useOwnServer()

  it('are never fetched, not even after a redirect from another host', async () => {
    const before = host.asked.length
    const url = host.hasPicture('/inside.png', await picture())
    for (const inside of [
      url,
      url.replace('127.0.0.1', 'localhost'),
      url.replace('127.0.0.1', '[::1]'),
    ]) {
      expectMissing(await read(server, await shownAddress(server, inside)))
    }
    expect(host.asked).toHaveLength(before)
  })
})

describe('a host that leads into the network of the server', () => {
  const server = useOwnServer({ settings: { OUTGOING_WEBHOOKS_ALLOW_PRIVATE: 'localhost' } })

  it('is not followed there', async () => {
    const inside = host.hasPicture('/inside.png', await picture())
    const url = host.has('/lure.png', (response) =>
      response.writeHead(302, { location: inside }).end(),
    )
    const before = host.timesAsked('/inside.png')
    expectMissing(
      await read(server, await shownAddress(server, url.replace('127.0.0.1', 'localhost'))),
    )
    expect(host.timesAsked('/lure.png')).toBe(1)
    expect(host.timesAsked('/inside.png')).toBe(before)
  })
})
