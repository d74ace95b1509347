import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { fetchPage } from '../../../src/server/chat/jobs/link-previews/fetch-page'
import { createAddressPolicy } from '../../../src/server/chat/rules/outgoing/addresses'
import { elementAt } from '../../support/checked'
import { portOf } from '../../support/own-ports'

/** Hosts, by the last number of their loopback address. */
type Behavior = (socket: Socket) => void

const behaviors: Behavior[] = []
const written = new Map<string, number>()
let hosts: Server
let port: number

beforeAll(async () => {
  hosts = createServer((socket) => {
    const address = socket.localAddress ?? ''
    socket.on('error', () => undefined)
    socket.on('close', () => written.set(address, socket.bytesWritten))
    socket.once('data', () => behaviors[Number(address.split('.')[3]) - 10]?.(socket))
  }).listen(0, '0.0.0.0')
  await once(hosts, 'listening')
  port = portOf(hosts)
})
afterAll(() => {
  hosts.close()
})

const allowed = createAddressPolicy(['127.0.0.0/8'])
const address = (index: number) => `127.0.0.${index + 10}`
const fetchFrom = (
  index: number,
  { scheme = 'http', addresses = allowed, timeoutMs = 60_000 } = {},
) => fetchPage(new URL(`${scheme}://${address(index)}:${port}/`), { addresses, timeoutMs })

const head = (type = 'text/html', more = '') =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\n${more}connection: close\r\n\r\n`
const titled = '<title>Lure</title></head>'

/** Writes for as long as the other side reads. */
function endlessly(socket: Socket, chunk: string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', more)
  more()
}

const bomb = gzipSync(Buffer.alloc(20_000_000, 'a'))

/** Hosts that only the limit of time ends. */
const slow = new Set(['says nothing', 'drips its header', 'drips its page'])

/** Hosts that give no preview, each with a way of its own to hurt. */
const hostile: Record<string, Behavior> = {
  'says nothing': () => undefined,
  'drips its header': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const drip = setInterval(() => socket.write('x-a: b\r\n'), 50)
    socket.on('close', () => clearInterval(drip))
  },
  'drips its page': (socket) => {
    socket.write(head())
    const drip = setInterval(() => socket.write('<p>'), 50)
    socket.on('close', () => clearInterval(drip))
  },
  'hangs up': (socket) => socket.destroy(),
  'hangs up in its page': (socket) =>
    socket.end(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 999\r\n\r\n<p>`),
  'has a huge header': (socket) => endlessly(socket, `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(9_999)}`),
  'has countless headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    endlessly(socket, 'x-a: b\r\n'.repeat(1_000))
  },
  'speaks another protocol': (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
  bombs: (socket) => {
    socket.write(head('text/html', 'content-encoding: gzip\r\n'))
    socket.end(bomb)
  },
  'sends a file': (socket) => socket.end(head('application/octet-stream') + titled),
  'has no type': (socket) => socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${titled}`),
  'sends text that is no page': (socket) => socket.end(head('text/html5') + titled),
  'redirects in a circle': (socket) =>
    socket.end('HTTP/1.1 302 Found\r\nlocation: /\r\nconnection: close\r\n\r\n'),
  'redirects to a file': (socket) =>
    socket.end('HTTP/1.1 302 Found\r\nlocation: file:///etc/passwd\r\nconnection: close\r\n\r\n'),
  'redirects to no address': (socket) =>
    socket.end('HTTP/1.1 302 Found\r\nlocation: http://\r\nconnection: close\r\n\r\n'),
  'redirects inside': (socket) =>
    socket.end('HTTP/1.1 302 Found\r\nlocation: http://10.0.0.1/\r\nconnection: close\r\n\r\n'),
  'redirects to the metadata of a cloud': (socket) =>
    socket.end(
      'HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/latest\r\nconnection: close\r\n\r\n',
    ),
  'redirects with a password': (socket) =>
    socket.end(
      'HTTP/1.1 302 Found\r\nlocation: http://a:b@127.0.0.1/\r\nconnection: close\r\n\r\n',
    ),
  fails: (socket) => socket.end('HTTP/1.1 500 Oh\r\nconnection: close\r\n\r\n'),
  'is gone': (socket) => socket.end('HTTP/1.1 404 No\r\nconnection: close\r\n\r\n'),
}

/** Hosts whose pages are read within the limits. */
const greedy: Record<string, Behavior> = {
  'never ends': (socket) => {
    socket.write(head())
    endlessly(socket, '<p>more</p>'.repeat(1_000))
  },
  'never ends a tag': (socket) => {
    socket.write(`${head()}<`)
    endlessly(socket, 'a'.repeat(9_999))
  },
  'never ends an attribute': (socket) => {
    socket.write(`${head()}<meta property="og:title" content="`)
    endlessly(socket, '&amp;'.repeat(9_999))
  },
  'never ends its title': (socket) => {
    socket.write(`${head()}<title>`)
    endlessly(socket, 'a'.repeat(9_999))
  },
  'nests without end': (socket) => {
    socket.write(head())
    endlessly(socket, '<b></i>'.repeat(1_000))
  },
}

