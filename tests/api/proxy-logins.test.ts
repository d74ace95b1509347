import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { callAt } from '../support/person'
import { expectError, expectSuccess } from '../support/expectations'
import { useOwnServer } from '../support/own-server'
import type { OwnServer } from '../support/own-server'
import { Traveler } from '../support/redirects'
import type { Step } from '../support/redirects'

/* Source: docs/protocol/single-sign-on.md#proxy. */

const pad = 'ab'.repeat(32)
const provider = {
  ...{ slug: 'sso', kind: 'proxy', display_name: 'SSO' },
  options: { user_header: 'X-Forwarded-User' },
}

/** A login whose requests come with the headers of a proxy. */
async function logIn(
  server: OwnServer,
  headers: Readonly<Record<string, string>>,
  { traveler = new Traveler(), query = '', start = '/accounts/login/start/sso/' } = {},
): Promise<Step> {
  const { location = '' } = await traveler.open(`${server.url}${start}${query}`)
  return traveler.open(location, headers)
}

const own = (server: OwnServer, traveler: Traveler) =>
  callAt(server, 'get', '/json/users/me').set({
    'Sec-Fetch-Site': 'same-origin',
    Cookie: `sessionid=${traveler.cookie(server.url, 'sessionid') ?? ''}`,
  })

describe('Logins by a proxy', () => {
  const server = useOwnServer({ settings: { LOGIN_PROXIES: '127.0.0.0/8,::1' } })
  beforeAll(async () => {
    expectSuccess(await server.owner.post('/realm/identity_providers', provider))
  })

  const lastReason = async () => {
    const report = await server.owner.call('POST /realm/identity_providers/{slug}/test', {
      slug: 'sso',
    })
    return report.refusals[0]?.reason
  }

  it('are listed as the protocol names them', async () => {
    const found = expectSuccess(await server.call('get', '/server_settings'))
    expect(found['external_authentication_methods']).toMatchObject([
      {
        ...{ name: 'remoteuser', display_name: 'SSO', display_icon: null },
        login_url: '/accounts/login/start/sso/',
        signup_url: '/accounts/login/start/sso/',
      },
      { name: 'parley' },
    ])
    expect(found['authentication_methods']).toMatchObject({ remoteuser: true })
    const { identity_providers: listed } = await server.owner.call('GET /realm/identity_providers')
    expect(listed).toMatchObject([{ redirect_uri: `${server.url}/accounts/login/sso/` }])
  })

  it('open a session, and find the account by the user after the address has changed', async () => {
    const ada = await server.user('ada')
    const traveler = new Traveler()
    const headers = { 'X-Forwarded-User': 'ada-1', 'X-Forwarded-Email': ada.email }
    const end = await logIn(server, headers, { traveler, query: '?next=/%23narrow/stream/7' })
    expect(end).toMatchObject({ status: 302, location: `${server.url}/#narrow/stream/7` })
    expect(expectSuccess(await own(server, traveler))).toMatchObject({ user_id: ada.id })
    const moved = { ...headers, 'X-Forwarded-Email': 'elsewhere@parley.test' }
    const again = new Traveler()
    await logIn(server, moved, { traveler: again })
    expect(expectSuccess(await own(server, again))).toMatchObject({ user_id: ada.id })
  })

  it('take a user that is an address for the address, and go on from the address of the slug', async () => {
    const bo = await server.user('bo')
    const traveler = new Traveler()
    const start = '/accounts/login/social/sso'
    await logIn(server, { 'X-Forwarded-User': bo.email }, { traveler, start })
    expect(expectSuccess(await own(server, traveler))).toMatchObject({ user_id: bo.id })
  })

  it('hand a mobile app its key, and a desktop app a code', async () => {
    const cy = await server.user('cy')
    const headers = { 'X-Forwarded-User': 'cy', 'X-Forwarded-Email': cy.email }
    const mobile = await logIn(server, headers, { query: `?mobile_flow_otp=${pad}` })
    expect(mobile.location).toMatch(/^zulip:\/\/login\?realm=http/)
    const desktop = await logIn(server, headers, { query: `?desktop_flow_otp=${pad}` })
    expect(desktop.text).toMatch(/<code>[0-9a-f]+<\/code>/)
  })

  it('make an account with a name in any script', async () => {
    await server.changeRealm({ settings: { invite_required: false } })
    const changes = { signs_up_at_once: true, options: { user_header: 'Remote-User' } }
    expectSuccess(await server.owner.patch('/realm/identity_providers/sso', changes))
    const traveler = new Traveler()
    const name = Buffer.from('Zoë, Countess', 'utf8').toString('latin1')
    const facts = { 'Remote-User': 'zoe', 'Remote-Email': 'zoe@new.test', 'Remote-Name': name }
    const groups = { 'Remote-Groups': 'staff,design' }
    await logIn(server, { ...facts, ...groups }, { traveler })
    expect(expectSuccess(await own(server, traveler))).toMatchObject({ full_name: 'Zoë, Countess' })
    expectSuccess(
      await server.owner.patch('/realm/identity_providers/sso', { options: provider.options }),
    )
  })

  describe('A header', () => {
    const refused = async (headers: OutgoingHttpHeaders, reason: RegExp) => {
      const traveler = new Traveler()
      const { location = '' } = await traveler.open(`${server.url}/accounts/login/start/sso/`)
      const cookie = `login=${traveler.cookie(server.url, 'login') ?? ''}`
      // fetch would send one line for several.
      const asked = request(location, { headers: { ...headers, cookie } }).end()
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      answer.resume()
      expect(answer.statusCode).toBe(403)
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(await lastReason()).toMatch(reason)
    }

    it.each<[string, OutgoingHttpHeaders, RegExp]>([
      ['that is missing', {}, /has sent no X-Forwarded-User/],
      ['that is empty', { 'X-Forwarded-User': ' ' }, /has sent no X-Forwarded-User/],
      ['that stands twice', { 'X-Forwarded-User': ['ada', 'bo'] }, /several or wrong values/],
      ['with commas', { 'X-Forwarded-User': 'ada,bo' }, /several or wrong values/],
      [
        'with two addresses',
        { 'X-Forwarded-User': 'ada', 'X-Forwarded-Email': ['a@a.test', 'b@b.test'] },
        /of X-Forwarded-Email/,
      ],
      [
        'with no address',
        { 'X-Forwarded-User': 'ada', 'X-Forwarded-Email': 'nobody' },
        /of X-Forwarded-Email/,
      ],
      ['of another family', { 'Remote-User': 'ada' }, /has sent no X-Forwarded-User/],
      ['that is long', { 'X-Forwarded-User': 'a'.repeat(400) }, /several or wrong values/],
    ])('is refused %s', async (_what, headers, reason) => refused(headers, reason))
  })

  it('are bound to the browser that began them', async () => {
    const { location = '' } = await new Traveler().open(`${server.url}/accounts/login/start/sso/`)
    const step = await new Traveler().open(location, { 'X-Forwarded-User': 'ada-1' })
    expect(step).toMatchObject({ status: 403 })
    expect(step.text).toContain('was begun in another browser')
  })

  it('are not completed at the addresses of other providers', async () => {
    const traveler = new Traveler()
    const { location = '' } = await traveler.open(`${server.url}/accounts/login/start/sso/`)
    const { search } = new URL(location)
    const step = await traveler.open(`${server.url}/complete/sso/${search}`, {
      'X-Forwarded-User': 'ada-1',
    })
    expect(step).toMatchObject({ status: 403 })
  })

  it.each([
    'X-Forwarded-For',
    'x-forwarded-host',
    'User-Agent',
    'Cookie',
    'X-Request-Id',
    'X-Forwarded-User: evil',
  ])('cannot be set up with the header %s', async (user_header) => {
    const refusal = await server.owner.patch('/realm/identity_providers/sso', {
      options: { user_header },
    })
    expectError(refusal, 400)
    expect((refusal.body as { msg: string }).msg).toContain('user_header must be a header')
  })
})

