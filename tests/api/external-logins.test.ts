import { createDecipheriv } from 'node:crypto'
import { getActingOwner } from '../../src/server/chat/actions/realms/find-realm'
import { deleteOldConfirmations } from '../../src/server/data/mail/confirmations'
import { makeLoginLink } from '../../src/server/identity/settings/login-link'
import { Browser, browserOf, passwordOf } from '../support/browser'
import { callAt } from '../support/person'
import { expectError, expectSuccess } from '../support/expectations'
import { IdentityProvider } from '../support/identity-provider'
import type { Misbehavior } from '../support/identity-provider'
import { useOwnServer } from '../support/own-server'
import { Traveler } from '../support/redirects'
import type { Step } from '../support/redirects'
import { shapedLike } from '../support/checked'

/* Source: docs/protocol/single-sign-on.md#flow. */

const settings = {
  OUTGOING_WEBHOOKS_ALLOW_PRIVATE: '127.0.0.1',
  SECRETS_KEY: 'a key of the tests with more than 32 characters',
}
const pad = 'ab'.repeat(32)

describe('Logins by an identity provider', () => {
  const server = useOwnServer({ settings })
  const provider = new IdentityProvider()

  beforeAll(async () => {
    await provider.open()
    expectSuccess(await addProvider('acme'))
  })
  afterAll(() => provider.close())
  beforeEach(() => {
    provider.misbehavior = {}
    provider.faults.length = 0
  })
  afterEach(() => expect(provider.faults).toEqual([]))

  const addProvider = (slug: string, more: Record<string, unknown> = {}) =>
    server.owner.post('/realm/identity_providers', {
      ...{ slug, kind: 'oidc', display_name: 'Acme', options: provider.options },
      ...{ secret: provider.secret, ...more },
    })

  /** Goes through the provider to the end of a login. */
  async function logIn(query = '', traveler = new Traveler(), slug = 'acme'): Promise<Step> {
    const start = `${server.url}/accounts/login/social/${slug}${query}`
    const there = await traveler.open(start)
    if (there.location === undefined) return there
    const back = await traveler.open(there.location)
    return back.location === undefined ? back : traveler.open(back.location)
  }

  const own = (traveler: Traveler) =>
    callAt(server, 'get', '/json/users/me').set({
      'Sec-Fetch-Site': 'same-origin',
      Cookie: `sessionid=${traveler.cookie(server.url, 'sessionid') ?? ''}`,
    })

  const expectPage = ({ status, text }: Step, expected: number, sentence: string) => {
    expect(text).toContain(sentence)
    expect(text).toMatch(/^<!doctype html>/)
    expect(status).toBe(expected)
  }

  describe('A login in a browser', () => {
    it('opens a session for the account of the verified address, and leads to the wanted page', async () => {
      const ada = await server.user('ada')
      provider.person = { sub: 'ada-1', email: 'ADA@parley.test', email_verified: true }
      const traveler = new Traveler()
      const end = await logIn('?next=/%23narrow/stream/7', traveler)
      expect(end).toMatchObject({ status: 302, location: `${server.url}/#narrow/stream/7` })
      expect(expectSuccess(await own(traveler))).toMatchObject({ user_id: ada.id })
    })

    it('finds the account by its identity after the address has changed at the provider', async () => {
      const bo = await server.user('bo')
      provider.person = { sub: 'bo-1', email: bo.email, email_verified: true }
      await logIn()
      provider.person = { sub: 'bo-1', email: 'new-bo@parley.test', email_verified: true }
      const traveler = new Traveler()
      await logIn('', traveler)
      expect(expectSuccess(await own(traveler))).toMatchObject({ user_id: bo.id, email: bo.email })
    })

    it('takes over a changed address if the provider is set so', async () => {
      const cy = await server.user('cy')
      const options = { ...provider.options, updates_addresses: true }
      expectSuccess(await addProvider('following', { options }))
      provider.person = { sub: 'cy-1', email: cy.email, email_verified: true }
      await logIn('', undefined, 'following')
      provider.person = { sub: 'cy-1', email: 'cy-new@parley.test', email_verified: true }
      const traveler = new Traveler()
      await logIn('', traveler, 'following')
      expect(expectSuccess(await own(traveler))).toMatchObject({
        ...{ user_id: cy.id, delivery_email: 'cy-new@parley.test' },
      })
    })

    it('asks the provider for an address that the token leaves out', async () => {
      const di = await server.user('di')
      provider.person = { sub: 'di-1', email: di.email, email_verified: true }
      provider.misbehavior = { claims: { email: undefined, email_verified: undefined } }
      const traveler = new Traveler()
      await logIn('', traveler)
      expect(expectSuccess(await own(traveler))).toMatchObject({ user_id: di.id })
    })

    it('leads to no other site', async () => {
      const ed = await server.user('ed')
      provider.person = { sub: 'ed-1', email: ed.email, email_verified: true }
      for (const next of ['https://evil.test/', '//evil.test/', '/%5Cevil.test', 'x']) {
        expect(await logIn(`?next=${next}`)).toMatchObject({ location: `${server.url}/` })
      }
    })

    it('ends all earlier ways into an account whose address nobody had confirmed', async () => {
      const fay = await server.user('fay')
      await server.db
        .updateTable('users')
        .set({ is_address_unconfirmed: true })
        .where('id', '=', fay.id)
        .execute()
      provider.person = { sub: 'fay-1', email: fay.email, email_verified: true }
      const traveler = new Traveler()
      await logIn('', traveler)
      expect(expectSuccess(await own(traveler))).toMatchObject({ user_id: fay.id })
      expectError(await fay.get('/users/me'), 401)
    })

    it('shows the API key of an account without a password for ten minutes', async () => {
      const gus = await server.user('gus')
      await server.db
        .updateTable('users')
        .set({ password_hash: null })
        .where('id', '=', gus.id)
        .execute()
      await server.door.announce([{ realmId: server.realmId, userIds: [gus.id] }])
      provider.person = { sub: 'gus-1', email: gus.email, email_verified: true }
      const traveler = new Traveler()
      await logIn('', traveler)
      const show = () =>
        callAt(server, 'post', '/json/fetch_api_key').set({
          'Sec-Fetch-Site': 'same-origin',
          Cookie: `sessionid=${traveler.cookie(server.url, 'sessionid') ?? ''}`,
        })
      expect(expectSuccess(await show())).toMatchObject({ api_key: gus.apiKey })
      await server.db
        .updateTable('sessions')
        .set({ created_at: new Date(Date.now() - 601_000) })
        .where('user_id', '=', gus.id)
        .execute()
      const way = { kind: 'provider', login_url: '/accounts/login/social/acme' }
      expectError(await show(), 403, {
        ...{ code: 'REAUTHENTICATION_REQUIRED', ways: [expect.objectContaining(way)] },
      })
    })
  })

  describe('A login for an app', () => {
    it('hands a mobile app its key, masked with its pad', async () => {
      const [hal] = await server.users('hal')
      provider.person = { sub: 'hal-1', email: hal.email, email_verified: true }
      const { status, location = '' } = await logIn(`?mobile_flow_otp=${pad}`)
      expect(status).toBe(302)
      expect(location).toMatch(/^zulip:\/\/login\?realm=http%3A%2F%2F127/)
      const facts = new URL(location).searchParams
      const masked = Buffer.from(facts.get('otp_encrypted_api_key') ?? '', 'hex')
      expect(masked.map((byte) => byte ^ 0xab).toString()).toBe(hal.apiKey)
      expect(Object.fromEntries(facts)).toMatchObject({
        ...{ realm: server.url, email: hal.email, user_id: String(hal.id) },
      })
    })

    it('hands a desktop app a code for one session', async () => {
      const [ida] = await server.users('ida')
      provider.person = { sub: 'ida-1', email: ida.email, email_verified: true }
      const { text } = await logIn(`?desktop_flow_otp=${pad}`)
      const code = Buffer.from(/<code>([0-9a-f]+)<\/code>/.exec(text)?.[1] ?? '', 'hex')
      const decipher = createDecipheriv(
        'aes-256-gcm',
        Buffer.from(pad, 'hex'),
        code.subarray(0, 12),
      )
      decipher.setAuthTag(code.subarray(-16))
      const token = decipher.update(code.subarray(12, -16)).toString() + decipher.final('utf8')
      const app = new Traveler({ 'user-agent': 'ZulipElectron/5.11.0' })
      const entry = `${server.url}/accounts/login/subdomain/${token}`
      expect(await app.open(entry)).toMatchObject({ status: 302, location: `${server.url}/` })
      expect(expectSuccess(await own(app))).toMatchObject({ user_id: ida.id })
      expectPage(await app.open(entry), 403, 'This login has ended')
    })

    it('begins in a desktop app with a page that opens the browser', async () => {
      const app = new Traveler({ 'user-agent': 'ZulipElectron/5.11.0 Chrome/120' })
      const { status, text } = await app.open(`${server.url}/accounts/login/social/acme`)
      expect(status).toBe(200)
      expect(text).toContain('desktop_flow_otp')
    })

    it('is refused with a malformed pad, and with pads of both kinds', async () => {
      expectPage(await logIn('?mobile_flow_otp=12'), 400, 'Invalid OTP')
      const both = await logIn(`?mobile_flow_otp=${pad}&desktop_flow_otp=${pad}`)
      expectPage(both, 400, 'use both mobile_flow_otp and desktop_flow_otp together.')
    })

    it('goes through the login page of the browser, by any way to log in', async () => {
      const [jo] = await server.users('jo')
      provider.person = { sub: 'jo-1', email: jo.email, email_verified: true }
      const traveler = new Traveler()
      const start = `${server.url}/accounts/login/social/browser?mobile_flow_otp=${pad}`
      const { location = '' } = await traveler.open(start)
      const next = new URL(location).searchParams.get('next') ?? ''
      expect(new URL(location).pathname).toBe('/login')
      expectPage(await traveler.open(server.url + next), 403, 'You are not logged in')
      // The way of the page: a login there, and then the address that it was opened for.
      await logIn(`?next=${encodeURIComponent(next)}`, traveler)
      // A session of long ago has to log in again first, and the flow can go on.
      const provedAt = (proved_at: Date) =>
        server.db.updateTable('sessions').set({ proved_at }).execute()
      await provedAt(new Date(Date.now() - 601_000))
      const again = await traveler.open(server.url + next)
      expect(again.location).toBe(`${server.url}/login?next=${encodeURIComponent(next)}&again=1`)
      await provedAt(new Date())
      const end = await traveler.open(server.url + next)
      expect(end.location).toMatch(/^zulip:\/\/login\?/)
    })
  })

  describe('The login of a person without an account', () => {
    it('leads to a page that asks for a name and no password, and makes the account', async () => {
      await server.changeRealm({ settings: { invite_required: false } })
      provider.person = { sub: 'kim-1', email: 'kim@new.test', email_verified: true, name: 'Kim' }
      const { location = '' } = await logIn()
      const key = /\/join\/([\w-]+)\/$/.exec(location)?.[1] ?? ''
      const answer = expectSuccess(
        await callAt(server, 'post', '/api/v1/accounts/confirmation').type('form').send({ key }),
      )
      expect(answer).toMatchObject({ email: 'kim@new.test', name_at_provider: 'Kim' })
      const join = (fields: Record<string, string>) =>
        callAt(server, 'post', '/api/v1/accounts/join')
          .type('form')
          .send({ key, full_name: 'Kim Kay', ...fields })
      expectError(await join({ password: 'correct horse battery' }), 400, { var_name: 'password' })
      const joined = expectSuccess(await join({}))
      expect(joined).toMatchObject({ email: 'kim@new.test', next: '/' })
      const traveler = new Traveler()
      await logIn('', traveler)
      expect(expectSuccess(await own(traveler))).toMatchObject({ full_name: 'Kim Kay' })
    })

    it('makes the account at once if the provider is set so', async () => {
      await server.changeRealm({ settings: { invite_required: false } })
      expectSuccess(await addProvider('quick', { signs_up_at_once: true }))
      provider.person = { sub: 'lea-1', email: 'lea@new.test', email_verified: true, name: 'Lea' }
      const traveler = new Traveler()
      expect(await logIn('', traveler, 'quick')).toMatchObject({ location: `${server.url}/` })
      expect(expectSuccess(await own(traveler))).toMatchObject({ full_name: 'Lea' })
    })

    it('needs an invitation where people join by invitation only', async () => {
      await server.changeRealm({ settings: { invite_required: true } })
      provider.person = { sub: 'max-1', email: 'max@new.test', email_verified: true, name: 'Max' }
      expectPage(await logIn(), 403, 'You need an invitation to join this organization.')
      const { invite_link: link } = shapedLike(
        expectSuccess(await server.owner.post('/invites/multiuse', { stream_ids: [] })),
        { invite_link: '' },
      )
      const linkKey = /\/join\/([^/]+)\//.exec(link)?.[1] ?? ''
      const { location } = await logIn(`?multiuse_object_key=${linkKey}`)
      expect(location).toMatch(/\/join\/[\w-]{43}\/$/)
    })
  })

  describe('A return that proves nothing', () => {
    const unproven = 'The answer of Acme could not be verified.'
    const cases: [string, Misbehavior, number, string][] = [
      ['has another nonce', { claims: { nonce: 'x'.repeat(43) } }, 403, unproven],
      ['has no nonce', { claims: { nonce: undefined } }, 403, unproven],
      ['has expired', { claims: { exp: Math.floor(Date.now() / 1_000) - 120 } }, 403, unproven],
      ['is for another client', { claims: { aud: 'somebody else' } }, 403, unproven],
      ['is of another issuer', { claims: { iss: 'https://evil.test' } }, 403, unproven],
      ['has no subject', { claims: { sub: undefined } }, 403, unproven],
      ['is not signed', { signature: 'none' }, 403, unproven],
      ['is signed by an unknown key', { signature: 'stranger' }, 403, unproven],
      ['was changed after it was signed', { signature: 'broken' }, 403, unproven],
      ['never came', { tokenStatus: 500 }, 502, 'Acme does not answer.'],
      [
        'is an error of the provider, whose words are shown',
        { error: { error: 'login_required', error_description: '<b>No</b> entry' } },
        403,
        'Acme did not log you in: &lt;b&gt;No&lt;/b&gt; entry',
      ],
      ['is a refusal of the person', { error: { error: 'access_denied' } }, 403, 'did not log you'],
      [
        'has an address that the provider has not verified',
        { claims: { email_verified: false } },
        403,
        'has not verified your address nan@parley.test',
      ],
      [
        'says nothing about its address',
        { claims: { email_verified: undefined } },
        403,
        'has not verified your address nan@parley.test',
      ],
      ['belongs to no login', { state: 'x'.repeat(43) }, 403, 'This login has ended'],
    ]

    it.each(cases)('is refused if the answer %s', async (_what, misbehavior, status, sentence) => {
      const known = { sub: 'nan-1', email: 'nan@parley.test', email_verified: true, name: 'Nan' }
      provider.person = known
      provider.misbehavior = misbehavior
      const traveler = new Traveler()
      expectPage(await logIn('', traveler), status, sentence)
      expect(traveler.cookie(server.url, 'sessionid')).toBeUndefined()
    })

    it('shows its refusal in the language of the browser', async () => {
      provider.person = { sub: 'nan-1', email: 'nan@parley.test', email_verified: true }
      provider.misbehavior = { claims: { aud: 'somebody else' } }
      const page = await logIn('', new Traveler({ 'accept-language': 'de-AT,de;q=0.9' }))
      expectPage(page, 403, 'Die Antwort von Acme konnte nicht geprüft werden.')
      expect(page.text).toContain('<html lang="de">')
      expect(page.text).toContain('Du bist nicht angemeldet')
    })

    it('is refused in another browser, and a second time in the same one', async () => {
      const [oli] = await server.users('oli')
      provider.person = { sub: 'oli-1', email: oli.email, email_verified: true }
      const [first, other] = [new Traveler(), new Traveler()]
      const there = await first.open(`${server.url}/accounts/login/social/acme`)
      const back = await first.open(there.location ?? '')
      expectPage(await other.open(back.location ?? ''), 403, 'was begun in another browser')
      const again = await first.open(`${server.url}/accounts/login/social/acme`)
      const { location = '' } = await first.open(again.location ?? '')
      expect(await first.open(location)).toMatchObject({ location: `${server.url}/` })
      expectPage(await first.open(location), 403, 'This login has ended')
    })

    it('is refused for a deactivated account', async () => {
      const [pia] = await server.users('pia')
      provider.person = { sub: 'pia-1', email: pia.email, email_verified: true }
      await logIn()
      await server.owner.delete(`/users/${pia.id}`)
      expectPage(await logIn(), 403, 'Your account has been deactivated.')
    })

    it('leaves nothing in the database once it has expired', async () => {
      await new Traveler().open(`${server.url}/accounts/login/social/acme`)
      const flows = () =>
        server.db
          .selectFrom('confirmations')
          .select('id')
          .where('kind', '=', 'external_login')
          .execute()
      expect((await flows()).length).toBeGreaterThan(0)
      await server.db
        .updateTable('confirmations')
        .set({ expires_at: new Date(Date.now() - 1_000) })
        .where('kind', '=', 'external_login')
        .execute()
      await deleteOldConfirmations(server.db)
      expect(await flows()).toEqual([])
    })

    it('is told to owners with its reason', async () => {
      provider.person = { sub: 'q-1', email: 'q@parley.test', email_verified: true }
      provider.misbehavior = { claims: { aud: 'somebody else' } }
      await logIn()
      const { refusals } = shapedLike(
        expectSuccess(await server.owner.post('/realm/identity_providers/acme/test')),
        { refusals: [{ reason: '', timestamp: 0 }] },
      )
      expect(refusals[0]?.reason).toContain('aud')
      expect(refusals.length).toBeLessThanOrEqual(20)
    })
  })
})

