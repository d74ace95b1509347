import type { Response } from 'supertest'
import { endOrphanedSessions } from '../../src/server/identity/settings/end-orphaned-sessions'
import { AuthenticatorApp, ticketOf } from '../support/authenticator-app'
import { Browser, passwordOf } from '../support/browser'
import { shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { PasskeyDevice } from '../support/passkey-device'
import type { Misconduct } from '../support/passkey-device'
import type { Person } from '../support/person'
import { useOwnServer } from '../support/own-server'

/* Source: docs/protocol/second-factors.md#passkeys. */

const host = 'chat.acme.test'
const site = `http://${host}`
let now = new Date('2026-03-02T09:00:00Z')
const clock = { now: () => now }
const pass = (seconds: number) => (now = new Date(now.getTime() + seconds * 1_000))

const ended = { code: 'LOGIN_ENDED' }
const refused = { code: 'PASSKEY_REFUSED' }

describe('Passkeys', () => {
  const server = useOwnServer({
    settings: { SECRETS_KEY: 'a key of the tests with more than 32 characters' },
    clock,
  })

  const browser = () => new Browser(server.url, { host })
  const optionsIn = (response: Response): unknown =>
    shapedLike(expectSuccess(response), { options: {} }).options

  async function browserOf(person: Person): Promise<Browser> {
    const its = browser()
    expectSuccess(await its.logIn(person.email, passwordOf(person)))
    return its
  }

  async function add(
    by: Browser,
    device: PasskeyDevice,
    name = 'Laptop',
    misconduct: Misconduct = {},
  ): Promise<Response> {
    const options = optionsIn(await by.post('/json/passkeys/options'))
    return by.post('/json/passkeys', { name, credential: device.create(options, misconduct) })
  }

  /** A person with a passkey, and a browser that is logged in. */
  async function equip(name: string): Promise<[Person, PasskeyDevice, Browser]> {
    const [person] = await server.users(name)
    const [its, device] = [await browserOf(person), new PasskeyDevice(site)]
    expectSuccess(await add(its, device))
    return [person, device, its]
  }

  const begin = async () => optionsIn(await browser().post('/json/session/passkey/options'))
  const finish = (credential: object, by = browser()) =>
    by.post('/json/session/passkey', { credential })
  const logIn = async (device: PasskeyDevice, misconduct: Misconduct = {}, by = browser()) =>
    finish(device.use(await begin(), misconduct), by)

  describe('A login', () => {
    it('needs no name and no password, and gives a session', async () => {
      const [ada, device] = await equip('ada')
      const its = browser()
      const answer = await logIn(device, {}, its)
      expect(expectSuccess(answer)).toMatchObject({ user_id: ada.id, email: ada.email })
      expect(expectSuccess(await its.get('/json/users/me'))).toMatchObject({ user_id: ada.id })
    })

    it('gives a session that outlasts the start of a worker', async () => {
      const [, device] = await equip('dee')
      const its = browser()
      expectSuccess(await logIn(device, {}, its))
      await endOrphanedSessions(server.ctx)
      expectSuccess(await its.get('/json/users/me'))
    })

    it('asks for discoverable passkeys of this host', async () => {
      expect(await begin()).toMatchObject({ rpId: host, userVerification: 'preferred' })
      expect(await begin()).not.toHaveProperty('allowCredentials')
    })

    it('takes a challenge once, also of two simultaneous calls', async () => {
      const [, device] = await equip('bo')
      const options = await begin()
      const credentials = [device.use(options), device.use(options)]
      const answers = await Promise.all(credentials.map((each) => finish(each)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
      expectError(await finish(device.use(options)), 400, ended)
    })

    it('takes no challenge twice if the first signature was wrong', async () => {
      const [, device] = await equip('cy')
      const options = await begin()
      expectError(await finish(device.use(options, { isForged: true })), 403, refused)
      expectError(await finish(device.use(options)), 400, ended)
    })

    it('takes a challenge for five minutes', async () => {
      const [, device] = await equip('di')
      const options = await begin()
      pass(301)
      expectError(await finish(device.use(options)), 400, ended)
    })

    it.each<[string, Misconduct]>([
      ['of another origin', { origin: 'https://evil.test' }],
      ['of the same host with another scheme', { origin: `https://${host}` }],
      ['for another site', { rpId: 'evil.test' }],
      ['with a forged signature', { isForged: true }],
      ['of another ceremony', { type: 'webauthn.create' }],
    ])('refuses an answer %s', async (fault, misconduct) => {
      const [, device] = await equip(`ed-${fault.length}`)
      expectError(await logIn(device, misconduct), 403, refused)
    })

    it('refuses a passkey that is unknown, and a challenge that nobody made', async () => {
      expectError(await logIn(new PasskeyDevice(site)), 403, refused)
      const [, device] = await equip('fay')
      const invented = { challenge: 'x'.repeat(43) }
      expectError(await finish(device.use(invented)), 400, ended)
      expectError(await finish(device.use({ challenge: '' })), 400, ended)
    })

    it('refuses the passkey of one account under the name of another', async () => {
      const [, device] = await equip('gus')
      const [hal] = await equip('hal')
      const credential = device.use(await begin())
      const userHandle = Buffer.from(`${server.realmId}:${hal.id}`).toString('base64url')
      const response = { ...credential.response, userHandle }
      expectError(await finish({ ...credential, response }), 403, refused)
      // The signature of one passkey with the id of another.
      const [, other] = await equip('hank')
      const id = other.id.toString('base64url')
      expectError(await finish({ ...device.use(await begin()), id, rawId: id }), 403, refused)
    })

    it('refuses a counter that goes back, and tells owners', async () => {
      const [ida, device] = await equip('ida')
      expectSuccess(await logIn(device, { counter: 7 }))
      for (const counter of [7, 6, 0]) {
        expectError(await logIn(device, { counter }), 403, {
          ...refused,
          msg: 'This passkey seems to have been copied: its counter went back. Log in another way, and remove it.',
        })
      }
      expectSuccess(await logIn(device, { counter: 8 }))
      const acts = await server.db
        .selectFrom('audit_log')
        .select('act')
        .where('affected_id', '=', ida.id)
        .where('act', '=', 'passkey_refused')
        .execute()
      expect(acts).toHaveLength(3)
    })

    it('takes a passkey that does not count', async () => {
      const [, device] = await equip('jo')
      expectSuccess(await logIn(device, { counter: 0 }))
      expectSuccess(await logIn(device, { counter: 0 }))
    })

    it('refuses a deactivated account', async () => {
      const [kim, device] = await equip('kim')
      expectSuccess(await server.owner.delete(`/users/${kim.id}`))
      expectError(await logIn(device), 403, { code: 'USER_DEACTIVATED' })
    })

    it('asks for the code of the app unless the passkey has verified the person', async () => {
      const [lea, device, its] = await equip('lea')
      const app = await AuthenticatorApp.setUp(its, clock)
      pass(60)
      expectSuccess(await logIn(device))
      const half = await logIn(device, { isPersonVerified: false })
      expectError(half, 403, { code: 'TWO_FACTOR_REQUIRED' })
      const second = { ticket: ticketOf(half), code: app.code() }
      expect(expectSuccess(await browser().post('/json/session/second', second))).toMatchObject({
        user_id: lea.id,
      })
    })

    it('works without passwords, and its sessions stay when passwords are switched off', async () => {
      const [, device, its] = await equip('mo')
      const byPasskey = browser()
      expectSuccess(await logIn(device, {}, byPasskey))
      const owner = server.owner
      expectError(await owner.patch('/realm', { authentication_methods: { Email: false } }), 400, {
        msg: 'At least one authentication method must be enabled.',
      })
      expectSuccess(
        await owner.post('/realm/identity_providers', {
          ...{ slug: 'acme', kind: 'github', display_name: 'Acme', secret: 'a secret' },
          options: { client_id: 'parley' },
        }),
      )
      expectError(await owner.patch('/realm', { authentication_methods: { Email: false } }), 400, {
        msg: 'First an owner has to log in by an identity provider.',
      })
      const [olga] = await server.users('olga')
      expectSuccess(await owner.patch(`/users/${olga.id}`, { role: 100 }))
      const [olgas, key] = [await browserOf(olga), new PasskeyDevice(site)]
      expectSuccess(await add(olgas, key))
      expectSuccess(await owner.patch('/realm', { authentication_methods: { Email: false } }))
      expectError(await its.get('/json/users/me'), 401)
      expectSuccess(await byPasskey.get('/json/users/me'))
      const again = browser()
      expectSuccess(await logIn(key, {}, again))
      const { passkeys } = shapedLike(expectSuccess(await again.get('/json/passkeys')), {
        passkeys: [{ id: 0 }],
      })
      expectError(await again.delete(`/json/passkeys/${passkeys[0]?.id}`), 400, {
        msg: 'No owner could log in any more. First switch passwords on.',
      })
      expectSuccess(await owner.patch('/realm', { authentication_methods: { Email: true } }))
      expectSuccess(await again.delete(`/json/passkeys/${passkeys[0]?.id}`))
    })
  })

  describe('The settings of a person', () => {
    it('list passkeys, rename and remove them', async () => {
      const [, device, its] = await equip('ned')
      const made = now.getTime() / 1_000
      pass(60)
      expectSuccess(await logIn(device))
      const { passkeys } = shapedLike(expectSuccess(await its.get('/json/passkeys')), {
        passkeys: [{ id: 0, name: '' }],
      })
      expect(passkeys).toEqual([
        {
          ...{ id: passkeys[0]?.id, name: 'Laptop', is_backed_up: false },
          ...{ created_at: made, last_used_at: made + 60 },
        },
      ])
      const path = `/json/passkeys/${passkeys[0]?.id}`
      expectError(await its.call('patch', path, { name: ' ' }), 400)
      expectSuccess(await its.call('patch', path, { name: ' Phone ' }))
      const [, , foreign] = await equip('nina')
      expectError(await foreign.call('patch', path, { name: 'Mine' }), 400, {
        msg: 'Invalid passkey',
      })
      expectError(await foreign.delete(path), 400, { msg: 'Invalid passkey' })
      expect(expectSuccess(await its.get('/json/passkeys'))).toMatchObject({
        passkeys: [{ name: 'Phone' }],
      })
      expectSuccess(await its.delete(path))
      expectError(await logIn(device), 403, refused)
    })

    it('add a passkey by a challenge of their own, once, on their own site', async () => {
      const [oz, pia] = await server.users('oz', 'pia')
      const [ozs, pias] = [await browserOf(oz), await browserOf(pia)]
      const options = optionsIn(await ozs.post('/json/passkeys/options'))
      expect(options).toMatchObject({
        rp: { id: host },
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      })
      const device = new PasskeyDevice(site)
      const credential = device.create(options)
      expectError(await pias.post('/json/passkeys', { name: 'x', credential }), 400, ended)
      expectError(await ozs.post('/json/passkeys', { name: 'x', credential }), 400, ended)
      for (const misconduct of [
        { origin: 'https://evil.test' },
        { rpId: 'evil.test' },
        { type: 'webauthn.get' },
      ]) {
        expectError(await add(ozs, new PasskeyDevice(site), 'x', misconduct), 403, refused)
      }
      expectSuccess(await add(ozs, device))
      expectError(await add(pias, device), 403, refused)
      const login = await begin()
      expectError(
        await ozs.post('/json/passkeys', {
          name: 'x',
          credential: new PasskeyDevice(site).create({ ...(login as object), user: { id: '' } }),
        }),
        400,
        ended,
      )
    })

    it('have twenty passkeys at most, and change by a session alone', async () => {
      const [quin, , its] = await equip('quin')
      await server.db
        .insertInto('passkeys')
        .values(
          Array.from({ length: 19 }, (_, index) => ({
            ...{ realm_id: server.realmId, user_id: quin.id, credential_id: `id-${index}` },
            ...{ public_key: Buffer.from('key'), counter: 0, transports: '[]', name: 'Key' },
            ...{ may_be_backed_up: false, is_backed_up: false, last_used_at: null },
          })),
        )
        .execute()
      expectError(await its.post('/json/passkeys/options'), 400, {
        msg: 'Too many passkeys (limit: 20)',
      })
      expectError(await quin.delete('/json/passkeys/1'), 400, {
        msg: 'Log in with a browser to change how you log in.',
      })
    })

    it('refuse what is no credential with a sentence', async () => {
      const [, , its] = await equip('rob')
      for (const credential of [
        '{}',
        { id: 'x', rawId: 'x', type: 'public-key', response: {} },
        {
          ...{ id: 'x', rawId: 'x', type: 'public-key' },
          response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
        },
      ]) {
        const { status, body } = await its.post('/json/passkeys', { name: 'x', credential })
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
        expect(shapedLike(body, { msg: '' }).msg).not.toBe('')
      }
    })

    it('need a host name in the address', async () => {
      const [sue] = await server.users('sue')
      const its = new Browser(server.url)
      expectSuccess(await its.logIn(sue.email, passwordOf(sue)))
      expectError(await its.post('/json/passkeys/options'), 400, {
        msg: 'Passkeys need a host name in the address of this server.',
      })
    })
  })
})