describe('fifty hostile hosts at once', () => {
  it('get no preview and no more than the limits', async () => {
    const named = [...Object.entries(hostile), ...Object.entries(greedy)]
    const all = [...named, ...named]
    behaviors.push(...all.map(([, behavior]) => behavior))
    expect(all).toHaveLength(50)
    const results = await Promise.allSettled(
      // The others end by themselves, however busy the machine is.
      all.map(([name], index) => fetchFrom(index, slow.has(name) ? { timeoutMs: 2_000 } : {})),
    )
    const outcomes = new Map(
      all.map(([name], index) => {
        const result = elementAt(results, index)
        return [name, result.status === 'fulfilled' ? result.value.title.length : 'refused']
      }),
    )
    expect(Object.fromEntries(outcomes)).toEqual({
      ...Object.fromEntries(Object.keys(hostile).map((name) => [name, 'refused'])),
      ...Object.fromEntries(Object.keys(greedy).map((name) => [name, 0])),
      // Cut to the length of a line.
      'never ends its title': 200,
    })
    // The limit of a page, and the buffers of both sides of a connection.
    for (const bytes of written.values()) expect(bytes).toBeLessThan(12_000_000)
  })

  it('are not trusted with a broken TLS', async () => {
    behaviors[0] = (socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n')
    await expect(fetchFrom(0, { scheme: 'https' })).rejects.toThrow(/SSL|TLS|EPROTO|wrong version/i)
  })

  it('are not asked within the network of the server', async () => {
    await expect(fetchFrom(0, { addresses: createAddressPolicy([]) })).rejects.toThrow(
      'not an address',
    )
  })
})

describe('a page', () => {
  const read = async (html: string | Buffer, type = 'text/html') => {
    behaviors[0] = (socket) => {
      socket.write(head(type))
      socket.end(html)
    }
    return fetchFrom(0)
  }

  it.each<[string, object]>([
    ['<TITLE>A &lt;b&gt;\n c</TITLE>', { title: 'A <b> c' }],
    ['<title>a</title><meta name=og:title content=b>', { title: 'b' }],
    ['<title></title><svg><title>a</title></svg>', { title: '' }],
    ['<!-- <title>a</title> --><title>b</title>', { title: 'b' }],
    ['<script>"<title>a</title>"</script><title>b</title>', { title: 'b' }],
    ['<body><title>a</title>', { title: '' }],
    ['<head></head><title>a</title>', { title: '' }],
    ['<meta content="d" name="Description">', { description: 'd' }],
    ['<meta name=description content=""><meta name=description content=x>', { description: 'x' }],
    [
      '<meta name=description content=d><meta property=og:description content=o>',
      { description: 'o' },
    ],
    ['<meta property=og:image content="javascript:alert(1)">', { image: '' }],
    ['<meta property=og:image content="//ex.test/a.png">', { image: 'http://ex.test/a.png' }],
    ['<title>a\u202eb\u0000c</title>', { title: 'ab c' }],
  ])('is read: %s', async (html, facts) => {
    expect(await read(html)).toMatchObject(facts)
  })

  it('is read in its charset', async () => {
    const latin = Buffer.from('<title>\xfc</title>', 'latin1')
    expect(await read(latin, 'text/html; charset=ISO-8859-1')).toMatchObject({ title: 'ü' })
    const named = Buffer.from('<meta charset="windows-1252"><title>\x80</title>', 'latin1')
    expect(await read(named)).toMatchObject({ title: '€' })
    expect(await read('<title>ü</title>', 'text/html;charset=none')).toMatchObject({ title: 'ü' })
  })
})
