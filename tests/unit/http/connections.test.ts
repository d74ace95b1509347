import { Type } from '@sinclair/typebox'

import type { HangUpSignal } from '../../../src/server/events/queues'
import { endpoint } from '../../../src/server/http/declare/endpoint'
import { text } from '../../../src/server/http/declare/params'
import { asBytes, asText, asTexts, lastOf } from '../../support/checked'
import { bodyOf, useServer } from './support/test-server'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import { createHttpServer } from '../../../src/server/http/pipeline/listen'
import { untilHolds } from '../../support/until'

/** Calls that wait in the handler, each with its hang-up signal. */
const held: { signal: HangUpSignal; release: () => void }[] = []
let onHeld: () => void = () => undefined

const hold = endpoint({
  method: 'GET',
  path: '/api/v1/hold',
  tag: 'test',
  summary: 'Answers when it is told to',
  auth: 'none',
  params: {},
  response: { wasHeld: Type.Boolean() },
  async handler({ request: { signal } }) {
    await new Promise<void>((resolve) => {
      held.push({ signal, release: resolve })
      onHeld()
    })
    return { wasHeld: true }
  },
})
const echo = endpoint({
  method: 'POST',
  path: '/api/v1/echo',
  tag: 'test',
  summary: 'Answers its argument',
  auth: 'none',
  params: { content: text({ optional: true }) },
  response: { content: Type.Optional(Type.String()) },
  handler: async ({ params }) => params,
})

function nextHeld(): Promise<(typeof held)[number]> {
  return new Promise((resolve) => {
    onHeld = () => resolve(lastOf(held))
  })
}

/** Takes the processor from this process: no timer fires until the time is over. */
function holdUpThisProcess(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

const form = 'Content-Type: application/x-www-form-urlencoded\r\n'

describe('bytes that are no request', () => {
  const server = useServer([echo])

  it.each([
    ['garbage', 'not http\r\n\r\n'],
    ['a bad header', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['a bad length', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    [
      'a bad chunk',
      `POST /api/v1/echo HTTP/1.1\r\nHost: x\r\n${form}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`,
    ],
  ])('are refused in error form (%s)', async (_what, bytes) => {
    const answer = await server.raw(bytes)
    expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
    expect(answer).toContain('Content-Type: application/json')
    expect(answer).toContain('X-Content-Type-Options: nosniff')
    expect(answer).toContain('Cache-Control: no-store')
    expect(bodyOf(answer)).toEqual({
      result: 'error',
      msg: 'The request is not valid HTTP.',
      code: 'BAD_REQUEST',
    })
  })

  it('are refused when there are too many of them before the body', async () => {
    const long = await server.raw(`GET /${'x'.repeat(300_000)} HTTP/1.1\r\n`)
    expect(long).toMatch(/^HTTP\/1.1 431 /)
    expect(bodyOf(long)).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })
    const most = await server.call.get(`/api/v1/echo?x=${'x'.repeat(200_000)}`)
    expect(most.status).toBe(405)
  })
})

describe('an unusual request', () => {
  const server = useServer([echo])
  const close = 'Connection: close\r\n'

  it('may lack a Host header, or name the whole address', async () => {
    const noHost = await server.raw(`GET /api/v1/nope HTTP/1.1\r\n${close}\r\n`)
    expect(noHost).toMatch(/^HTTP\/1.1 404 /)
    const absolute = await server.raw(
      `POST http://chat.test/api/v1/echo?content=x HTTP/1.1\r\nHost: x\r\n${close}\r\n`,
    )
    expect(bodyOf(absolute)).toMatchObject({ content: 'x' })
  })

  it('may name a server that no URL can name', async () => {
    const answer = await server.raw(`GET http://[::1/health HTTP/1.1\r\nHost: x\r\n${close}\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
  })

  it.each(['TRACE', 'PROPFIND', 'QUERY'])('gets 405 with the method %s', async (method) => {
    const answer = await server.raw(`${method} /api/v1/echo HTTP/1.1\r\nHost: x\r\n${close}\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 405 /)
  })

  it.each(['upgrade', 'Upgrade, HTTP2-Settings'])(
    'may ask for a protocol upgrade: it is answered, and the connection ends (%s)',
    async (connection) => {
      const head = `POST /api/v1/echo HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n`
      const late = await server.raw(
        `${head}Upgrade: h2c\r\n${form}Content-Length: 9\r\n\r\n`,
        'content=x',
        'GET /health HTTP/1.1\r\nHost: x\r\n\r\n',
      )
      expect(late).toMatch(/^HTTP\/1.1 200 /)
      expect(late).toContain('Connection: close')
      expect(bodyOf(late)).toMatchObject({ content: 'x' })
    },
  )

  it('may expect only 100-continue', async () => {
    const head = `POST /api/v1/echo HTTP/1.1\r\nHost: x\r\n${form}Content-Length: 9\r\n`
    const usual = await server.raw(`${head}${close}Expect: 100-continue\r\n\r\n`, 'content=x')
    expect(usual).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /)
    const other = await server.raw(`${head}Expect: tea\r\n\r\n`, 'content=x')
    expect(other).toMatch(/^HTTP\/1.1 417 /)
    expect(other).toContain('Connection: close')
    expect(bodyOf(other)).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })
  })

  it('may end with trailers, and be followed by pipelined requests', async () => {
    const chunks = '9\r\ncontent=x\r\n0\r\nX-Checksum: y\r\n\r\n'
    const answer = await server.raw(
      `POST /api/v1/echo HTTP/1.1\r\nHost: x\r\n${form}Transfer-Encoding: chunked\r\n\r\n${chunks}`,
      `POST /api/v1/echo?content=y HTTP/1.1\r\nHost: x\r\n\r\n`,
      `POST /api/v1/echo?content=z HTTP/1.1\r\nHost: x\r\n${close}\r\n`,
    )
    const contents = [...answer.matchAll(/"content":"(.)"/g)].map(([, content]) => content)
    expect(contents).toEqual(['x', 'y', 'z'])
  })

  it('may break off without harm to the server', async () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.write(
      `POST /api/v1/echo HTTP/1.1\r\nHost: x\r\n${form}Content-Length: 50\r\n\r\ncontent=`,
    )
    const aborted = new Promise<void>((resolve) => {
      server.http.server.once('request', (_request, response) => {
        response.once('close', () => resolve())
        socket.destroy()
      })
    })
    await aborted
    const next = await server.call.post('/api/v1/echo').type('form').send('content=x')
    expect(next.body).toMatchObject({ content: 'x' })
    expect(server.logged).toContainEqual(expect.objectContaining({ status: 499 }))
    expect(server.logged).not.toContainEqual(expect.objectContaining({ level: 50 }))
  })

  it('may follow another on its connection, even one refused for its size', async () => {
    const big = 'x'.repeat(100_000)
    const answers = await server.raw(
      `POST /api/v1/echo HTTP/1.1\r\nHost: x\r\n${form}Content-Length: ${big.length}\r\n\r\n${big}`,
      `POST /api/v1/echo HTTP/1.1\r\nHost: x\r\n${close}${form}Content-Length: 9\r\n\r\ncontent=y`,
    )
    expect(answers).toMatch(/^HTTP\/1.1 413 [^]*HTTP\/1.1 200 OK[^]*"content":"y"/)
  })
})

