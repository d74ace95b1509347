import { Browser, browserOf, passwordOf } from '../support/browser'
import { expectError, expectSuccess } from '../support/expectations'
import { callAt } from '../support/person'
import { useOwnServer } from '../support/own-server'
import { uploadedBy } from '../support/uploads'

const notLoggedIn = 'Not logged in: API authentication or user session required'
const loggedOut = { code: 'UNAUTHORIZED', msg: notLoggedIn }
const asPage = 'Session realm="zulip"'
const forgotten = 'sessionid=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict'
const forgottenHint = 'parley_logged_in=; Path=/; Max-Age=0; SameSite=Strict'

describe('a session', () => {
  const server = useOwnServer()

  describe('the pages of a session', () => {
    const own = () => server.url
    const sent: [string, (url: string) => Record<string, string>][] = [
      ['another site', () => ({ Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' })],
      ['a sibling', () => ({ Origin: 'http://acme.localhost', 'Sec-Fetch-Site': 'same-site' })],
      [
        'a sibling that hides its origin',
        () => ({ Origin: 'null', 'Sec-Fetch-Site': 'same-site' }),
      ],
      ['an app with its own pages', () => ({ Origin: 'file://', 'Sec-Fetch-Site': 'cross-site' })],
      ['an address that was typed', () => ({ 'Sec-Fetch-Site': 'none' })],
      ['another site, in an old browser', () => ({ Origin: 'http://evil.test' })],
      ['another port, in an old browser', () => ({ Origin: 'http://127.0.0.1:1' })],
      ['another scheme, in an old browser', (url) => ({ Origin: url.replace('http', 'https') })],
      ['a hidden origin, in an old browser', () => ({ Origin: 'null' })],
      ['nobody', () => ({})],
    ]

    it.each(sent)('A call from %s changes nothing', async (what, headersOf) => {
      const fay = await server.user(`fay${sent.findIndex(([name]) => name === what)}`)
      const browser = await browserOf(fay)
      const { cookie: Cookie = '' } = browser
      const headers = { Cookie, ...headersOf(own()) }
      for (const path of ['/json/users/me/status', '/api/v1/users/me/status']) {
        const forged = callAt({ url: own(), host: undefined }, 'post', path).set(headers)
        const response = await forged.type('form').send({ status_text: 'forged' })
        expectError(response, 403, { code: 'CSRF_FAILED' })
        expect(response.headers['set-cookie']).toBeUndefined()
      }
      const methods = ['put', 'patch', 'delete'] as const
      for (const method of methods) {
        const forged = callAt({ url: own(), host: undefined }, method, '/json/users/me/alert_words')
        expect([403, 405]).toContain((await forged.set(headers)).status)
      }
      expect(expectSuccess(await fay.get(`/users/${fay.id}/status`))).toMatchObject({ status: {} })
    })

    it('use the session, in old browsers by their origin', async () => {
      const [gus] = await server.users('gus')
      const { cookie: Cookie = '' } = await browserOf(gus)
      for (const headers of [{ 'Sec-Fetch-Site': 'same-origin' }, { Origin: own() }]) {
        const call = callAt({ url: own(), host: undefined }, 'post', '/json/users/me/status')
        const change = call.set({ Cookie, ...headers }).type('form')
        expectSuccess(await change.send({ status_text: headers.Origin ?? 'now' }))
      }
    })

    it('have answers whose sizes other pages cannot measure; links work', async () => {
      const [gil] = await server.users('gil')
      const browser = await browserOf(gil)
      const file = await uploadedBy(gil)
      const from = (site: string, mode: string, dest: string) => ({
        headers: { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode, 'Sec-Fetch-Dest': dest },
      })
      for (const site of ['same-site', 'cross-site']) {
        const embedded = browser.as(own(), from(site, 'no-cors', 'image'))
        expectError(await embedded.get(file), 403, { code: 'CSRF_FAILED' })
        const framed = browser.as(own(), from(site, 'navigate', 'iframe'))
        expectError(await framed.get(file), 403, { code: 'CSRF_FAILED' })
        const followed = browser.as(own(), from(site, 'navigate', 'document'))
        expect((await followed.get(file)).status).toBe(200)
      }
      const typed = browser.as(own(), from('none', 'navigate', 'document'))
      expect((await typed.get(file)).status).toBe(200)
    })

    it('log in, and other pages cannot', async () => {
      const [gert] = await server.users('gert')
      const forged = new Browser(own(), { headers: { 'Sec-Fetch-Site': 'same-site' } })
      expectError(await forged.logIn(gert.email, passwordOf(gert)), 403, { code: 'CSRF_FAILED' })
      expect(forged.cookie).toBeUndefined()
    })
  })

  describe('the refusal without a session', () => {
    const ask = async (headers: Record<string, string>, path = '/api/v1/users/me') => {
      const response = await callAt({ url: server.url, host: undefined }, 'get', path).set(headers)
      expectError(response, 401, { code: 'UNAUTHORIZED' })
      return response.headers['www-authenticate']
    }

    it('has no challenge for pages, so that browsers ask for no password', async () => {
      expect(await ask({ 'X-Requested-With': 'XMLHttpRequest' })).toBe(asPage)
      expect(await ask({}, '/json/users/me')).toBe(asPage)
      expect(await ask({ Cookie: 'sessionid=gone' })).toBe(asPage)
      expect(await ask({ Accept: 'image/webp' }, '/avatar/1')).toBe(asPage)
    })

    it('has a challenge for programs', async () => {
      expect(await ask({})).toBe('Basic realm="zulip"')
      expect(await ask({ Cookie: 'theme=dark; session=x' })).toBe('Basic realm="zulip"')
    })

    it.each(['', 'x', 'x'.repeat(43), 'x'.repeat(5_000)])(
      'deletes the cookie of an unknown token like "%.10s"',
      async (token) => {
        const browser = new Browser(server.url)
        browser.cookie = `theme=dark; sessionid=${token}`
        const response = await browser.get('/json/users/me')
        expectError(response, 401, loggedOut)
        expect(response.headers['set-cookie']).toEqual([forgotten, forgottenHint])
      },
    )
  })
})

describe('a session over HTTPS', () => {
  const server = useOwnServer({ settings: { TRUST_PROXY: 'true' } })

  it('has a cookie for HTTPS and this host only', async () => {
    const ida = await server.user('ida')
    const https = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'chat.test' }
    const browser = new Browser(server.url, { headers: https })
    expectSuccess(await browser.logIn(ida.email, 'password of ida'))
    expect(browser.setCookie).toMatch(
      /^__Host-sessionid=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
    )
    expectSuccess(await browser.get('/json/users/me'))
    // Without the prefix `__Host-`, a server on the network path could have set it.
    const renamed = browser.as(server.url)
    renamed.cookie = browser.cookie?.replace('__Host-', '')
    expectError(await renamed.get('/json/users/me'), 401, loggedOut)
    expectSuccess(await browser.delete('/json/session'))
    expect(browser.setCookie).toBe(
      '__Host-sessionid=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
    )
  })
})
