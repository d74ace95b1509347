import { scryptSync } from 'node:crypto'
import { Browser, browserOf, passwordOf, sessionsOf } from '../support/browser'
import { expectError, expectSuccess } from '../support/expectations'
import { callAt } from '../support/person'
import { picture } from '../support/pictures'
import { useOwnServer } from '../support/own-server'
import { untilHolds } from '../support/until'
import { uploadedBy } from '../support/uploads'

const notLoggedIn = 'Not logged in: API authentication or user session required'
const loggedOut = { code: 'UNAUTHORIZED', msg: notLoggedIn }
const asPage = 'Session realm="zulip"'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('a session', () => {
  const server = useOwnServer()

  describe('a new session', () => {
    it('comes from email and password, and calls endpoints for keys, at both addresses', async () => {
      const [ann] = await server.users('ann')
      const browser = new Browser(server.url)
      const answer = expectSuccess(await browser.logIn(ann.email, passwordOf(ann)))
      expect(answer).toEqual({ result: 'success', msg: '', user_id: ann.id, email: ann.email })
      for (const path of ['/api/v1/users/me', '/json/users/me']) {
        expect(expectSuccess(await browser.get(path))).toMatchObject({ user_id: ann.id })
      }
      const hello = { type: 'private', to: [ann.id], content: 'hello' }
      expectSuccess(await browser.post('/json/messages', hello))
      expectSuccess(await ann.get('/json/users/me'))
    })

    it('has a cookie that no script, other site or other host gets', async () => {
      const [ada] = await server.users('ada')
      const { setCookie } = await browserOf(ada)
      const rules = 'Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict'
      expect(setCookie).toMatch(new RegExp(`^sessionid=[\\w-]{43}; ${rules}$`))
    })

    it('comes with each log-in, and ends the session that the browser had', async () => {
      const [amy] = await server.users('amy')
      const browser = await browserOf(amy)
      const before = browser.as(server.url)
      expectSuccess(await browser.logIn(amy.email, passwordOf(amy)))
      expect(browser.cookie).not.toBe(before.cookie)
      expectError(await before.get('/json/users/me'), 401, loggedOut)
      expect(await sessionsOf(browser)).toHaveLength(1)
    })

    it('needs the right password of an active account, and names the fault otherwise', async () => {
      const [abe, al] = await server.users('abe', 'al')
      const browser = new Browser(server.url)
      const wrong = await browser.logIn(abe.email, 'wrong')
      expectError(wrong, 403, { code: 'AUTHENTICATION_FAILED', reason: 'incorrect_creds' })
      expectError(await browser.logIn('nobody@parley.test', 'wrong'), 403, {
        reason: 'incorrect_creds',
      })
      expectError(await browser.logIn('nobody', 'wrong'), 400, { code: 'BAD_REQUEST' })
      expectError(await browser.post('/json/session', { email: abe.email }), 400, {
        var_name: 'password',
      })
      await server.owner.delete(`/users/${al.id}`)
      expectError(await browser.logIn(al.email, passwordOf(al)), 403, { code: 'USER_DEACTIVATED' })
      expect(browser.cookie).toBeUndefined()
    })

    it('comes with each of several log-ins at once, also while the hash of the password is renewed', async () => {
      const [abby] = await server.users('abby')
      await server.db
        .updateTable('users')
        .set({ password_hash: outdatedHash(passwordOf(abby)) })
        .where('id', '=', abby.id)
        .execute()
      const browsers = Array.from({ length: 4 }, () => new Browser(server.url))
      const logIns = browsers.map(async (one) => one.logIn(abby.email, passwordOf(abby)))
      for (const answer of await Promise.all(logIns)) expectSuccess(answer)
      for (const one of browsers) expectSuccess(await one.get('/json/users/me'))
    })

    it('has no token in the database', async () => {
      const [art] = await server.users('art')
      const { cookie = '' } = await browserOf(art)
      const rows = await server.db.selectFrom('sessions').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1])
    })
  })

  describe('a known session', () => {
    it('asks the database nothing from its second call on', async () => {
      const [bea] = await server.users('bea')
      const browser = await browserOf(bea)
      expectSuccess(await browser.get('/json/users/me/pointer'))
      const reads = jest.spyOn(server.ctx.caches.requesters, 'read')
      // The worker may still learn of bea's creation, or be too busy to read the log of changes.
      await untilHolds('five calls ask nothing', async () => {
        reads.mockClear()
        for (let call = 0; call < 5; call += 1) {
          expectSuccess(await browser.get('/json/users/me/pointer'))
        }
        return reads.mock.calls.length === 0
      })
      reads.mockRestore()
    })

    it('is the client "website", whatever the browser calls itself', async () => {
      const [ben, bob] = await server.users('ben', 'bob')
      const browser = await browserOf(ben, { 'User-Agent': 'ZulipPython/1.0' })
      const { id } = expectSuccess(
        await browser.post('/json/messages', {
          ...{ type: 'private', to: [bob.id], content: 'hello', client: 'robot' },
        }),
      )
      const page = { anchor: 'newest', num_before: 1, num_after: 0 }
      const answer = expectSuccess(await browser.get('/json/messages', page))
      // Their own messages count as read.
      expect(answer['messages']).toMatchObject([{ id, client: 'website', flags: ['read'] }])
    })

    it('serves files and avatars to a page', async () => {
      const [bill] = await server.users('bill')
      const browser = await browserOf(bill)
      const image = { Accept: 'image/avif,image/webp,*/*' }
      const file = await uploadedBy(bill)
      const sized = file.replace('/user_uploads/', '/user_uploads/thumbnail/')
      const paths = { [file]: 200, [`${sized}/300x200.webp`]: 200, [`/avatar/${bill.id}`]: 302 }
      for (const [path, status] of Object.entries(paths)) {
        const fetch = browser.as(server.url, { headers: image })
        expect([path, (await fetch.get(path)).status]).toEqual([path, status])
        const stranger = await new Browser(server.url, { headers: image }).get(path)
        expectError(stranger, 401, loggedOut)
        expect(stranger.headers['www-authenticate']).toBe(asPage)
      }
      const uploaded = callAt({ url: server.url, host: undefined }, 'post', '/json/user_uploads')
        .set({ Cookie: browser.cookie ?? '', 'Sec-Fetch-Site': 'same-origin' })
        .attach('file', await picture(), 'picture.png')
      expectSuccess(await uploaded)
    })

    it('gives way to other credentials in the call', async () => {
      const [bo, bev] = await server.users('bo', 'bev')
      const browser = await browserOf(bo)
      const basic = (key: string) => ({
        headers: { Authorization: `Basic ${btoa(`${bev.email}:${key}`)}` },
      })
      const asBev = await browser.as(server.url, basic(bev.apiKey)).get('/json/users/me')
      expect(expectSuccess(asBev)).toMatchObject({ user_id: bev.id })
      const wrong = await browser.as(server.url, basic('x'.repeat(32))).get('/json/users/me')
      expectError(wrong, 401, { code: 'INVALID_API_KEY' })
      expect(wrong.headers['set-cookie']).toBeUndefined()
    })

    it('is valid in its own organization alone', async () => {
      const acme = await server.realm('acme')
      const browser = new Browser(server.url, { host: acme.owner.host })
      expectSuccess(await browser.logIn(acme.owner.email, 'password of acme'))
      expectSuccess(await browser.get('/json/users/me'))
      for (const host of ['localhost', 'beta.localhost', undefined]) {
        const elsewhere = browser.as(server.url, { host })
        expectError(await elsewhere.get('/json/users/me'), 401, loggedOut)
      }
    })
  })

  describe('the list of sessions', () => {
    it('is for their owner, with browser and address, the current one marked', async () => {
      const [cat, cy] = await server.users('cat', 'cy')
      const here = await browserOf(cat, { 'User-Agent': firefox })
      await browserOf(cat, { 'User-Agent': 'curl/8.0' })
      const headless = 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/156.0.0.0 Safari/537.36'
      await browserOf(cat, { 'User-Agent': headless })
      await browserOf(cy)
      const sessions = await sessionsOf(here)
      expect(sessions).toMatchObject([
        { browser: 'Chrome on Linux', is_current: false },
        { browser: 'curl', ip_address: '127.0.0.1', is_current: false },
        { browser: 'Firefox on Linux', ip_address: '127.0.0.1', is_current: true },
      ])
      const now = Date.now() / 1000
      for (const { created_at, last_used_at } of sessions) {
        expect(Math.abs(now - created_at) + Math.abs(now - last_used_at)).toBeLessThan(120)
      }
      // A key shows the same, and none of them is its own.
      const byKey = (await cat.call('GET /json/sessions')).sessions
      expect(byKey.map(({ id }) => id)).toEqual(sessions.map(({ id }) => id))
      expect(byKey.some((session) => session.is_current)).toBe(false)
    })

    it('has the time of their last use, which few calls write', async () => {
      const [cora] = await server.users('cora')
      const browser = await browserOf(cora)
      const [{ id = 0 } = {}] = await sessionsOf(browser)
      const { query } = server.ctx.db
      const lastUse = async () =>
        query.selectFrom('sessions').select('last_used_at').where('id', '=', id).execute()
      const begun = await lastUse()
      expectSuccess(await browser.get('/json/users/me'))
      expect(await lastUse()).toEqual(begun)

      const last_used_at = new Date(Date.now() - 3_600_000)
      await query.updateTable('sessions').set({ last_used_at }).where('id', '=', id).execute()
      // A cached account is read again after a change, and after ten minutes.
      expectSuccess(await cora.patch('/settings', { full_name: 'Cora Other' }))
      expectSuccess(await browser.get('/json/users/me'))
      const [{ last_used_at: usedAt } = { last_used_at: new Date(0) }] = await lastUse()
      expect(Date.now() - usedAt.getTime()).toBeLessThan(600_000)
    })
  })

  describe('a session that asks for the API key', () => {
    it('gets it with the password', async () => {
      const [hal] = await server.users('hal')
      const browser = await browserOf(hal)
      const fetchKey = (password: string) => browser.post('/json/fetch_api_key', { password })
      const shown = expectSuccess(await fetchKey(passwordOf(hal)))
      expect(shown).toMatchObject({ api_key: hal.apiKey, email: hal.email })
      expectError(await fetchKey('wrong'), 400, { msg: 'Password is incorrect.', code: undefined })
      const stranger = new Browser(server.url).post('/json/fetch_api_key', { password: 'x' })
      expectError(await stranger, 401, loggedOut)
    })
  })
})