describe('a client that hangs up', () => {
  const server = useServer([hold])

  it('aborts the call that it was waiting for', async () => {
    const arrival = nextHeld()
    const socket = connect(server.port, '127.0.0.1')
    socket.write('GET /api/v1/hold HTTP/1.1\r\nHost: x\r\n\r\n')
    const { signal, release } = await arrival
    expect(signal.aborted).toBe(false)
    const aborted = new Promise((resolve) => signal.addEventListener('abort', () => resolve(true)))
    socket.destroy()
    await aborted
    release()
  })
})

describe('a client that does not take its answer', () => {
  const large = 'x'.repeat(32 * 1024 * 1024)
  const endpoints = [
    endpoint({
      method: 'GET',
      path: '/api/v1/large',
      tag: 'test',
      summary: 'Answers more than sockets take by themselves',
      auth: 'none',
      params: {},
      response: { text: Type.String() },
      handler: async () => ({ text: large }),
    }),
    echo,
  ]
  // An answer of 32 MB gets 17 times this patience.
  const hasty = useServer(endpoints, { answerPatienceMs: 200 })
  // On a busy machine, even a reading client takes a while.
  const patient = useServer(endpoints, { answerPatienceMs: 60_000 })

  it('is cut off, and others are not', async () => {
    const idle = connect(hasty.port, '127.0.0.1')
    idle.write(`POST /api/v1/echo HTTP/1.1\r\nHost: x\r\n\r\n`)
    await once(idle, 'data')

    const answered = once(hasty.http.server, 'request') as Promise<[unknown, ServerResponse]>
    const socket = connect(hasty.port, '127.0.0.1').pause()
    socket.on('error', () => undefined)
    socket.write('GET /api/v1/large HTTP/1.1\r\nHost: x\r\n\r\n')
    const [, response] = await answered
    await once(response, 'close')
    socket.resume()
    await once(socket, 'close')
    expect(socket.bytesRead).toBeLessThan(large.length)

    idle.write(`POST /api/v1/echo HTTP/1.1\r\nHost: x\r\n\r\n`)
    await once(idle, 'data')
    idle.destroy()
  })

  it('is told apart from a client that reads', async () => {
    const { text: answer } = await patient.call.get('/api/v1/large')
    expect(answer.length).toBeGreaterThan(large.length)
  })
})

/** A worker thread with clients that connect anew for each request, until one fails; reports how each ended. */
const clientsWhoConnectEachTime = `
  const { request } = require('node:http')
  const { parentPort, workerData: port } = require('node:worker_threads')
  const once = () => new Promise((resolve, reject) => {
    const sent = request({ port, method: 'POST', agent: false }, (answer) => answer.resume().on('end', resolve))
    sent.on('error', reject)
    sent.end()
  })
  const client = async () => {
    try { for (;;) await once() } catch (error) { return error.code }
  }
  Promise.all(Array.from({ length: 16 }, client)).then((endings) => parentPort.postMessage(endings))
`