describe('An organization without passwords', () => {
  const server = useOwnServer({ settings })
  const provider = new IdentityProvider()
  beforeAll(() => provider.open())
  afterAll(() => provider.close())

  const setPasswords = (isOn: boolean) =>
    server.owner.patch('/realm', { authentication_methods: { Email: isOn } })
  const provide = (changes: Record<string, unknown>) =>
    server.owner.patch('/realm/identity_providers/acme', changes)

  it('comes to be once an owner has logged in by a provider, and then lets nobody in by a password', async () => {
    expectError(await setPasswords(false), 400, {
      msg: 'At least one authentication method must be enabled.',
    })
    expectSuccess(
      await server.owner.post('/realm/identity_providers', {
        ...{ slug: 'acme', kind: 'oidc', display_name: 'Acme', secret: provider.secret },
        options: provider.options,
      }),
    )
    expectError(await setPasswords(false), 400, {
      msg: 'First an owner has to log in by an identity provider.',
    })
    provider.person = { sub: 'owner', email: server.owner.email, email_verified: true }
    const traveler = new Traveler()
    await traveler.follow(`${server.url}/accounts/login/social/acme`, [
      provider.url,
      `${server.url}/complete`,
    ])
    const [ada] = await server.users('ada')
    const byPassword = await browserOf(ada)
    const queue = await server.owner.register({ event_types: ['realm'] })
    expectSuccess(await setPasswords(false))

    expect(await server.owner.poll(queue)).toMatchObject([
      {
        ...{ type: 'realm', op: 'update_dict', property: 'default' },
        data: { authentication_methods: { Email: { enabled: false, available: true } } },
      },
    ])
    expectError(await byPassword.get('/json/users/me'), 401)
    const refused = {
      ...{ code: 'PASSWORD_AUTH_DISABLED', reason: 'password auth disabled' },
      msg: 'Password auth is disabled in your team.',
    }
    const browser = new Browser(server.url)
    expectError(await browser.logIn(ada.email, passwordOf(ada)), 403, refused)
    const credentials = { username: ada.email, password: passwordOf(ada) }
    const fetched = await server.call('post', '/fetch_api_key').type('form').send(credentials)
    expectError(fetched, 403, refused)
    const forgotten = server.call('post', '/accounts/password/reset').type('form')
    expectError(await forgotten.send({ email: ada.email }), 403, refused)
    // API keys go on, and so do the sessions of the provider.
    expectSuccess(await ada.get('/users/me'))
    expect(await sessionsOfProvider()).toBe(1)
    expect(expectSuccess(await server.call('get', '/server_settings'))).toMatchObject({
      email_auth_enabled: false,
      authentication_methods: { password: false, email: false, 'openid connect': true },
    })
  })

  it('keeps a way in for its owners', async () => {
    const msg = 'No owner could log in any more. First switch passwords on.'
    expectError(await provide({ is_enabled: false }), 400, { msg })
    expectError(await server.owner.delete('/realm/identity_providers/acme'), 400, { msg })
    const { link } = await makeLoginLink(
      server.ctx,
      await getActingOwner(server.ctx, ''),
      server.owner.email,
    )
    const traveler = new Traveler()
    const path = new URL(link).pathname
    expect(await traveler.open(server.url + path)).toMatchObject({ location: `${server.url}/` })
    expect((await traveler.open(server.url + path)).status).toBe(403)
  })

  it('has passwords again when an owner switches them on', async () => {
    expectSuccess(await setPasswords(true))
    const browser = new Browser(server.url)
    const [bo] = await server.users('bo')
    expectSuccess(await browser.logIn(bo.email, passwordOf(bo)))
    expectSuccess(await provide({ is_enabled: false }))
  })

  const sessionsOfProvider = async () => {
    const rows = await server.db
      .selectFrom('sessions')
      .select('id')
      .where('provider_slug', '=', 'acme')
      .execute()
    return rows.length
  }
})