describe('A header from an address that the operator does not name', () => {
  const server = useOwnServer({ settings: { LOGIN_PROXIES: '10.99.0.1', TRUST_PROXY: 'true' } })

  it('logs nobody in, whatever the request tells of its way', async () => {
    const ada = await server.user('ada')
    expectSuccess(await server.owner.post('/realm/identity_providers', provider))
    const traveler = new Traveler()
    const step = await logIn(
      server,
      {
        ...{ 'X-Forwarded-User': 'ada', 'X-Forwarded-Email': ada.email },
        'X-Forwarded-For': '10.99.0.1',
      },
      { traveler },
    )
    expect(step).toMatchObject({ status: 403 })
    expect(step.text).toContain('has to come through the proxy of your organization')
    expect(traveler.cookie(server.url, 'sessionid')).toBeUndefined()
  })
})

describe('A server whose operator names no proxy', () => {
  const server = useOwnServer()

  it('lets no owner set one up', async () => {
    expectError(await server.owner.post('/realm/identity_providers', provider), 400, {
      msg: 'No proxy is believed here: the operator of this server has to set LOGIN_PROXIES.',
    })
    const step = await new Traveler().open(`${server.url}/accounts/login/start/sso/`)
    expect(step).toMatchObject({ status: 404 })
  })
})
