import { once } from 'node:events'
import { createServer } from 'node:http'
import { callAt } from '../support/person'
import { expectError, expectSuccess } from '../support/expectations'
import { portOf } from '../support/own-ports'
import { useOwnServer } from '../support/own-server'
import { Traveler } from '../support/redirects'
import type { Step } from '../support/redirects'

/* Source: docs/protocol/single-sign-on.md#github. */

const settings = {
  OUTGOING_WEBHOOKS_ALLOW_PRIVATE: '127.0.0.1',
  SECRETS_KEY: 'a key of the tests with more than 32 characters',
}

/** Plays a GitHub Enterprise Server, at which one person is logged in. */
class GitHub {
  id = 0
  emails: { email: string; primary: boolean; verified: boolean }[] = []
  /** Paths of memberships. */
  memberships: Readonly<Record<string, string>> = {}
  scope: string | null = null
  readonly #server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', this.origin)
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const path = url.pathname.replace('/api/v3', '')
    if (path === '/login/oauth/authorize') {
      this.scope = url.searchParams.get('scope')
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', 'x')
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      response.writeHead(302, { location: back.href }).end()
    } else if (path === '/login/oauth/access_token') {
      json({ access_token: 'token', token_type: 'bearer' })
    } else if (path === '/user') json({ id: this.id, login: 'octo', name: null })
    else if (path === '/user/emails') json(this.emails)
    else if (path in this.memberships) json({ state: this.memberships[path] })
    else json({}, 404)
  })

  get origin(): string {
    return `http://127.0.0.1:${portOf(this.#server)}`
  }

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  /** Logs another person in. @param emails verified ones, the first one primary */
  become(id: number, ...emails: string[]): void {
    this.id = id
    this.emails = emails
      .map((email, index) => ({ email, primary: index === 0, verified: true }))
      .reverse()
  }
}

