import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { callAt } from '../support/person'
import { expectError, expectSuccess } from '../support/expectations'
import { portOf } from '../support/own-ports'
import { useOwnServer } from '../support/own-server'
import { Traveler } from '../support/redirects'
import { shapedLike } from '../support/checked'

/* Source: docs/protocol/single-sign-on.md#jwt. */

const settings = {
  OUTGOING_WEBHOOKS_ALLOW_PRIVATE: '127.0.0.1',
  SECRETS_KEY: 'a key of the tests with more than 32 characters',
}
const secret = 'a secret of the portal with more than 64 characters, which both sides know'
const encoder = new TextEncoder()

type Claims = Readonly<Record<string, unknown>>

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds

async function makeToken(
  claims: Claims,
  {
    alg = 'HS256',
    key = encoder.encode(secret),
  }: { alg?: string; key?: Uint8Array | KeyObject } = {},
): Promise<string> {
  const { SignJWT } = await import('jose')
  const whole = { exp: inSeconds(120), ...claims }
  return new SignJWT(whole).setProtectedHeader({ alg, kid: 'key-1' }).sign(key)
}

describe('Logins by JSON Web Tokens', () => {
  const server = useOwnServer({ settings })
  const addresses = '/realm/identity_providers'

  const put = async (more: Claims = {}) => {
    await server.owner.delete(`${addresses}/portal`)
    return server.owner.post(addresses, {
      ...{ slug: 'portal', kind: 'jwt', display_name: 'Portal', secret },
      ...{ options: { algorithms: ['HS256'] }, ...more },
    })
  }
  const fetchKey = (token?: string) =>
    server
      .call('post', '/jwt/fetch_api_key')
      .type('form')
      .send(token === undefined ? {} : { token })

  async function enter(traveler: Traveler, fields: Record<string, string>) {
    const answer = await fetch(`${server.url}/accounts/login/jwt/`, {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) },
      headers: { origin: 'https://portal.test', 'sec-fetch-site': 'cross-site' },
    })
    traveler.take(server.url, answer.headers.getSetCookie())
    const location = answer.headers.get('location') ?? undefined
    return { status: answer.status, location, text: await answer.text() }
  }

  const own = (traveler: Traveler) =>
    callAt(server, 'get', '/json/users/me').set({
      'Sec-Fetch-Site': 'same-origin',
      Cookie: `sessionid=${traveler.cookie(server.url, 'sessionid') ?? ''}`,
    })

  const lastReason = async () => {
    const { refusals } = shapedLike(
      expectSuccess(await server.owner.post(`${addresses}/portal/test`)),
      { refusals: [{ reason: '', timestamp: 0 }] },
    )
    return refusals[0]?.reason
  }

  it('are refused while the organization has no such provider', async () => {
    const msg = 'JWT authentication is not enabled for this organization'
    expectError(await fetchKey('x'), 400, { msg })
    const page = await enter(new Traveler(), { token: 'x' })
    expect(page).toMatchObject({ status: 400 })
    expect(page.text).toContain(msg)
  })

  describe('Logins by a common secret', () => {
    beforeAll(async () => expectSuccess(await put()))

    it('fetch the API key of the account with the address', async () => {
      const ada = await server.user('ada')
      const answer = expectSuccess(await fetchKey(await makeToken({ email: 'ADA@parley.test' })))
      expect(answer).toMatchObject({ api_key: ada.apiKey, email: ada.email, user_id: ada.id })
    })

    it('open a session, and lead to the wanted page', async () => {
      const bo = await server.user('bo')
      const traveler = new Traveler()
      const token = await makeToken({ email: bo.email })
      const end = await enter(traveler, { token, next: '/#narrow/stream/7' })
      expect(end).toMatchObject({ status: 303, location: '/#narrow/stream/7' })
      expect(expectSuccess(await own(traveler))).toMatchObject({ user_id: bo.id })
      const foreign = { token: await makeToken({ email: bo.email, jti: '2' }), next: '//evil.test' }
      expect(await enter(new Traveler(), foreign)).toMatchObject({ location: '/' })
    })

    it('find the account by the subject after the address has changed, and by the address without one', async () => {
      const [cy, di] = await server.users('cy', 'di')
      await fetchKey(await makeToken({ email: cy.email, sub: 'cy-1' }))
      const moved = await makeToken({ email: 'elsewhere@parley.test', sub: 'cy-1' })
      expect(expectSuccess(await fetchKey(moved))).toMatchObject({ user_id: cy.id })
      await fetchKey(await makeToken({ email: di.email }))
      const unknown = await fetchKey(await makeToken({ email: 'other@parley.test' }))
      const msg = 'There is no account for this JSON web token.'
      expectError(unknown, 403, { msg, code: 'AUTHENTICATION_FAILED' })
    })

    it('have no button', async () => {
      const found = expectSuccess(await server.call('get', '/server_settings'))
      expect(found['external_authentication_methods']).toEqual([])
      const step = await new Traveler().open(`${server.url}/accounts/login/social/portal`)
      expect(step).toMatchObject({ status: 403 })
      expect(step.text).toContain('has to begin at the site')
    })

    it('are refused without a token', async () => {
      const msg = 'No JSON web token passed in request'
      expectError(await fetchKey(), 400, { msg })
      expect((await enter(new Traveler(), {})).text).toContain(msg)
      expect((await new Traveler().open(`${server.url}/accounts/login/jwt/`)).text).toContain(msg)
    })

    const forged = encoder.encode('another secret of more than 32 characters, to be sure')
    const bad = 'Bad JSON web token'
    const email = 'ada@parley.test'
    it.each<[string, () => Promise<string>, string, RegExp]>([
      ['that is no token', async () => 'x.y.z', bad, /\w/],
      [
        'without a signature',
        async () => {
          const { UnsecuredJWT } = await import('jose')
          return new UnsecuredJWT({ email, exp: inSeconds(60) }).encode()
        },
        bad,
        /alg|Algorithm/,
      ],
      ['of another key', () => makeToken({ email }, { key: forged }), bad, /signature/],
      ['of another algorithm', () => makeToken({ email }, { alg: 'HS512' }), bad, /alg/],
      ['that has expired', () => makeToken({ email, exp: inSeconds(-90) }), bad, /exp/],
      [
        'that lives for an hour',
        () => makeToken({ email, exp: inSeconds(3_600) }),
        bad,
        /five minutes/,
      ],
      ['that never expires', () => makeToken({ email, exp: undefined }), bad, /exp/],
      ['that is not yet valid', () => makeToken({ email, nbf: inSeconds(120) }), bad, /nbf/],
      [
        'without an address',
        () => makeToken({ sub: 'ada' }),
        'No email specified in JSON web token claims',
        /No email/,
      ],
    ])('are refused with a token %s', async (_what, make, msg, reason) => {
      const token = await make()
      expectError(await fetchKey(token), 400, { msg })
      const traveler = new Traveler()
      const page = await enter(traveler, { token })
      expect(page).toMatchObject({ status: 400 })
      expect(page.text).toContain(msg)
      expect(traveler.cookie(server.url, 'sessionid')).toBeUndefined()
      expect(await lastReason()).toMatch(reason)
    })

    it('are refused in a browser the second time, also with the signature written otherwise', async () => {
      const ed = await server.user('ed')
      const token = await makeToken({ email: ed.email })
      expect(await enter(new Traveler(), { token })).toMatchObject({ status: 303 })
      for (const again of [token, `${token}=`]) {
        const traveler = new Traveler()
        expect((await enter(traveler, { token: again })).text).toContain(bad)
        expect(traveler.cookie(server.url, 'sessionid')).toBeUndefined()
      }
      expect(await lastReason()).toBeDefined()
    })

    it('are refused for a deactivated account, and for an address that is not verified', async () => {
      const fay = await server.user('fay')
      const doubtful = await fetchKey(await makeToken({ email: fay.email, email_verified: false }))
      expectError(doubtful, 403)
      await server.owner.delete(`/users/${fay.id}`)
      const msg = 'Your account has been deactivated.'
      expectError(await fetchKey(await makeToken({ email: fay.email })), 403, { msg })
    })
  })

  it('obey the issuer and the audience of the options', async () => {
    const gus = await server.user('gus')
    const options = { algorithms: ['HS256'], token_issuer: 'portal', token_audience: 'chat' }
    expectSuccess(await put({ options }))
    const right = { email: gus.email, iss: 'portal', aud: 'chat' }
    expectSuccess(await fetchKey(await makeToken(right)))
    for (const wrong of [{ iss: 'x' }, { aud: 'x' }, { iss: undefined }, { aud: undefined }]) {
      expectError(await fetchKey(await makeToken({ ...right, ...wrong })), 400)
    }
  })

  it('make accounts at once if the provider is set so, and else ask for a name in a browser', async () => {
    await server.changeRealm({ settings: { invite_required: false } })
    expectSuccess(await put())
    const claims = { email: 'kim@new.test', name: 'Kim' }
    const asked = await enter(new Traveler(), { token: await makeToken(claims) })
    expect(asked.location).toMatch(/^\/join\/[\w-]{43}\/$/)
    expectSuccess(await put({ signs_up_at_once: true }))
    const made = expectSuccess(await fetchKey(await makeToken({ ...claims, jti: '2' })))
    expect(made).toMatchObject({ email: 'kim@new.test' })
    const again = expectSuccess(await fetchKey(await makeToken({ ...claims, jti: '3' })))
    expect(again).toMatchObject({ user_id: made['user_id'] })
  })

  describe('Logins by public keys', () => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const other = elliptic.publicKey.export({ type: 'spki', format: 'pem' }).toString()

    it('are taken by each of several keys', async () => {
      const hal = await server.user('hal')
      const options = { algorithms: ['RS256', 'ES256'], public_keys: [pem + other] }
      expectSuccess(await put({ options, secret: '' }))
      for (const [alg, key] of [
        ['RS256', pair.privateKey],
        ['ES256', elliptic.privateKey],
      ] as const) {
        const token = await makeToken({ email: hal.email }, { alg, key })
        expect(expectSuccess(await fetchKey(token))).toMatchObject({ user_id: hal.id })
      }
    })

    it('are refused with the public key as the secret', async () => {
      for (const key of [pem, pem.trim()].map((text) => encoder.encode(text))) {
        const token = await makeToken({ email: 'hal@parley.test' }, { alg: 'HS256', key })
        expectError(await fetchKey(token), 400, { msg: 'Bad JSON web token' })
      }
    })

    it('are taken by the keys that the site publishes', async () => {
      const ida = await server.user('ida')
      const { exportJWK } = await import('jose')
      const keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'key-1', alg: 'RS256' }]
      const site = createServer((_request, response) => response.end(JSON.stringify({ keys })))
      site.listen(0, '127.0.0.1')
      await once(site, 'listening')
      const jwks_url = `http://127.0.0.1:${portOf(site)}/jwks`
      expectSuccess(await put({ options: { algorithms: ['RS256'], jwks_url }, secret: '' }))
      const token = await makeToken({ email: ida.email }, { alg: 'RS256', key: pair.privateKey })
      expect(expectSuccess(await fetchKey(token))).toMatchObject({ user_id: ida.id })
      expect(expectSuccess(await server.owner.post(`${addresses}/portal/test`))).toMatchObject({
        fault: null,
      })
      site.close()
      site.closeAllConnections()
    })

    it('are refused by a site that does not answer, in other words', async () => {
      const jwks_url = 'http://127.0.0.1:9/jwks'
      expectSuccess(await put({ options: { algorithms: ['RS256'], jwks_url }, secret: '' }))
      const token = await makeToken(
        { email: 'x@parley.test' },
        { alg: 'RS256', key: pair.privateKey },
      )
      expectError(await fetchKey(token), 400, {
        msg: 'Portal does not answer. Please try again later.',
      })
    })
  })

  const pem = () =>
    generateKeyPairSync('rsa', { modulusLength: 1024 })
      .publicKey.export({ type: 'spki', format: 'pem' })
      .toString()
  const jwks_url = 'https://portal.test/jwks'
  it.each<[string, () => Claims, string]>([
    ['no algorithm', () => ({ options: {} }), 'jwt needs the option algorithms.'],
    ['none', () => ({ options: { algorithms: ['none'] } }), 'not none.'],
    [
      'both sorts',
      () => ({ options: { algorithms: ['HS256', 'RS256'], jwks_url } }),
      'either those',
    ],
    [
      'a secret with keys',
      () => ({ options: { algorithms: ['HS256'], jwks_url } }),
      'needs neither',
    ],
    ['no keys', () => ({ options: { algorithms: ['RS256'] }, secret: '' }), 'needs either'],
    [
      'keys with a secret',
      () => ({ options: { algorithms: ['RS256'], jwks_url } }),
      'has no secret.',
    ],
    ['no secret', () => ({ secret: '' }), 'HS256 needs a secret of 32 characters or more.'],
    ['a short secret', () => ({ secret: randomBytes(15).toString('hex') }), 'of 32 characters'],
    [
      'a short key',
      () => ({ options: { algorithms: ['RS256'], public_keys: [pem()] }, secret: '' }),
      'RSA keys of 2048 bits or more.',
    ],
    [
      'no key',
      () => ({ options: { algorithms: ['RS256'], public_keys: ['x'] }, secret: '' }),
      'public_keys must be public keys as PEM',
    ],
  ])('cannot be set up with %s', async (_what, more, sentence) => {
    const refusal = await put(more())
    expectError(refusal, 400)
    expect((refusal.body as { msg: string }).msg).toContain(sentence)
  })

  it('have one provider', async () => {
    expectSuccess(await put())
    const second = { slug: 'second', kind: 'jwt', display_name: 'X', secret }
    const refusal = await server.owner.post(addresses, {
      ...{ ...second, options: { algorithms: ['HS256'] } },
    })
    expectError(refusal, 400, { msg: 'There is a provider of the kind jwt already.' })
    expectError(await server.owner.patch(`${addresses}/portal`, { secret: 'short' }), 400)
  })
})
