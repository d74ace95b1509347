import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import type { ECDH } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import { asError, asRecord } from './checked'
import { portOf } from './own-ports'

/** A push as its receiver reads it. */
export interface ReceivedPush {
  receiver: string
  headers: IncomingHttpHeaders
  payload: Record<string, unknown>
}

export interface Receiver {
  name: string
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
}

/** The answer of the service to a push; a promise holds the answer back. */
export interface Answer {
  status: number
  headers?: Record<string, string>
}

/**
 * A push service with its receivers: refuses requests that break RFC 8030, 8188, 8291 or 8292, and keeps those that it
 * takes. Topics (`/topics`) take JSON as ntfy does.
 */
export class PushService {
  readonly pushes: ReceivedPush[] = []
  readonly topicCalls: { headers: IncomingHttpHeaders; body: Record<string, unknown> }[] = []
  /** Faults of requests that were refused. */
  readonly faults: string[] = []
  answer: (push: ReceivedPush) => Answer | Promise<Answer> = () => ({ status: 201 })
  /** Settings for a server that sends here. */
  readonly settings = { OUTGOING_WEBHOOKS_ALLOW_PRIVATE: '127.0.0.1' }
  readonly #keys = new Map<string, { exchange: ECDH; auth: Buffer }>()
  #server!: Server

  get url(): string {
    return `http://127.0.0.1:${portOf(this.#server)}`
  }

  async open(): Promise<void> {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        void this.#take(request.url ?? '', request.headers, Buffer.concat(chunks)).then(
          ({ status, headers }) => response.writeHead(status, headers).end(),
        )
      })
    })
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** A new receiver, as a browser subscribes. */
  receiver(name: string): Receiver {
    const exchange = createECDH('prime256v1')
    const p256dh = exchange.generateKeys('base64url')
    const auth = randomBytes(16)
    this.#keys.set(name, { exchange, auth })
    const keys = { p256dh, auth: auth.toString('base64url') }
    return { name, subscription: { endpoint: `${this.url}/push/${name}`, keys } }
  }

  to(name: string): Record<string, unknown>[] {
    return this.pushes.filter(({ receiver }) => receiver === name).map(({ payload }) => payload)
  }

  async #take(path: string, headers: IncomingHttpHeaders, body: Buffer): Promise<Answer> {
    if (path === '/topics/') {
      const read = asRecord(JSON.parse(body.toString()))
      this.topicCalls.push({ headers, body: read })
      return { status: 200 }
    }
    try {
      const receiver = /^\/push\/([\w-]+)(?:\?.*)?$/.exec(path)?.[1] ?? ''
      checkHeaders(headers)
      checkVapid(headers.authorization ?? '', this.url)
      const keys = this.#keys.get(receiver)
      if (!keys) return { status: 404 }
      const payload = asRecord(JSON.parse(decrypt(body, keys)))
      const push = { receiver, headers, payload }
      const answer = await this.answer(push)
      if (answer.status < 300) this.pushes.push(push)
      return answer
    } catch (error) {
      this.faults.push(asError(error).message)
      return { status: 400 }
    }
  }
}

function insist(condition: boolean, fault: string): void {
  if (!condition) throw new Error(fault)
}

function checkHeaders(headers: IncomingHttpHeaders): void {
  insist(/^\d+$/.test(String(headers['ttl'])), 'TTL is missing')
  insist(/^[\w-]{1,32}$/.test(String(headers['topic'])), 'the Topic is none')
  insist(/^(very-low|low|normal|high)$/.test(String(headers['urgency'])), 'the Urgency is none')
  insist(headers['content-encoding'] === 'aes128gcm', 'another encoding')
}

function checkVapid(header: string, origin: string): void {
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? []
  const point = Buffer.from(key, 'base64url')
  insist(point.length === 65 && point[0] === 4, 'the key is no point')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const signed = Buffer.from(`${head}.${claims}`)
  const isRight = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  insist(isRight, 'the signature is wrong')
  const said = asRecord(JSON.parse(Buffer.from(claims, 'base64url').toString()))
  insist(said['aud'] === origin, 'the audience is another')
  insist(/^(mailto:\S+@\S+|https:\/\/\S+)$/.test(String(said['sub'])), 'the subject is none')
  insist(typeof said['exp'] === 'number', 'there is no expiry')
}

/** Source: RFC 8291, section 3. */
function decrypt(body: Buffer, { exchange, auth }: { exchange: ECDH; auth: Buffer }): string {
  insist(body.length <= 4_096, 'the body is too long')
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const keyLength = body.readUInt8(20)
  const theirs = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  insist(record.length <= recordSize, 'there are several records')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), exchange.getPublicKey(), theirs])
  const derive = (secret: Buffer, by: Buffer, what: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, what, bytes))
  const secret = derive(exchange.computeSecret(theirs), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = plain.findLastIndex((byte) => byte !== 0)
  insist(plain[end] === 2, 'the delimiter is none of a last record')
  return plain.subarray(0, end).toString()
}

/** A push service for the tests of a `describe` block; declare it before the server that sends there. */
export function usePushService(): PushService {
  const service = new PushService()
  beforeAll(() => service.open())
  afterAll(() => service.close())
  beforeEach(() => {
    service.answer = () => ({ status: 201 })
  })
  afterEach(() => expect(service.faults).toEqual([]))
  return service
}
