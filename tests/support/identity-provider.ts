import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { CryptoKey } from 'jose' with { 'resolution-mode': 'import' }
import { portOf } from './own-ports'

/** The person who logs in at the provider. */
export interface KnownPerson {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  /** Further claims. */
  [claim: string]: unknown
}

/** Ways in which a provider breaks the rules of OpenID Connect. */
export interface Misbehavior {
  /** Replaces claims of the ID token; undefined removes one. */
  claims?: Readonly<Record<string, unknown>>
  /** `none`: the token is not signed. `stranger`: a key signs it that the provider does not publish. */
  signature?: 'none' | 'stranger' | 'broken'
  /** The provider answers with this error instead of a code. */
  error?: { error: string; error_description?: string }
  /** The token endpoint answers with this status. */
  tokenStatus?: number
  /** Called by the token endpoint, which answers when the promise is fulfilled. */
  hold?: () => Promise<void>
  /** The state that the browser brings back. */
  state?: string
}

const clientId = 'parley'
const clientSecret = 'a secret of the client'
const keyId = 'key-1'

/** A provider of OpenID Connect that checks the requests of its client, and misbehaves as a test asks it to. */
export class IdentityProvider {
  person: KnownPerson = { sub: 'nobody' }
  misbehavior: Misbehavior = {}
  /** Faults of the client's requests. */
  readonly faults: string[] = []
  #server!: Server
  #keys!: { own: KeyPair; stranger: KeyPair }
  readonly #codes = new Map<string, { challenge: string; nonce: string; redirectUri: string }>()

  get url(): string {
    return `http://127.0.0.1:${portOf(this.#server)}`
  }

  /** Options with which an organization knows the provider. */
  get options() {
    return { client_id: clientId, issuer: this.url }
  }

  readonly secret = clientSecret

  async open(): Promise<void> {
    const { generateKeyPair } = await import('jose')
    const make = () => generateKeyPair('RS256', { extractable: true })
    this.#keys = { own: await make(), stranger: await make() }
    this.#server = createServer((request, response) => {
      void this.#answer(request, response)
    }).listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url)
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === '/.well-known/openid-configuration') json(this.#configuration())
    else if (pathname === '/jwks') json({ keys: [await this.#publicKey()] })
    else if (pathname === '/authorize') this.#authorize(searchParams, response)
    else if (pathname === '/token') await this.#exchange(request, json)
    else if (pathname === '/userinfo') json(this.person)
    else json({}, 404)
  }

  #configuration() {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      userinfo_endpoint: `${this.url}/userinfo`,
      jwks_uri: `${this.url}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    }
  }

  async #publicKey() {
    const { exportJWK } = await import('jose')
    return { ...(await exportJWK(this.#keys.own.publicKey)), kid: keyId, alg: 'RS256', use: 'sig' }
  }

  /** The person agrees at once. */
  #authorize(query: URLSearchParams, response: ServerResponse): void {
    this.#expect(query.get('response_type') === 'code', 'response_type')
    this.#expect(query.get('client_id') === clientId, 'client_id')
    this.#expect(query.get('code_challenge_method') === 'S256', 'code_challenge_method')
    this.#expect((query.get('nonce') ?? '').length >= 40, 'nonce')
    this.#expect((query.get('scope') ?? '').split(' ').includes('openid'), 'scope')
    const redirectUri = query.get('redirect_uri') ?? ''
    const back = new URL(redirectUri)
    const code = randomUUID()
    this.#codes.set(code, {
      challenge: query.get('code_challenge') ?? '',
      nonce: query.get('nonce') ?? '',
      redirectUri,
    })
    const { error, state = query.get('state') ?? '' } = this.misbehavior
    const answer = { ...(error ?? { code }), state }
    for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value)
    response.writeHead(302, { Location: back.href }).end()
  }

  async #exchange(
    request: IncomingMessage,
    json: (body: unknown, status?: number) => unknown,
  ): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const known = this.#codes.get(form.get('code') ?? '')
    this.#codes.delete(form.get('code') ?? '')
    const { tokenStatus, hold } = this.misbehavior
    await hold?.()
    if (tokenStatus !== undefined) return void json({ error: 'server_error' }, tokenStatus)
    if (!known) return void json({ error: 'invalid_grant' }, 400)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    this.#expect(challenge === known.challenge, 'code_verifier')
    this.#expect(form.get('redirect_uri') === known.redirectUri, 'redirect_uri')
    const isKnownClient =
      form.get('client_secret') === clientSecret || request.headers.authorization !== undefined
    this.#expect(isKnownClient, 'client_secret')
    json({
      access_token: randomUUID(),
      token_type: 'Bearer',
      expires_in: 60,
      id_token: await this.#idToken(known.nonce),
    })
  }

  async #idToken(nonce: string): Promise<string> {
    const { SignJWT, UnsecuredJWT } = await import('jose')
    const now = Math.floor(Date.now() / 1_000)
    const claims = Object.fromEntries(
      Object.entries({
        ...{ iss: this.url, aud: clientId, iat: now, exp: now + 300, nonce, ...this.person },
        ...this.misbehavior.claims,
      }).filter(([, value]) => value !== undefined),
    )
    const { signature } = this.misbehavior
    if (signature === 'none') return new UnsecuredJWT(claims).encode()
    const pair = signature === 'stranger' ? this.#keys.stranger : this.#keys.own
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: signature === 'stranger' ? 'key-2' : keyId })
      .sign(pair.privateKey)
    return signature === 'broken' ? withOtherClaims(token) : token
  }

  #expect(holds: boolean, what: string): void {
    if (!holds) this.faults.push(`The client has sent a wrong ${what}.`)
  }
}

interface KeyPair {
  publicKey: CryptoKey
  privateKey: CryptoKey
}

/** The token with another subject and the old signature. */
function withOtherClaims(token: string): string {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
  const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'somebody else' }))
  return [header, changed.toString('base64url'), signature].join('.')
}
