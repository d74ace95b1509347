import { Browser } from '../support/browser'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const loggedOut = {
  code: 'UNAUTHORIZED',
  msg: 'Not logged in: API authentication or user session required',
}

interface OwnSession {
  id: number
  is_current: boolean
  browser: string
  ip_address: string
  created_at: number
  last_used_at: number
}

describe('sessions of browsers', () => {
  const server = useTestServer()

  async function browserOf(person: Person, headers?: Record<string, string>): Promise<Browser> {
    const browser = new Browser(server.url, { host: person.host, ...(headers && { headers }) })
    const name = person.fullName.toLowerCase()
    expectSuccess(await browser.logIn(person.email, `password of ${name}`))
    return browser
  }

  async function sessionsOf(who: Browser): Promise<OwnSession[]> {
    return expectSuccess(await who.get('/json/sessions'))['sessions'] as OwnSession[]
  }

  describe('begin', () => {
    it('with email and password, and call what takes a key, at both addresses', async () => {
      const [ann] = await server.users('ann')
      const browser = new Browser(server.url)
      const body = expectSuccess(await browser.logIn(ann.email, 'password of ann'))
      expect(body).toMatchObject({ user_id: ann.id, email: ann.email })
      for (const path of ['/api/v1/users/me', '/json/users/me']) {
        expect(expectSuccess(await browser.get(path))).toMatchObject({ user_id: ann.id })
      }
      expectSuccess(
        await browser.post('/json/messages', { type: 'private', to: [ann.id], content: 'hello' }),
      )
    })

    it('with a cookie that no script, no other site and no other host gets', async () => {
      const [ada] = await server.users('ada')
      const browser = await browserOf(ada)
      expect(browser.setCookie).toMatch(
        /^sessionid=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
      )
    })

    it('anew with each log-in, which ends the one that the browser had', async () => {
      const [amy] = await server.users('amy')
      const browser = await browserOf(amy)
      const before = browser.as(server.url)
      expectSuccess(await browser.logIn(amy.email, 'password of amy'))
      expect(browser.cookie).not.toBe(before.cookie)
      expectError(await before.get('/json/users/me'), 401, loggedOut)
      expect(await sessionsOf(browser)).toHaveLength(1)
    })
  })
})