describe('Logins by GitHub', () => {
  const server = useOwnServer({ settings })
  const github = new GitHub()
  beforeAll(async () => {
    await github.open()
    expectSuccess(await addProvider('hub'))
  })
  afterAll(() => github.close())

  const addProvider = (slug: string, options: Record<string, unknown> = {}) =>
    server.owner.post('/realm/identity_providers', {
      ...{ slug, kind: 'github', display_name: 'Hub', secret: 'a secret' },
      options: { client_id: 'parley', issuer: github.origin, ...options },
    })

  async function logIn(traveler: Traveler, slug = 'hub', query = ''): Promise<Step> {
    const there = await traveler.open(`${server.url}/accounts/login/social/${slug}${query}`)

    const back = await traveler.open(there.location ?? '')

    return traveler.open(back.location ?? '')
  }

  /** The person presses a button of the page. */
  async function choose(traveler: Traveler, page: string, address: string): Promise<Step> {
    const state = /name="state" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const answer = await fetch(`${server.url}/complete/hub/choose/`, {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams({ state, address }) },
      headers: { cookie: `login=${traveler.cookie(server.url, 'login') ?? ''}` },
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

  it('take the only address with an account, whatever its place', async () => {
    const ada = await server.user('ada')
    github.become(1, 'first@elsewhere.test', ada.email)
    const traveler = new Traveler()
    expect(await logIn(traveler)).toMatchObject({ status: 302, location: `${server.url}/` })
    expect(expectSuccess(await own(traveler))).toMatchObject({ user_id: ada.id })
    expect(github.scope).toBe('user:email')
  })

  it('ask between several addresses with accounts once, and show no address of others', async () => {
    const [bo, cy, di] = await server.users('bo', 'cy', 'di')
    github.become(2, 'none@elsewhere.test', bo.email, cy.email)
    const traveler = new Traveler()
    const { status, text } = await logIn(traveler)
    expect(status).toBe(200)
    expect(Array.from(text.matchAll(/<button[^>]*>([^<]+)</g), ([, each]) => each).sort()).toEqual([
      bo.email,
      cy.email,
    ])
    expect((await choose(traveler, text, di.email)).status).toBe(403)
    expect((await choose(new Traveler(), text, cy.email)).status).toBe(403)
    expect(await choose(traveler, text, cy.email)).toMatchObject({ status: 303, location: '/' })
    expect(expectSuccess(await own(traveler))).toMatchObject({ user_id: cy.id })
    expect((await choose(traveler, text, bo.email)).status).toBe(403)
    const again = new Traveler()
    await logIn(again)
    expect(expectSuccess(await own(again))).toMatchObject({ user_id: cy.id })
  })

  it('end in the app that began them after a choice', async () => {
    const [ed, fay] = await server.users('ed', 'fay')
    github.become(3, ed.email, fay.email)
    const traveler = new Traveler()
    const { text } = await logIn(traveler, 'hub', `?mobile_flow_otp=${'ab'.repeat(32)}`)
    const { location } = await choose(traveler, text, fay.email)
    expect(location).toMatch(/^zulip:\/\/login\?realm=/)
    expect(location).toContain(`user_id=${fay.id}`)
  })

  it('ask a newcomer between the addresses that may join', async () => {
    await server.changeRealm({ settings: { invite_required: true } })
    for (const invitee_emails of ['gus@a.test', 'gus@b.test', 'hal@a.test']) {
      expectSuccess(await server.owner.post('/invites', { invitee_emails, stream_ids: [] }))
    }
    github.become(4, 'gus@uninvited.test', 'gus@a.test', 'gus@b.test')
    const traveler = new Traveler()
    const { text } = await logIn(traveler)
    expect(text).not.toContain('uninvited')
    const { location } = await choose(traveler, text, 'gus@b.test')
    expect(location).toMatch(/^\/join\//)
    github.become(5, 'hal@uninvited.test', 'hal@a.test')
    expect((await logIn(new Traveler())).location).toMatch(/\/join\//)
    github.become(6, 'ida@uninvited.test', 'ida@other.test')
    const refused = await logIn(new Traveler())
    expect(refused.text).toContain('You need an invitation to join this organization.')
  })

  it('take an address that GitHub has made up for an account, and for no newcomer', async () => {
    const made = '7+jo@users.noreply.github.com'
    await server.changeRealm({ settings: { invite_required: false } })
    github.become(7, made)
    expect((await logIn(new Traveler())).text).toContain('Hub did not tell your email address.')
    const jo = await server.user('jo')
    await server.db
      .updateTable('users')
      .set({ delivery_email: made, email: made })
      .where('id', '=', jo.id)
      .execute()
    const traveler = new Traveler()
    await logIn(traveler)
    expect(traveler.cookie(server.url, 'sessionid')).toBeDefined()
  })

  it('admit members of an organization or a team alone, if the provider is set so', async () => {
    const kim = await server.user('kim')
    github.become(8, kim.email)
    expectSuccess(await addProvider('org', { organization: 'acme' }))
    expectSuccess(await addProvider('team', { organization: 'acme/makers' }))
    const refused = await logIn(new Traveler(), 'org')
    expect(refused).toMatchObject({ status: 403 })
    expect(refused.text).toContain('Only members of acme may log in here by Hub.')
    const counted = await server.ctx.metrics.registry.getSingleMetricAsString('parley_logins_total')
    expect(counted).toMatch(/method="github",result="ok"\} [1-9]/)
    expect(counted).toMatch(/method="github",result="refused"\} [1-9]/)
    expect(github.scope).toBe('user:email read:org')
    github.memberships = { '/user/memberships/orgs/acme': 'pending' }
    expect(await logIn(new Traveler(), 'org')).toMatchObject({ status: 403 })
    github.memberships = { '/user/memberships/orgs/acme': 'active' }
    expect(await logIn(new Traveler(), 'org')).toMatchObject({ status: 302 })
    expect(await logIn(new Traveler(), 'team')).toMatchObject({ status: 403 })
    github.memberships = { '/orgs/acme/teams/makers/memberships/octo': 'active' }
    expect(await logIn(new Traveler(), 'team')).toMatchObject({ status: 302 })
    expectError(await addProvider('wrong', { organization: '../x/y' }), 400)
  })
})
