import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import { asError, asList, asRecord, asRecords } from './checked'
import { portOf } from './own-ports'

type Json = Record<string, unknown>

interface Answer {
  status: number
  body: Json
}

/** A call that the bouncer took. */
export interface BouncerCall {
  path: string
  args: Json
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

function insist(condition: boolean, fault: string): void {
  if (!condition) throw new Error(fault)
}

const refusal = (code: string, msg: string, status = 400): Answer => ({
  status,
  body: { result: 'error', code, msg },
})

/** A bouncer: refuses what the reference's refuses, and keeps the calls that it takes. */
export class PushBouncer {
  readonly calls: BouncerCall[] = []
  /** Faults of calls that were refused as malformed. */
  readonly faults: string[] = []
  /** Registered servers, by their UUID. */
  readonly servers = new Map<string, { key: string; hostname: string }>()
  /** Registered devices of people, as `user uuid, kind, token`. */
  readonly devices = new Set<string>()
  /** Organizations that reports named, by their UUID. */
  readonly realms = new Map<string, Json>()
  /** The state of organizations, as answers report it. */
  word: Json = { can_push: true, expected_end_timestamp: null }
  /** An answer for the next calls; a promise holds it back. */
  answer: (call: BouncerCall) => Answer | undefined | Promise<Answer | undefined> = () => undefined
  #port = 0
  readonly #server: Server

