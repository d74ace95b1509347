import { generateKeyPairSync, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import { createServer as createServer2 } from 'node:http2'
import type { Http2Server, ServerHttp2Session } from 'node:http2'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { asError, asRecord } from './checked'
import { portOf } from './own-ports'

type Json = Record<string, unknown>

/** An answer that a test wants for the next pushes. */
export interface WantedAnswer {
  status: number
  body?: Json
  headers?: Record<string, string>
}

/** A push as FCM or APNs took it. */
export interface TakenMobilePush {
  token: string
  headers: Json
  /** `message` of FCM, or the body for APNs. */
  body: Json
}

const insist = (condition: boolean, fault: string): void => {
  if (!condition) throw new Error(fault)
}

const recordOf = (value: unknown): Json => {
  insist(typeof value === 'object' && value !== null && !Array.isArray(value), 'no object')
  return asRecord(value)
}

/** Claims of a token whose signature is right. */
function checkToken(token: string, alg: string, key: KeyObject): { head: Json; claims: Json } {
  const [head = '', claims = '', signature = ''] = token.split('.')
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  insist(isRight, 'the signature is wrong')
  const read = (part: string) => asRecord(JSON.parse(Buffer.from(part, 'base64url').toString()))
  insist(read(head)['alg'] === alg, 'another algorithm')
  return { head: read(head), claims: read(claims) }
}

/** Checks the data of a push by FCM as zulip-flutter reads it; the app drops others. Source: docs/protocol/notifications.md#fcm-payload. */
function checkData(data: Json): void {
  for (const [name, value] of Object.entries(data)) {
    insist(typeof value === 'string', `${name} is no text`)
    insist(!/^(from|message_type|google\.|gcm\.)/.test(name), `${name} is a reserved name`)
  }
  if ('encrypted_data' in data) {
    const names = Object.keys(data).sort().join()
    return insist(names === 'encrypted_data,push_key_id', 'plain members beside encrypted ones')
  }
  const needs = ['event', 'realm_url', 'user_id']
  const ofMessage = ['sender_id', 'sender_avatar_url', 'sender_full_name', 'zulip_message_id']
  if (data['event'] === 'message') needs.push(...ofMessage, 'time', 'content')
  if (data['event'] === 'remove') needs.push('zulip_message_ids')
  for (const name of needs) insist(Object.hasOwn(data, name), `${name} is missing`)
  if (data['event'] === 'message') {
    insist(URL.canParse(String(data['sender_avatar_url'])), 'the avatar has no absolute address')
    insist('stream_id' in data === 'topic' in data, 'a stream without a topic')
    insist(data['topic'] !== '', 'the topic without a name has no name')
  }
  insist(Buffer.byteLength(JSON.stringify(data)) <= 4_096, 'the data are too long')
}

async function readBody(request: IncomingMessage): Promise<string> {
  return (await buffer(request)).toString()
}

const hourSeconds = 3_600

/** FCM with its token service, and APNs. Both refuse what the real ones refuse, and keep what they take. */
export class MobileServices {
  readonly pushes: TakenMobilePush[] = []
  /** Faults of requests that were refused. */
  readonly faults: string[] = []
  /** Access tokens that were given out. */
  tokens = 0
  /** Provider tokens that APNs was shown. */
  readonly providerTokens = new Set<string>()
  /** Connections to APNs. */
  readonly sessions: ServerHttp2Session[] = []
  readonly connections = new Set<unknown>()
  answer: (push: TakenMobilePush) => WantedAnswer | undefined | Promise<WantedAnswer | undefined> =
    () => undefined
  now = () => new Date()
  readonly #rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  readonly #ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'parley-keys-'))
  readonly #ports = { fcm: 0, apns: 0 }
  readonly #fcm: Server
  readonly #apns: Http2Server

  constructor() {
    this.#fcm = createServer((request, response) => {
      void this.#takeForFcm(request).then(({ status, body, headers }) =>
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify(body ?? {})),
      )
    })
    this.#fcm.on('connection', (socket) => this.connections.add(socket))
    this.#apns = createServer2()
    this.#apns.on('session', (session) => this.sessions.push(session))
    this.#apns.on('stream', (stream, headers) => {
      stream.on('error', () => undefined)
      let text = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => (text += chunk))
      stream.on('end', () => {
        void this.#takeForApns(asRecord(headers), text).then(({ status, body }) => {
          stream.respond({ ':status': status })
          stream.end(body ? JSON.stringify(body) : '')
        })
      })
    })
  }

  /** Settings for a server that sends here; the ports are chosen when the first is read. */
  get settings(): Record<string, string> {
    const account = path.join(this.#folder, 'account.json')
    const key = path.join(this.#folder, 'key.p8')
    writeFileSync(
      account,
      JSON.stringify({
        ...{ type: 'service_account', project_id: 'parley-test', private_key_id: 'rsa-1' },
        private_key: this.#rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }),
        client_email: 'push@parley-test.iam.example.com',
        token_uri: `${this.#fcmUrl}/token`,
      }),
    )
    writeFileSync(key, this.#ec.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    return {
      FCM_SERVICE_ACCOUNT: account,
      FCM_URL: this.#fcmUrl,
      ...{ APNS_KEY: key, APNS_KEY_ID: 'APNSKEY123', APNS_TEAM_ID: 'TEAM123456' },
      APNS_URL: `http://127.0.0.1:${this.#ports.apns}`,
    }
  }

  get #fcmUrl(): string {
    return `http://127.0.0.1:${this.#ports.fcm}`
  }

  async open(): Promise<void> {
    this.#fcm.listen(this.#ports.fcm, '127.0.0.1')
    this.#apns.listen(this.#ports.apns, '127.0.0.1')
    await Promise.all([once(this.#fcm, 'listening'), once(this.#apns, 'listening')])
    this.#ports.fcm = portOf(this.#fcm)
    this.#ports.apns = portOf(this.#apns)
  }

  async close(): Promise<void> {
    this.#fcm.closeAllConnections()
    for (const session of this.sessions) session.destroy()
    this.#fcm.close()
    this.#apns.close()
    await Promise.all([once(this.#fcm, 'close'), once(this.#apns, 'close')])
    rmSync(this.#folder, { recursive: true, force: true })
  }

  to(token: string): Json[] {
    return this.pushes.filter((push) => push.token === token).map(({ body }) => body)
  }

  get #seconds(): number {
    return Math.floor(this.now().getTime() / 1_000)
  }

  async #takeForFcm(request: IncomingMessage): Promise<WantedAnswer> {
    const text = await readBody(request)
    try {
      insist(request.method === 'POST', 'no POST')
      if (request.url === '/token') return this.#giveToken(text)
      insist(request.url === '/v1/projects/parley-test/messages:send', `path ${request.url}`)
      if (request.headers.authorization !== `Bearer access-${this.tokens}`) {
        return { status: 401, body: { error: { status: 'UNAUTHENTICATED' } } }
      }
      const { message, ...others } = recordOf(JSON.parse(text))
      insist(Object.keys(others).length === 0, 'more than a message')
      const { token, data, android, ...further } = recordOf(message)
      insist(Object.keys(further).length === 0, 'a member that FCM does not know here')
      insist(typeof token === 'string' && token !== '', 'no token')
      const { priority, ttl } = recordOf(android)
      insist(/^(high|normal)$/i.test(String(priority)), 'no priority')
      insist(/^\d+s$/.test(String(ttl)), 'no duration')
      checkData(recordOf(data))
      const push = { token: String(token), headers: {}, body: recordOf(message) }
      const wanted = await this.answer(push)
      if (wanted) return wanted
      this.pushes.push(push)
      return { status: 200, body: { name: 'projects/parley-test/messages/1' } }
    } catch (error) {
      this.faults.push(asError(error).message)
      return { status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } }
    }
  }

  #giveToken(text: string): WantedAnswer {
    const form = new URLSearchParams(text)
    const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
    insist(form.get('grant_type') === grant, 'another grant')
    const { head, claims } = checkToken(form.get('assertion') ?? '', 'RS256', this.#rsa.publicKey)
    insist(head['kid'] === 'rsa-1', 'another key')
    insist(claims['aud'] === `${this.#fcmUrl}/token`, 'another audience')
    insist(claims['iss'] === 'push@parley-test.iam.example.com', 'another account')
    insist(String(claims['scope']).endsWith('/auth/firebase.messaging'), 'another scope')
    const [iat, exp] = [Number(claims['iat']), Number(claims['exp'])]
    insist(Math.abs(iat - this.#seconds) < 300 && exp - iat <= hourSeconds, 'the times are wrong')
    this.tokens += 1
    const access_token = `access-${this.tokens}`
    return { status: 200, body: { access_token, expires_in: 3_599, token_type: 'Bearer' } }
  }

  async #takeForApns(headers: Json, text: string): Promise<WantedAnswer> {
    const refuse = (status: number, reason: string) => ({ status, body: { reason } })
    try {
      const [, token = ''] = /^\/3\/device\/(.*)$/.exec(String(headers[':path'])) ?? []
      insist(headers[':method'] === 'POST', 'no POST')
      const bearer = String(headers['authorization']).replace(/^bearer /, '')
      const { head, claims } = checkToken(bearer, 'ES256', this.#ec.publicKey)
      insist(head['kid'] === 'APNSKEY123' && claims['iss'] === 'TEAM123456', 'another key')
      this.providerTokens.add(bearer)
      const age = this.#seconds - Number(claims['iat'])
      if (age > hourSeconds || age < -300) return refuse(403, 'ExpiredProviderToken')
      if (!/^(?:[0-9a-f]{2})+$/.test(token)) return refuse(400, 'BadDeviceToken')
      const topic = headers['apns-topic']
      if (!topic) return refuse(400, 'MissingTopic')
      if (topic !== 'org.zulip.Zulip') return refuse(400, 'DeviceTokenNotForTopic')
      insist(/^(5|10)$/.test(String(headers['apns-priority'])), 'no priority')
      insist(/^\d+$/.test(String(headers['apns-expiration'])), 'no expiration')
      insist(headers['apns-push-type'] === 'alert', 'no type')
      insist(Buffer.byteLength(String(headers['apns-collapse-id'])) <= 64, 'a long collapse id')
      if (Buffer.byteLength(text) > 4_096) return refuse(413, 'PayloadTooLarge')
      const body = recordOf(JSON.parse(text))
      if ('encrypted_data' in body) checkEncrypted(body)
      else checkApple(recordOf(body['aps']), recordOf(body['zulip']))
      const push = { token, headers, body }
      const wanted = await this.answer(push)
      if (wanted) return wanted
      this.pushes.push(push)
      return { status: 200 }
    } catch (error) {
      this.faults.push(asError(error).message)
      return refuse(400, 'BadMessage')
    }
  }
}

/** Source: docs/protocol/notifications.md#encrypted-messages. */
function checkEncrypted({ aps, push_key_id, encrypted_data, ...others }: Json): void {
  insist(Object.keys(others).length === 0, 'plain members beside encrypted ones')
  insist(typeof push_key_id === 'number', 'no id of a key')
  insist(typeof encrypted_data === 'string', 'no data')
  insist(recordOf(aps)['mutable-content'] === 1, 'the app may not decrypt')
  recordOf(recordOf(aps)['alert'])
}

/** Checks the members that a tap on a notification needs. Source: docs/protocol/notifications.md#apns-payload. */
function checkApple(aps: Json, zulip: Json): void {
  insist(aps['badge'] === 0, 'another badge')
  insist(
    typeof zulip['user_id'] === 'number' && typeof zulip['realm_url'] === 'string',
    'no account',
  )
  if (!aps['alert']) return
  const { title, body } = recordOf(aps['alert'])
  insist(typeof title === 'string' && typeof body === 'string', 'the alert has no text')
  if ('message_ids' in zulip) insist(typeof zulip['sender_id'] === 'number', 'no sender')
}

/**
 * FCM and APNs for the tests of a `describe` block; declare them before the server that sends there. Their settings are
 * known when they have opened.
 */
export function useMobileServices(): MobileServices {
  const services = new MobileServices()
  beforeAll(() => services.open())
  afterAll(() => services.close())
  beforeEach(() => {
    services.answer = () => undefined
  })
  afterEach(() => expect(services.faults).toEqual([]))
  return services
}