describe('log-ins of browsers', () => {
  const guesses = 3
  const server = useOwnServer({ settings: { LOGIN_RATE_LIMIT: String(guesses) } })

  it('are limited together with log-ins of programs, and with calls that ask for the password again', async () => {
    const [jo] = await server.users('jo')
    const browser = new Browser(server.url)
    expectSuccess(await browser.logIn(jo.email, 'password of jo'))
    const programs = (password: string) =>
      server.call('post', '/fetch_api_key').type('form').send({ username: jo.email, password })
    expectError(await new Browser(server.url).logIn(jo.email, 'guess'), 403)
    expectError(await programs('guess'), 403)
    expectError(await browser.post('/json/fetch_api_key', { password: 'guess' }), 400)
    const limited = { code: 'RATE_LIMIT_HIT' }
    expectError(await new Browser(server.url).logIn(jo.email, 'password of jo'), 429, limited)
    expectError(await browser.post('/json/fetch_api_key', { password: 'guess' }), 429, limited)
    expectError(await programs('password of jo'), 429, limited)
    // Existing sessions stay.
    expectSuccess(await browser.get('/json/users/me'))
  })

  it('count as no guesses if their sessions are dead', async () => {
    const browser = new Browser(server.url)
    for (let count = 0; count < 3 * guesses; count += 1) {
      browser.cookie = `sessionid=${String(count).padEnd(43, 'x')}`
      expectError(await browser.get('/json/users/me'), 401, loggedOut)
    }
    expectSuccess(await server.owner.get('/users/me'))
  })
})

/** The hash of a password at a cost that none has today. */
function outdatedHash(password: string): string {
  const salt = Buffer.alloc(16, 7)
  const key = scryptSync(password, salt, 32, { N: 2, r: 1, p: 1 })
  return ['scrypt', 2, 1, 1, salt.toString('base64'), key.toString('base64')].join('$')
}