  constructor() {
    this.#server = createServer((request, response) => {
      void this.#take(request).then(({ status, body }) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify(status === 200 ? { result: 'success', msg: '', ...body } : body)),
      )
    })
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async open(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = portOf(this.#server)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** The arguments of the calls to a path. */
  to(path: string): Json[] {
    return this.calls.filter((call) => call.path === path).map(({ args }) => args)
  }

  async #take(request: IncomingMessage): Promise<Answer> {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    try {
      insist(request.method === 'POST', 'no POST')
      const agent = request.headers['user-agent'] ?? ''
      insist(/^ZulipServer\/\d+\.\d+/.test(agent), 'no version of a server')
      const [, path = ''] = /^\/api\/v1\/remotes\/(.+)$/.exec(request.url ?? '') ?? []
      const call = { path, args: readArguments(request, Buffer.concat(chunks).toString()) }
      const wanted = await this.answer(call)
      if (wanted) return wanted
      if (path === 'server/register') return this.#register(call)
      if (!this.#knows(request.headers.authorization ?? '')) {
        return refusal('INVALID_ZULIP_SERVER', 'Zulip server auth failure', 401)
      }
      const answer = this.#serve(call)
      if (answer.status === 200) this.calls.push(call)
      return answer
    } catch (error) {
      this.faults.push(asError(error).message)
      return refusal('BAD_REQUEST', 'malformed')
    }
  }

  #register(call: BouncerCall): Answer {
    const { zulip_org_id, zulip_org_key, hostname, contact_email } = call.args
    insist(uuid.test(String(zulip_org_id)), 'the id is no UUID')
    insist(/^\w{64}$/.test(String(zulip_org_key)), 'the key has not 64 characters')
    insist(/^[a-z0-9.-]+$/i.test(String(hostname)), 'the host is no name')
    insist(/^[^@\s]+@[^@\s]+$/.test(String(contact_email)), 'no address')
    const others = [...this.servers].filter(([id]) => id !== zulip_org_id)
    if (others.some(([, server]) => server.hostname === hostname)) {
      return refusal('HOSTNAME_ALREADY_IN_USE_BOUNCER_ERROR', 'The hostname is taken')
    }
    const server = { key: String(zulip_org_key), hostname: String(hostname) }
    this.servers.set(String(zulip_org_id), server)
    this.calls.push(call)
    return { status: 200, body: { created: true } }
  }

  #knows(authorization: string): boolean {
    const [, encoded = ''] = /^Basic (.+)$/.exec(authorization) ?? []
    const [id = '', key = ''] = Buffer.from(encoded, 'base64').toString().split(':')
    return this.servers.get(id)?.key === key && key !== ''
  }

  #serve({ path, args }: BouncerCall): Answer {
    if (path === 'server/analytics') return this.#report(args)
    insist(uuid.test(String(args['user_uuid'])), 'no uuid of the person')
    insist(/^\d+$/.test(String(args['user_id'])), 'no id of the person')
    const realm = String(args['realm_uuid'])
    insist(uuid.test(realm), 'no uuid of the organization')
    if (!this.realms.has(realm)) {
      return refusal('MISSING_REMOTE_REALM', 'Organization not registered')
    }
    const device = deviceOf(args)
    if (path === 'push/register') {
      insist(/^[12]$/.test(String(args['token_kind'])), 'no kind')
      insist(args['token_kind'] === '2' || Boolean(args['ios_app_id']), 'no id of the app')
      this.devices.add(device)
      return { status: 200, body: { realm: this.word } }
    }
    if (path === 'push/unregister') {
      const isKnown = this.devices.delete(device)
      return isKnown ? { status: 200, body: {} } : refusal('BAD_REQUEST', 'Token does not exist')
    }
    if (path === 'push/test_notification') {
      insist(typeof args['base_payload'] === 'object', 'no payload')
      const isKnown = this.devices.has(device)
      return isKnown
        ? { status: 200, body: {} }
        : refusal('INVALID_REMOTE_PUSH_DEVICE_TOKEN', 'Device not recognized by the push bouncer')
    }
    insist(path === 'push/notify', `path ${path}`)
    return this.#notify(args)
  }

  #report(args: Json): Answer {
    for (const name of ['realm_counts', 'installation_counts', 'realmauditlog_rows']) {
      insist(Array.isArray(JSON.parse(String(args[name]))), `${name} are missing`)
    }
    for (const name of ['version', 'merge_base']) {
      insist(typeof JSON.parse(String(args[name])) === 'string', `no ${name}`)
    }
    insist(typeof JSON.parse(String(args['api_feature_level'])) === 'number', 'no level')
    for (const realm of asRecords(JSON.parse(String(args['realms'])))) {
      insist(/^zuliprealm_\w{32}$/.test(String(realm['uuid_owner_secret'])), 'no secret')
      for (const name of ['id', 'host', 'url', 'name', 'org_type', 'date_created', 'deactivated']) {
        insist(Object.hasOwn(realm, name), `the organization has no ${name}`)
      }
      this.realms.set(String(realm['uuid']), realm)
    }
    const words = [...this.realms.keys()].map((id) => [id, this.word])
    return { status: 200, body: { realms: Object.fromEntries(words) } }
  }

  #notify(args: Json): Answer {
    const { gcm_payload: gcm, apns_payload: apns, gcm_options: options } = args
    insist(typeof gcm === 'object' && typeof apns === 'object', 'a payload is missing')
    const priority = asRecord(options)['priority']
    insist(Object.keys(asRecord(options)).length === 1, 'more options than the priority')
    insist(priority === 'normal' || priority === 'high', 'no priority')
    if ('alert' in asRecord(apns)) insist('custom' in asRecord(apns), 'APNs without custom members')
    if (this.word['can_push'] === false) {
      return refusal('PUSH_NOTIFICATIONS_DISALLOWED', 'Your plan does not allow sending')
    }
    const known = (kind: number) => (token: unknown) =>
      this.devices.has(`${String(args['user_uuid'])} ${kind} ${String(token)}`)
    const [android, apple] = [asList(args['android_devices']), asList(args['apple_devices'])]
    return {
      status: 200,
      body: {
        total_android_devices: android?.filter(known(2)).length,
        total_apple_devices: apple?.filter(known(1)).length,
        deleted_devices: {
          android_devices: android?.filter((token) => !known(2)(token)),
          apple_devices: apple?.filter((token) => !known(1)(token)),
        },
        realm: this.word,
      },
    }
  }
}

function readArguments(request: IncomingMessage, body: string): Json {
  if (request.headers['content-type'] === 'application/json') return asRecord(JSON.parse(body))
  return Object.fromEntries(new URLSearchParams(body))
}

function deviceOf(args: Json): string {
  return [args['user_uuid'], args['token_kind'], args['token']].map(String).join(' ')
}

/** A bouncer for the tests of a `describe` block; declare it before the server that uses it. */
export function usePushBouncer(): PushBouncer {
  const bouncer = new PushBouncer()
  beforeAll(() => bouncer.open())
  afterAll(() => bouncer.close())
  beforeEach(() => {
    bouncer.answer = () => undefined
    bouncer.word = { can_push: true, expected_end_timestamp: null }
  })
  afterEach(() => expect(bouncer.faults).toEqual([]))
  return bouncer
}
