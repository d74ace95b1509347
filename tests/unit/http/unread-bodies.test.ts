import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import type { IncomingMessage } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { Type } from '@sinclair/typebox'
import { readBody } from '../../../src/server/http/arguments/body'
import { AccountBudgets, BodyBudget } from '../../../src/server/http/arguments/body-budget'
import { endpoint } from '../../../src/server/http/declare/endpoint'
import { text } from '../../../src/server/http/declare/params'
import { asError, present } from '../../support/checked'
import { asAlice, asHookbot, hookbotKey } from './support/fake-accounts'
import { useServer } from './support/test-server'

function echo(path: string, auth: 'none' | 'basic' | 'webhook') {
  return endpoint({
    method: 'POST',
    path,
    tag: 'test',
    summary: 'Answers the length of its argument',
    auth,
    params: { content: text({ optional: true }) },
    response: { length: Type.Integer() },
    handler: async ({ params }) => ({ length: params.content?.length ?? 0 }),
  })
}

const echoes = [
  echo('/api/v1/login', 'none'),
  echo('/api/v1/send', 'basic'),
  echo('/api/v1/external/x', 'webhook'),
]

/** The head of a request with a form of `bytes` bytes. */
function head(path: string, bytes: number, authorization = ''): string {
  const lines = [
    `POST /api/v1/${path} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${bytes}`,
    ...(authorization ? [`Authorization: ${authorization}`] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

describe('a body that does not end', () => {
  const server = useServer(echoes, { maxRequestBytes: 4 * 1024 * 1024 })
  const sockets: Socket[] = []
  const send = (...pieces: string[]): Socket => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined)
    sockets.push(socket)
    for (const piece of pieces) socket.write(piece)
    return socket
  }
  const beginOf = async (socket: Socket) => String((await once(socket, 'data'))[0])
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })

  it.each([
    ['without credentials', 'send', '', 401],
    ['with wrong credentials', 'send', 'Basic eDp5', 401],
    ['of a bot that may not call', 'send', asHookbot, 401],
    ['with a wrong key in its address', 'external/x?api_key=y', '', 400],
  ])('is refused before it came, %s', async (_how, path, authorization, status) => {
    const answer = await beginOf(send(head(path, 4_000_000, authorization), 'content='))
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  it('is read with right credentials', async () => {
    const ways = [
      ['send', asAlice],
      [`external/x?api_key=${hookbotKey}`, ''],
    ] as const
    for (const [path, authorization] of ways) {
      const content = 'x'.repeat(1_000_000)
      const socket = send(head(path, content.length + 8, authorization), 'content=', content)
      expect(await textOf(socket)).toContain('"length":1000000')
    }
  })

  it('is bounded more tightly without credentials', async () => {
    expect(await beginOf(send(head('login', 70_000)))).toMatch(/^HTTP\/1.1 413 /)
  })

  it('ends the largest request of one account among many', async () => {
    const held = Array.from({ length: 6 }, () =>
      send(head('send', 4_000_000, asAlice), `content=${'x'.repeat(3_900_000)}`),
    )
    const refused = await Promise.race(held.map(beginOf))
    expect(refused).toMatch(/^HTTP\/1.1 503 /)
    const call = send(head('send', 9, asAlice), 'content=x')
    expect(await textOf(call)).toContain('"length":1')
  })

  it('ends the largest request of many strangers', async () => {
    const held = Array.from({ length: 300 }, () =>
      send(head('login', 60_000), `content=${'x'.repeat(59_900)}`),
    )
    const refused = await Promise.race(held.map(beginOf))
    expect(refused).toMatch(/^HTTP\/1.1 503 /)
    const login = send(head('login', 9), 'content=x')
    expect(await textOf(login)).toContain('"length":1')
  })
})

describe('budgets of accounts', () => {
  it('end the largest body of an account, and no body of another account', async () => {
    const budgets = new AccountBudgets(1_000_000)
    const refused: string[] = []
    const ends: (() => void)[] = []
    const hold = (accountId: number, name: string, bytes: number) =>
      budgets.readFor(accountId, async (budget) => {
        const share = budget.open(() => refused.push(name))
        share.grow(bytes)
        await new Promise<void>((resolve) => ends.push(resolve))
        share.end()
      })
    const reads = [
      hold(1, 'large', 12_000_000),
      hold(2, 'of another', 12_000_000),
      hold(1, 'small', 7_000_000),
    ]
    expect(refused).toEqual(['large'])
    expect(budgets.size).toBe(2)
    for (const end of ends) end()
    await Promise.all(reads)
    expect(budgets.size).toBe(0)
  })
})

describe('readBody', () => {
  const open = () => new PassThrough() as unknown as IncomingMessage & PassThrough

  it('joins chunks of any size', async () => {
    const request = open()
    const body = readBody(request, 1_000_000)
    const chunks = [1, 2, 511, 512, 3, 5000, 1, 4095, 2].map((bytes, i) => Buffer.alloc(bytes, i))
    for (let i = 0; i < 5000; i++) chunks.push(Buffer.from([i % 256]))
    for (const chunk of chunks) request.write(chunk)
    request.end()
    expect((await body).equals(Buffer.concat(chunks))).toBe(true)
  })

  it('counts the bytes of unfinished bodies, and forgets ended ones', async () => {
    const budget = new BodyBudget(100_000)
    const [whole, tooLarge, gone, large, small] = Array.from({ length: 5 }, open) as [
      ReturnType<typeof open>,
      ...ReturnType<typeof open>[],
    ]
    const read = (request: typeof whole | undefined) =>
      readBody(present(request, 'request'), 90_000, budget).then(
        ({ length }) => length,
        (error: unknown) => asError(error).constructor.name,
      )
    const results = [read(whole), read(tooLarge), read(gone), read(large), read(small)]
    whole.end(Buffer.alloc(10))
    tooLarge?.write(Buffer.alloc(90_001))
    gone?.destroy()
    expect(await Promise.all(results.slice(0, 3))).toEqual([
      10,
      'PayloadTooLargeError',
      'ClientGoneError',
    ])
    expect(budget.bytesInFlight).toBe(2048)
    large?.write(Buffer.alloc(80_000))
    small?.write(Buffer.alloc(30_000))
    expect(await results[3]).toBe('ServiceUnavailableError')
    small?.end()
    expect(await results[4]).toBe(30_000)
    expect(budget.bytesInFlight).toBe(0)
    // A client that left while its credentials were looked up.
    expect(await read(gone)).toBe('ClientGoneError')
    expect(budget.bytesInFlight).toBe(0)
  })
})
