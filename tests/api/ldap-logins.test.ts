import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { Browser } from '../support/browser'
import { shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { directoryNeeds, LdapDirectory } from '../support/ldap-directory'
import { portOf } from '../support/own-ports'
import { useOwnServer } from '../support/own-server'
import { Person } from '../support/person'
import { photo } from '../support/pictures'
import { describeWith } from '../support/services'

/* Source: docs/protocol/single-sign-on.md#ldap. */

const settings = {
  OUTGOING_WEBHOOKS_ALLOW_PRIVATE: 'localhost,127.0.0.1,::1',
  SECRETS_KEY: 'a key of the tests with more than 32 characters',
  LOGIN_RATE_LIMIT: '1000',
}
const wrong = { msg: 'Your username or password is incorrect.', code: 'AUTHENTICATION_FAILED' }

describeWith(directoryNeeds, 'Logins by LDAP', () => {
  const server = useOwnServer({ settings })
  let directory: LdapDirectory
  beforeAll(async () => {
    directory = await LdapDirectory.start()
  })
  afterAll(() => directory?.remove())
  afterEach(() => server.db.deleteFrom('identity_providers').execute())

  const addresses = '/realm/identity_providers'
  const add = (slug: string, options: Record<string, unknown> = {}, more: object = {}) =>
    server.owner.post(addresses, {
      ...{ slug, kind: 'ldap', display_name: 'Acme', secret: directory.searchPassword },
      ...{ options: { ...directory.options, login_attribute: 'uid', ...options }, ...more },
    })
  const use = async (options: Record<string, unknown> = {}) => {
    expectSuccess(await add('acme', options))
  }
  const open = () => server.changeRealm({ settings: { invite_required: false } })

  const logIn = (username: string, password = `${username} password`) =>
    server.call('post', '/fetch_api_key').type('form').send({ username, password })
  const loggedIn = async (username: string, password?: string) =>
    shapedLike(expectSuccess(await logIn(username, password)), {
      ...{ user_id: 0, email: '', api_key: '' },
    })
  const personOf = ({ user_id, email, api_key }: Awaited<ReturnType<typeof loggedIn>>) =>
    new Person(server.url, user_id, email, api_key, '')
  const reasons = async () => {
    const { refusals } = shapedLike(
      expectSuccess(await server.owner.post(`${addresses}/acme/test`)),
      { refusals: [{ reason: '', timestamp: 0 }] },
    )
    return refusals.map(({ reason }) => reason)
  }

  describe('A person', () => {
    it('logs in by name, and gets an account with the name of the directory at once', async () => {
      await open()
      await use()
      await directory.addPerson('ada')
      const ada = await loggedIn('ada')
      expect(ada.email).toBe('ada@acme.test')
      const own = expectSuccess(await personOf(ada).get('/users/me'))
      expect(own).toMatchObject({ full_name: 'ada of Acme', role: 400 })
      expect((await loggedIn('ADA', 'ada password')).user_id).toBe(ada.user_id)
      expectError(await logIn('ada', 'wrong'), 403, wrong)
    })

    it('proves who is there by the form of the login, when a session is old', async () => {
      await open()
      await use()
      await directory.addPerson('abby')
      const browser = new Browser(server.url)
      expectSuccess(await browser.logIn('abby', 'abby password'))
      const long = new Date(Date.now() - 601_000)
      await server.db.updateTable('sessions').set({ created_at: long, proved_at: null }).execute()
      const way = { kind: 'provider', slug: 'acme', display_name: 'Acme' }
      expectError(await browser.post('/json/fetch_api_key'), 403, {
        ways: [{ ...way, login_url: '/login?again=1' }],
      })
    })

    it('logs a browser in, whose session ends with the directory', async () => {
      await open()
      await use()
      await directory.addPerson('bea')
      const answer = await server
        .call('post', '/json/session')
        .type('form')
        .send({ email: 'bea', password: 'bea password' })
      expectSuccess(answer)
      const sessions = () => server.db.selectFrom('sessions').select('provider_slug').execute()
      expect(await sessions()).toContainEqual({ provider_slug: 'acme' })
      expectSuccess(await server.owner.patch(`${addresses}/acme`, { is_enabled: false }))
      expect(await sessions()).not.toContainEqual({ provider_slug: 'acme' })
      expectError(await logIn('bea'), 400, { msg: 'Enter a valid email address.' })
    })

    it('logs in with an appended domain, or by an address', async () => {
      const cy = await server.user('cy')
      const domain = cy.email.split('@')[1] ?? ''
      await directory.addPerson('cy', { mail: 'other@acme.test' })
      await use({ login_attribute: undefined, append_domain: domain })
      expect((await loggedIn('cy')).user_id).toBe(cy.id)
      expect((await loggedIn(cy.email, 'cy password')).user_id).toBe(cy.id)
      expectError(await logIn('cy@other.test', 'cy password'), 403, wrong)

      const di = await server.user('di')
      await directory.addPerson('di', { mail: di.email })
      expectSuccess(await server.owner.delete(`${addresses}/acme`))
      await use({ login_attribute: undefined })
      expect((await loggedIn(di.email.toUpperCase(), 'di password')).user_id).toBe(di.id)
      expectError(await logIn('di'), 400, { msg: 'Enter a valid email address.' })
    })

    it('keeps the account when the address and the name of the entry change', async () => {
      await open()
      await use({ updates_addresses: true })
      await directory.addPerson('eve')
      const before = await loggedIn('eve')
      await directory.change('eve', { mail: 'eve.new@acme.test', displayName: 'Eve New' })
      const after = await loggedIn('eve')
      expect(after).toMatchObject({ user_id: before.user_id, email: 'eve.new@acme.test' })
      const own = expectSuccess(await personOf(after).get('/users/me'))
      expect(own['full_name']).toBe('Eve New')
    })

    it('has an objectGUID or a chosen attribute as the id', async () => {
      await open()
      await use({ id_attribute: 'objectGUID' })
      const objectGUID = Buffer.from('33221100554477668899aabbccddeeff', 'hex')
      await directory.addPerson('flo', { objectGUID })
      const { user_id } = await loggedIn('flo')
      const { issuer, subject } = await server.db
        .selectFrom('external_identities')
        .select(['issuer', 'subject'])
        .where('user_id', '=', user_id)
        .executeTakeFirstOrThrow()
      expect(issuer).toBe('ldap:acme:objectguid')
      expect(subject).toBe('00112233-4455-6677-8899-aabbccddeeff')

      await directory.addPerson('gil')
      expectError(await logIn('gil'), 403, { msg: 'Acme did not tell who you are.' })
      expect((await reasons())[0]).toContain('has no objectGUID. Choose id_attribute.')
    })

    it('gets the picture of the directory, which is decoded once', async () => {
      await open()
      await use({ picture_attribute: 'jpegPhoto' })
      await directory.addPerson('hal', { jpegPhoto: await photo() })
      const { user_id } = await loggedIn('hal')
      const avatar = () =>
        server.db
          .selectFrom('users')
          .select(['avatar_key', 'avatar_version'])
          .where('id', '=', user_id)
          .executeTakeFirstOrThrow()
      const first = await avatar()
      expect(first.avatar_key).not.toBeNull()
      await directory.change('hal', { title: 'Chief' })
      await loggedIn('hal')
      expect(await avatar()).toEqual(first)
      await directory.change('hal', { jpegPhoto: Buffer.from('ffd8ffe000ffd9', 'hex') })
      await loggedIn('hal')
      expect(await avatar()).toEqual(first)
    })

    it('needs an invitation where one is needed, unless the directory makes accounts', async () => {
      await server.changeRealm({ settings: { invite_required: true } })
      await use()
      await directory.addPerson('ida')
      expectError(await logIn('ida'), 403, {
        ...{ code: 'DIRECTORY_REFUSED', msg: 'You need an invitation to join this organization.' },
      })
      const options = { ...directory.options, login_attribute: 'uid', creates_accounts: true }
      expectSuccess(await server.owner.patch(`${addresses}/acme`, { options }))
      expect((await loggedIn('ida')).email).toBe('ida@acme.test')
    })

    it('is asked for a name if that of the directory cannot be used', async () => {
      await open()
      await use()
      await directory.addPerson('joe', { displayName: 'x'.repeat(200) })
      const path = expect.stringMatching(/^\/join\/[\w-]+\/$/) as string
      expectError(await logIn('joe'), 403, { code: 'SIGN_UP_NEEDED', path })
    })
  })

  describe('The account of a person', () => {
    it('is not let in while it is deactivated here', async () => {
      await use()
      const kim = await server.user('kim')
      await directory.addPerson('kim', { mail: kim.email })
      await loggedIn('kim')
      expectSuccess(await server.owner.delete(`/users/${kim.id}`))
      expectError(await logIn('kim'), 403, { msg: 'Your account has been deactivated.' })
      expectError(await logIn('kim', 'wrong'), 403, wrong)
    })

    it.each([
      ['userAccountControl', { userAccountControl: '514' }, {}],
      ['a chosen attribute', { isLocked: 'TRUE' }, { disabled_attribute: 'isLocked' }],
      ['missing attributes', {}, { required_attributes: ['title=Chief', 'l=Rome\nsn=xyz'] }],
    ])('is kept out by %s', async (what, attributes, options) => {
      await open()
      await use(options)
      const uid = `kept-by-${what.replace(/ /g, '-')}`
      await directory.addPerson(uid, attributes)
      const msg = 'Your account at Acme cannot be used here.'
      expectError(await logIn(uid), 403, { code: 'DIRECTORY_REFUSED', msg })
      expectError(await logIn(uid, 'wrong'), 403, wrong)
      expect((await reasons())[0]).toContain('is disabled, or lacks')
    })

    it('is let in by one of several groups, also by a group in a group', async () => {
      await open()
      const { groupBase } = directory
      await directory.addPerson('lea')
      await directory.addPerson('max')
      const inner = await directory.addGroup('inner', [directory.dnOf('lea')])
      const outer = await directory.addGroup('outer', [inner])
      await use({ group_base: groupBase, required_attributes: ['l=Rome', `memberOf=${outer}`] })
      await loggedIn('lea')
      expectError(await logIn('max'), 403, { code: 'DIRECTORY_REFUSED' })
    })
  })

  describe('An attack', () => {
    beforeEach(async () => {
      await open()
      await use()
    })
    beforeAll(async () => {
      await directory.addPerson('victim', { mail: 'victim@acme.test' })
    })

    it.each(['*', '*)(uid=*', 'victim)(|(uid=*', 'victim*', '\\2a', 'victim\u0001'])(
      'finds nobody by the name %j',
      async (name) => {
        expectError(await logIn(name, 'victim password'), 403, wrong)
        expectError(await logIn(name.repeat(500), 'victim password'), 403, wrong)
      },
    )

    it.each(['', ' ', '*', 'victim password\u0001'])(
      'is refused with the password %j',
      async (password) => {
        expectError(await logIn('victim', password), 403, wrong)
        expectError(await logIn('victim', `victim password${'x'.repeat(2_000)}`), 403, wrong)
      },
    )

    it('is refused for a NUL in the name or the password', async () => {
      expectError(await logIn('victim\u0000', 'victim password'), 400)
      expectError(await logIn('victim', 'victim password\u0000more'), 400)
    })

    it('is refused by a name that several people have', async () => {
      for (const uid of ['twin1', 'twin2']) {
        await directory.addPerson(uid, { uid: [uid, 'twin'], userPassword: 'twin password' })
      }
      expectError(await logIn('twin'), 403, wrong)
      expect((await reasons())[0]).toBe('Acme shows several people named twin.')
    })

    it('finds no other server by a reference', async () => {
      let calls = 0
      const other = await listening(() => (calls += 1))
      const ref = `ldap://127.0.0.1:${portOf(other)}/ou=people,dc=acme,dc=test??sub`
      const objectClass = ['referral', 'extensibleObject']
      await directory.add(`ou=elsewhere,${directory.base}`, { objectClass, ou: 'elsewhere', ref })
      expectError(await logIn('nobody'), 403, wrong)
      await loggedIn('victim')
      other.close()
      expect(calls).toBe(0)
    })

    it('is limited by the name in the directory, however guesses spell it', async () => {
      const counted: string[] = []
      const { consumeLogin } = server.ctx.limits
      server.ctx.limits.consumeLogin = async (source) => {
        counted.push(source.account.replace(/^\d+:/, ''))
        await consumeLogin.call(server.ctx.limits, source)
      }
      try {
        expectError(await logIn('victim', 'guess'), 403, wrong)
        expectError(await logIn('ｖictim', 'guess'), 403, wrong)
      } finally {
        server.ctx.limits.consumeLogin = consumeLogin
      }
      expect(counted).toEqual(['victim', 'ｖictim', 'victim'])
    })
  })

  describe('The connection', () => {
    const fault = async (slug: string) =>
      shapedLike(expectSuccess(await server.owner.post(`${addresses}/${slug}/test`)), {
        fault: '',
      }).fault

    it('is encrypted by StartTLS and by ldaps, with the authority of the options', async () => {
      await open()
      await use()
      await directory.addPerson('nia')
      const { user_id } = await loggedIn('nia')
      const options = { ...directory.options, login_attribute: 'uid' }
      const secure = { ...options, server_url: directory.secureUrl }
      expectSuccess(await server.owner.patch(`${addresses}/acme`, { options: secure }))
      expect((await loggedIn('nia')).user_id).toBe(user_id)
    })

    it.each(['url', 'secureUrl'] as const)('is refused without that authority: %s', async (url) => {
      await use({ server_url: directory[url], ca_certificates: [] })
      expect(await fault('acme')).toMatch(/self-signed certificate/)
      expectError(await logIn('ada'), 403, { code: 'DIRECTORY_REFUSED' })
    })

    it('is refused for a host that the certificate does not name', async () => {
      await use({ server_url: directory.url.replace('127.0.0.1', '[::1]') })
      expect(await fault('acme')).toMatch(/cannot be reached/)
    })

    it('is refused to addresses inside, and without encryption, unless the operator excepts the host', async () => {
      await use({ server_url: 'ldap://10.1.2.3' })
      expect(await fault('acme')).toContain('10.1.2.3 is not an address on the Internet')
      expectSuccess(await add('plain', { is_unencrypted: true, server_url: 'ldap://8.8.8.8' }))
      expect(await fault('plain')).toContain('8.8.8.8 is not an address on the Internet')
    })

    it('is told to be refused in a sentence, and passwords of accounts still work', async () => {
      const pat = await server.user('pat')
      const [port] = [portOf(await closedServer())]
      await use({ server_url: `ldap://127.0.0.1:${port}` })
      expectError(await logIn('ada'), 403, { msg: 'Acme does not answer. Please try again later.' })
      expectSuccess(await logIn(pat.email, 'password of pat'))
      expect((await reasons())[0]).toContain('ECONNREFUSED')
    })

    it('ends if the server sends lying lengths, or no LDAP', async () => {
      const lying = Buffer.from('3013020102640e0400300a3008040031847fffffff', 'hex')
      for (const answer of [lying, Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')]) {
        const hostile = await listening((socket) => socket.on('data', () => socket.write(answer)))
        const server_url = `ldap://127.0.0.1:${portOf(hostile)}`
        await use({ server_url, is_unencrypted: true })
        expectError(await logIn('ada'), 403, { code: 'DIRECTORY_REFUSED' })
        expectSuccess(await server.owner.delete(`${addresses}/acme`))
        hostile.close()
      }
    })

    it.each([
      ['bytes follow the answer to StartTLS', '300c02010178070a01000400040030', 'is no LDAP'],
      ['the server refuses StartTLS', '300c02010178070a010204000400', 'does not offer StartTLS'],
    ])('ends if %s', async (_what, answer, reason) => {
      const hostile = await listening((socket) =>
        socket.on('data', () => socket.write(Buffer.from(answer, 'hex'))),
      )
      await use({ server_url: `ldap://127.0.0.1:${portOf(hostile)}` })
      expect(await fault('acme')).toContain(reason)
      hostile.close()
    })

    it('is refused for a wrong password of this server', async () => {
      expectSuccess(await add('acme', {}, { secret: 'wrong' }))
      expect(await fault('acme')).toMatch(/^Acme refuses cn=search,dc=acme,dc=test/)
      expectError(await logIn('ada'), 403, {
        msg: 'Acme does not let this server in. Please tell an administrator.',
      })
    })
  })

  describe('The settings', () => {
    it('let people in by the directory alone where passwords are off', async () => {
      await use()
      await directory.addPerson('boss', { mail: server.owner.email })
      await loggedIn('boss')
      const switchPasswords = (Email: boolean) =>
        server.owner.patch('/realm', { authentication_methods: { Email } })
      const ruth = await server.user('ruth')
      expectSuccess(await switchPasswords(false))
      try {
        expectError(await logIn(ruth.email, 'password of ruth'), 403, wrong)
        await loggedIn('boss')
        expect(expectSuccess(await server.call('get', '/server_settings'))).toMatchObject({
          email_auth_enabled: false,
          authentication_methods: { ldap: true, password: false },
        })
      } finally {
        expectSuccess(await switchPasswords(true))
      }
    })

    it('are shown to clients as a form for names', async () => {
      await use()
      const found = expectSuccess(await server.call('get', '/server_settings'))
      expect(found).toMatchObject({
        ...{ require_email_format_usernames: false, external_authentication_methods: [] },
        authentication_methods: { ldap: true, password: true },
      })
      const page = await fetch(`${server.url}/accounts/login/social/acme`, { redirect: 'manual' })
      expect(page.status).toBe(404)
    })

    it('test a directory by counting people, and show the attributes of one', async () => {
      await use({ group_base: directory.groupBase })
      await directory.addPerson('quo', { title: ['Chief', 'Cook'] })
      const answer = expectSuccess(
        await server.owner.post(`${addresses}/acme/test`, { person: 'quo' }),
      )
      expect(answer).toMatchObject({
        ...{ fault: null, people: expect.any(Number) },
        person: { address: 'quo@acme.test', full_name: 'quo of Acme', is_kept_out: false },
      })
      expect(answer['people']).toBeGreaterThan(0)
      expect(JSON.stringify(answer['person'])).toContain('"title":["Chief","Cook"]')
      expect(JSON.stringify(answer['person'])).not.toContain('quo password')
      const nobody = await server.owner.post(`${addresses}/acme/test`, { person: 'nobody' })
      expect(expectSuccess(nobody)['fault']).toBe('Acme shows nobody named nobody.')
    })

    it.each([
      [{ server_url: 'https://ldap.test' }, 'server_url must be an address that begins with'],
      [{ server_url: 'ldap://ldap.test/dc=x' }, 'server_url names a server'],
      [{ user_filter: '(uid=' }, 'user_filter is no filter'],
      [{ ca_certificates: ['no'] }, 'ca_certificates must be X.509 certificates'],
      [{ required_attributes: ['department'] }, 'required_attributes has lines such as'],
      [{ search_base: '' }, 'ldap needs the option search_base.'],
    ])('refuse %j', async (options, msg) => {
      expectError(await add('bad', options), 400, { msg: expect.stringContaining(msg) as string })
    })
  })
})

function listening(onConnection: (socket: Socket) => unknown): Promise<Server> {
  const server = createServer(onConnection).unref()
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

/** A server whose port refuses connections by now. */
async function closedServer(): Promise<Pick<Server, 'address'>> {
  const server = await listening(() => undefined)
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return { address: () => address }
}
