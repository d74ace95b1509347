import type { ServerResponse } from 'node:http'

/** Field in which node keeps the composed head until it writes the body. */
interface WithHead {
  _header: string
}

/** Header values that cannot break out of their line. */
const isPlain = /^[\t\x20-\x7e]*$/

/** These headers as lines, each with its line end. */
export function headLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

/**
 * Sends a successful answer with its head, in one write. node would join the head from its parts and check
 * each, for every answer, which costs more than the rest of sending it and produces more garbage than the
 * answer is long.
 *
 * @param common lines of the headers that all answers have
 * @param own further headers; several values of one are for node
 * @returns false, with nothing done, when node has to compose the head: for a connection that ends, or
 * headers of other kinds
 */
export function sendWhole(
  response: ServerResponse,
  { common, own, body, bytes }: WholeText,
): boolean {
  const { socket, req } = response
  if (!response.shouldKeepAlive || !socket || req.method === 'HEAD') return false
  if (response.getHeaderNames().length > 0) return false
  let lines = ''
  for (const name in own) {
    const value = own[name]
    if (typeof value !== 'string' || !isPlain.test(value)) return false
    lines += `${name}: ${value}\r\n`
  }
  const head = `HTTP/1.1 200 OK\r\n${common}${lines}Content-Length: ${bytes}\r\n${dateLines(response)}\r\n`
  ;(response as unknown as WithHead)._header = head
  response.write(body, bytes === body.length ? 'latin1' : 'utf8')
  // Uncork before `end`, which adds an empty piece: several pieces cost more to write than one.
  socket.uncork()
  response.end()
  return true
}

/** The parts of an answer that is one text. */
export interface WholeText {
  common: string
  own: Readonly<Record<string, string | string[]>> | undefined
  body: string
  /** Length of the body in bytes. */
  bytes: number
}

let second = 0
let lines = ''
let timeout = 0

/** The Date and Keep-Alive lines that node would write; the same for all answers within a second. */
function dateLines({ req }: ServerResponse): string {
  const now = Date.now()
  const server = (req.socket as { server?: { keepAliveTimeout?: number } }).server
  const seconds = Math.floor((server?.keepAliveTimeout ?? 0) / 1_000)
  if (now - second >= 1_000 || now < second || seconds !== timeout) {
    second = now - (now % 1_000)
    timeout = seconds
    lines = `Date: ${new Date(second).toUTCString()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n`
  }
  return lines
}