/** Closes a server; once this resolves, the server refuses new connections. */
async function shutDoorOf({ http }: ReturnType<typeof useServer>): Promise<{
  closed: Promise<void>
}> {
  let closed = Promise.resolve()
  await new Promise<void>((onShut) => {
    closed = http.close(60_000, onShut)
  })
  return { closed }
}

describe('a server that closes', () => {
  const server = useServer([hold, echo])

  it('answers pending requests, and closes their connections', async () => {
    const idle = server.raw('POST /api/v1/echo HTTP/1.1\r\nHost: x\r\n\r\n')
    const arrival = nextHeld()
    const waiting = server.raw('GET /api/v1/hold HTTP/1.1\r\nHost: x\r\n\r\n')
    const { release } = await arrival

    const { closed } = await shutDoorOf(server)
    release()
    const answer = await waiting
    expect(answer).toMatch(/^HTTP\/1.1 200 OK/)
    expect(answer).toMatch(/\r\nConnection: close\r\n/i)
    expect(bodyOf(answer)).toMatchObject({ wasHeld: true })
    expect(await idle).toMatch(/^HTTP\/1.1 200 OK/)
    await closed
  })
})

describe('a server that closes while connections are kept alive', () => {
  const server = useServer([echo])

  it('answers late requests for a moment, and then closes', async () => {
    const open = () => connect(server.port, '127.0.0.1').setEncoding('utf8')
    const [busy, silent] = [open(), open()]
    const ask = async (socket: Socket): Promise<string> => {
      socket.write('POST /api/v1/echo HTTP/1.1\r\nHost: x\r\n\r\n')
      return asText((await once(socket, 'data'))[0])
    }
    expect(await ask(busy)).toContain('Connection: keep-alive')
    await ask(silent)
    const ended = Promise.all([once(busy, 'end'), once(silent, 'end')])
    const { closed } = await shutDoorOf(server)
    // A proxy may send a request before it learns of the close.
    const answer = await ask(busy)
    expect(answer).toMatch(/^HTTP\/1.1 200 OK/)
    expect(answer).toMatch(/\r\nConnection: close\r\n/i)
    await Promise.all([ended, closed])
  })
})

describe('an overloaded server that closes', () => {
  const busyMs = 3
  const http = createHttpServer((_request, response) => {
    const until = performance.now() + busyMs
    while (performance.now() < until);
    response.end('done')
  })

  it('answers on every accepted connection', async () => {
    const port = await http.listen(0, '127.0.0.1')
    let answered = 0
    http.server.on('request', () => (answered += 1))
    const clients = new Worker(clientsWhoConnectEachTime, { eval: true, workerData: port })
    const ended = once(clients, 'message')
    await untilHolds('there is load', () => answered > 100)
    await http.close(60_000)
    const endings = asTexts((await ended)[0])
    expect(new Set(endings)).toEqual(new Set(['ECONNREFUSED']))
  })
})

describe('a server that has closed', () => {
  // Node exposes its garbage collector only with this flag.
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void

  async function openAndClose(): Promise<WeakRef<object>> {
    const http = createHttpServer((_request, response) => void response.end('done'))
    const port = await http.listen(0, '127.0.0.1')
    await (await fetch(`http://127.0.0.1:${port}`)).text()
    await http.close(60_000)
    return new WeakRef(http.server)
  }

  it('is garbage collected', async () => {
    const server = await openAndClose()
    await untilHolds('it is garbage', () => {
      collectGarbage()
      return server.deref() === undefined
    })
  })
})

describe('a server that closes in a hurry', () => {
  const server = useServer([hold])

  it('cuts calls that do not end', async () => {
    const arrival = nextHeld()
    const waiting = server.raw('GET /api/v1/hold HTTP/1.1\r\nHost: x\r\n\r\n')
    const { signal } = await arrival
    const aborted = new Promise((resolve) => signal.addEventListener('abort', () => resolve(true)))
    await server.http.close(0)
    expect(await waiting).toBe('')
    await aborted
  })
})

describe('an idle connection', () => {
  const server = useServer([echo])

  it('takes the request that arrived while the process had no processor, and closes later', async () => {
    server.http.server.keepAliveTimeout = 1
    const socket = connect(server.port, '127.0.0.1')
    const call = `POST /api/v1/echo HTTP/1.1\r\nHost: x\r\n${form}Content-Length: 9\r\n\r\ncontent=x`
    socket.write(call)
    await once(socket, 'data')
    socket.write(call)
    // Longer than the pause that node allows beyond the setting.
    holdUpThisProcess(1_500)
    const [answer]: unknown[] = await once(socket, 'data')
    expect(asBytes(answer).toString()).toMatch(/^HTTP\/1.1 200 /)
    await once(socket, 'close')
  })
})
