import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../support/random'
import type { Answer, Connection } from './connection'
import { NoAnswerError } from './connection'

/** Traffic on a socket that is a malformed or incomplete request. */
export interface BrokenExchange {
  /** Name of the break, for reports. */
  what: string
  /** Written one after the other, with short pauses. */
  pieces: readonly Buffer[]
  /** The fuzzer hangs up without waiting for an answer. */
  hangsUp?: true
  /** No answer is required: the server may wait for the rest. */
  mayWait?: true
}

const breathMs = 3
const patienceMs = 150

/** Ways to break a well-formed request. */
const breaks: Readonly<
  Record<string, (random: Random, request: Buffer) => Partial<BrokenExchange>>
> = {
  'a body cut off': (random, request) => ({
    pieces: [request.subarray(0, random.between(1, request.length - 1))],
    hangsUp: true,
  }),
  'a head cut off': (random, request) => ({
    pieces: [request.subarray(0, random.between(1, headOf(request).length))],
    mayWait: true,
  }),
  'a hang-up while it is answered': (_random, request) => ({ pieces: [request], hangsUp: true }),
  'a slow writer': (random, request) => {
    const size = Math.max(1, Math.ceil(request.length / random.between(2, 8)))
    const starts = Array.from(
      { length: Math.ceil(request.length / size) },
      (_, index) => index * size,
    )
    return { pieces: starts.map((start) => request.subarray(start, start + size)) }
  },
  'a wrong Content-Length': (random, request) => ({
    pieces: [
      replaceHeader(
        request,
        'Content-Length',
        random.pick(['0', '1', '99999', '-1', 'x', '1e3', '99999999999999999999', '5, 6', '']),
      ),
    ],
    mayWait: true,
  }),
  'both lengths': (_random, request) => ({
    pieces: [addHeaders(request, 'Transfer-Encoding: chunked')],
    mayWait: true,
  }),
  'broken chunks': (random, request) => ({
    pieces: [
      replaceHeader(request, 'Content-Length', undefined, 'Transfer-Encoding: chunked'),
      Buffer.from(
        random.pick([
          ...[
            'zz\r\n',
            '5\r\nab',
            '-1\r\n',
            '0\r\n',
            'ffffffffffffffff\r\n',
            '1;a=b\r\nx\r\n0\r\n\r\n',
          ],
          ...['0\r\nA: b\r\n\r\n', '3\r\nabcd\r\n0\r\n\r\n', `1;${'x'.repeat(20_000)}\r\n`],
        ]),
      ),
    ],
    mayWait: true,
  }),
  'several at once': (random, request) => ({
    pieces: [Buffer.concat(Array.from({ length: random.between(2, 12) }, () => request))],
  }),
  'many headers': (random, request) => ({
    pieces: [
      addHeaders(
        request,
        Array.from({ length: random.pick([50, 1_500, 3_000]) }, (_, at) => `X-${at}: y`).join(
          '\r\n',
        ),
      ),
    ],
    mayWait: true,
  }),
  'a long header': (random, request) => ({
    pieces: [addHeaders(request, `X-Long: ${'y'.repeat(random.pick([20_000, 300_000]))}`)],
    mayWait: true,
  }),
  'a long address': (random, request) => ({
    pieces: [
      changeLine(request, (line) =>
        line.replace(' HTTP', `?${'q'.repeat(random.pick([9_000, 270_000]))} HTTP`),
      ),
    ],
    mayWait: true,
  }),
  'HTTP/1.0': (_random, request) => ({
    pieces: [changeLine(request, (line) => line.replace('HTTP/1.1', 'HTTP/1.0'))],
  }),
  'another HTTP': (random, request) => ({
    pieces: [
      changeLine(request, (line) =>
        line.replace(
          'HTTP/1.1',
          random.pick(['HTTP/2.0', 'HTTP/9', 'HTTPS/1.1', '', 'HTTP/1.1 x']),
        ),
      ),
    ],
    mayWait: true,
  }),
  'an upgrade': (random, request) => ({
    pieces: [
      addHeaders(
        request,
        `Connection: upgrade\r\nUpgrade: ${random.pick(['websocket', 'h2c', 'TLS/1.0', ''])}\r\nHTTP2-Settings: AA`,
      ),
    ],
    mayWait: true,
  }),
  'an expectation': (random, request) => ({
    pieces: [
      addHeaders(headOf(request), `Expect: ${random.pick(['100-continue', '200-ok', ''])}`),
      request.subarray(headOf(request).length),
    ],
    mayWait: true,
  }),
  'another form of target': (random, request) => ({
    pieces: [
      changeLine(request, (line) =>
        line.replace(
          / \S+ /,
          ` ${random.pick(['http://evil.test/api/v1/users', '*', 'evil.test:443', '//evil.test/', 'http://[::1', '/%', '/\\', '?', '/api/v1/users#a', 'http:///', '/\x80\xff'])} `,
        ),
      ),
    ],
    mayWait: true,
  }),
  'another method': (random, request) => ({
    pieces: [
      changeLine(request, (line) =>
        line.replace(
          /^\S+/,
          random.pick(['CONNECT', 'get', 'G\0T', 'M'.repeat(9_000), 'PRI', '', 'LINK']),
        ),
      ),
    ],
    mayWait: true,
  }),
  'bare line ends': (_random, request) => ({
    pieces: [Buffer.from(request.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')],
    mayWait: true,
  }),
  'a folded header': (_random, request) => ({
    pieces: [addHeaders(request, 'X-Folded: a\r\n b\r\n : c\r\nNo-Colon')],
    mayWait: true,
  }),
  'two hosts': (_random, request) => ({
    pieces: [addHeaders(request, 'Host: other.localhost')],
    mayWait: true,
  }),
  noise: (random) => ({
    pieces: [
      Buffer.from(Array.from({ length: random.between(1, 400) }, () => random.between(0, 255))),
    ],
    mayWait: true,
  }),
  'the start of TLS': () => ({
    pieces: [Buffer.from('\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03', 'latin1')],
    mayWait: true,
  }),
  'PROXY and a request': (_random, request) => ({
    pieces: [Buffer.from('PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n'), request],
    mayWait: true,
  }),
}

/** Breaks a request in one of the ways that sockets allow. */
export function breakRequest(random: Random, request: Buffer): BrokenExchange {
  const what = random.pick(Object.keys(breaks))
  return { what, pieces: [], ...breaks[what]?.(random, request) }
}

/**
 * Plays it on a fresh connection, which is closed afterwards.
 *
 * @returns undefined when nothing was answered and no answer was due
 * @throws NoAnswerError when an answer was due
 */
export async function playBroken(
  connection: Connection,
  { pieces, hangsUp, mayWait }: BrokenExchange,
  answerPatienceMs: number,
): Promise<Answer | undefined> {
  const socket = connection.opened()
  try {
    const answer = connection.receive({
      patienceMs: mayWait ? patienceMs : answerPatienceMs,
      isHead: pieces[0]?.subarray(0, 5).toString() === 'HEAD ',
    })
    answer.catch(() => undefined)
    for (const [at, piece] of pieces.entries()) {
      if (at > 0) await delay(breathMs)
      if (socket.destroyed) break
      socket.write(piece)
    }
    if (!hangsUp) return await answer
    await delay(breathMs)
    return undefined
  } catch (error) {
    if (error instanceof NoAnswerError && mayWait) return undefined
    throw error
  } finally {
    connection.close()
  }
}

function headOf(request: Buffer): Buffer {
  return request.subarray(0, request.indexOf('\r\n\r\n') + 4)
}

function addHeaders(request: Buffer, lines: string): Buffer {
  const end = request.indexOf('\r\n\r\n')
  const more = Buffer.from(`\r\n${lines}`, 'latin1')
  return Buffer.concat([request.subarray(0, end), more, request.subarray(end)])
}

function replaceHeader(request: Buffer, name: string, value?: string, further?: string): Buffer {
  const head = headOf(request)
  const lines = head
    .toString('latin1', 0, head.length - 4)
    .split('\r\n')
    .filter((line) => !line.startsWith(`${name}:`))
  if (value !== undefined) lines.push(`${name}: ${value}`)
  if (further !== undefined) lines.push(further)
  const changed = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return Buffer.concat([
    changed,
    further === undefined ? request.subarray(head.length) : Buffer.alloc(0),
  ])
}

function changeLine(request: Buffer, change: (line: string) => string): Buffer {
  const end = request.indexOf('\r\n')
  return Buffer.concat([
    Buffer.from(change(request.toString('latin1', 0, end)), 'latin1'),
    request.subarray(end),
  ])
}
