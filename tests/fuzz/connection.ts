import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Socket } from 'node:net'

/** The bytes of an answer, parsed. */
export interface Answer {
  status: number
  /** By name in lower case; of repeated headers the last, but the first cookie. */
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** From the last byte of the request to the last of the answer. */
  ms: number
}

export interface Expectation {
  patienceMs: number
  /** The answer to a HEAD has no body, whatever its headers declare. */
  isHead?: boolean
  /** An endless answer counts as complete with its first piece. */
  isStream?: boolean
}

/** No answer, or an incomplete one. */
export class NoAnswerError extends Error {}

/**
 * A keep-alive connection for one request after the other. Requests are raw bytes, so that they can be
 * malformed, and answers are parsed only as far as the checks need.
 */
export class Connection {
  private socket: Socket | undefined
  private received: Buffer[] = []
  private waiting: Waiting | undefined
  /** Settles when no earlier exchange is pending. */
  private earlier: Promise<unknown> = Promise.resolve()

  constructor(private readonly port: number) {}

  /**
   * Sends a request and waits for its answer, after the answers to earlier requests.
   *
   * @throws NoAnswerError when the connection ended first, or the timeout passed
   */
  exchange(request: Buffer, expectation: Expectation): Promise<Answer> {
    const answer = this.earlier.then(() => this.exchangeNow(request, expectation))
    this.earlier = answer.catch(() => undefined)
    return answer
  }

  private exchangeNow(request: Buffer, expectation: Expectation): Promise<Answer> {
    const socket = this.socket ?? this.open()
    const answer = this.receive(expectation)
    socket.write(request)
    return answer
  }

  /** Waits for an answer to bytes that the caller wrote to {@link opened}. */
  receive({ patienceMs, isHead = false, isStream = false }: Expectation): Promise<Answer> {
    const startedAt = performance.now()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.end(new NoAnswerError(`no answer within ${patienceMs} ms`))
      }, patienceMs)
      this.waiting = { resolve, reject, startedAt, isHead, isStream, timer, head: undefined }
      this.look(false)
    })
  }

  /** The socket itself, for bytes that are not a request. */
  opened(): Socket {
    return this.socket ?? this.open()
  }

  close(): void {
    this.end(new NoAnswerError('we hung up'))
  }

  private open(): Socket {
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true })
    this.socket = socket
    this.received = []
    socket.on('data', (chunk) => {
      this.received.push(chunk)
      this.look(false)
    })
    // `close` follows, and rejects the pending exchange.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (this.socket !== socket) return
      this.look(true)
      this.end(new NoAnswerError('the connection was closed'))
    })
    return socket
  }

  private end(reason: NoAnswerError): void {
    const { socket, waiting } = this
    this.socket = undefined
    this.waiting = undefined
    this.received = []
    socket?.destroy()
    if (!waiting) return
    clearTimeout(waiting.timer)
    waiting.reject(reason)
  }

  /** Resolves the pending exchange once the received bytes are a complete answer. */
  private look(isOver: boolean): void {
    const { waiting } = this
    if (!waiting || this.received.length === 0) return
    if (!waiting.head) {
      const head = readHead(this.join())
      if (!head) return
      this.received = [this.join().subarray(head.length)]
      if (head.status === 100) return this.look(isOver)
      waiting.head = head
    }
    const { head, isHead, isStream } = waiting
    const length = this.received.reduce((sum, chunk) => sum + chunk.length, 0)
    const needed = bodyLength(head, isHead)
    if (needed !== undefined) {
      if (length < needed) return
      const all = this.join()
      this.received = all.length > needed ? [all.subarray(needed)] : []
      return this.answer(waiting, head, all.subarray(0, needed))
    }
    if (isStream && length > 0) {
      this.answer(waiting, head, this.join())
      return this.close()
    }
    if (head.headers['transfer-encoding'] === 'chunked') {
      const body = readChunks(this.join())
      if (body) {
        this.received = []
        this.answer(waiting, head, body)
      }
    } else if (isOver) {
      this.answer(waiting, head, this.join())
    }
  }

  private join(): Buffer {
    if (this.received.length > 1) this.received = [Buffer.concat(this.received)]
    return this.received[0] ?? Buffer.alloc(0)
  }

  private answer(waiting: Waiting, head: Head, body: Buffer): void {
    clearTimeout(waiting.timer)
    this.waiting = undefined
    if (head.headers['connection'] === 'close') this.close()
    const ms = performance.now() - waiting.startedAt
    const { status, headers } = head
    waiting.resolve({ status, headers, body: unpacked(body, headers['content-encoding']), ms })
  }
}

interface Waiting {
  resolve: (answer: Answer) => void
  reject: (reason: NoAnswerError) => void
  startedAt: number
  isHead: boolean
  isStream: boolean
  timer: NodeJS.Timeout
  head: Head | undefined
}

interface Head {
  status: number
  headers: Record<string, string>
  /** Number of bytes of the head. */
  length: number
}

function readHead(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    // The first of several cookies is that of the session.
    if (name !== 'set-cookie' || headers[name] === undefined) {
      headers[name] = line.slice(colon + 1).trim()
    }
  }
  return { status: Number(statusLine.split(' ')[1]), headers, length: end + 4 }
}

/** Undefined if the headers do not tell. */
function bodyLength({ status, headers }: Head, isHead: boolean): number | undefined {
  if (isHead || status === 204 || status === 304) return 0
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}

/** The content of a chunked body; undefined until it is complete. */
function readChunks(bytes: Buffer): Buffer | undefined {
  const pieces: Buffer[] = []
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const size = parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const start = lineEnd + 2
    if (bytes.length < start + size + 2) return undefined
    if (size === 0) return Buffer.concat(pieces)
    pieces.push(bytes.subarray(start, start + size))
    at = start + size + 2
  }
}

/** The content of a compressed answer, which a damaged `Accept-Encoding` may have asked for. */
function unpacked(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body
  if (encoding === 'gzip') return gunzipSync(body)
  return encoding === 'br' ? brotliDecompressSync(body) : body
}
