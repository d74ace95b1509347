import { Browser, browserOf, passwordOf } from '../support/browser'
import { expectError, expectSuccess } from '../support/expectations'
import { useOwnServer } from '../support/own-server'
import { callAt } from '../support/person'
import type { Person } from '../support/person'

/* Source: docs/protocol/step-up.md#rule. */

let ahead = 0
const server = useOwnServer({
  settings: { LOGIN_RATE_LIMIT: '10' },
  clock: { now: () => new Date(Date.now() + ahead) },
})
beforeEach(() => {
  ahead = 0
})

const required = { code: 'REAUTHENTICATION_REQUIRED', msg: 'Please confirm that it is you.' }

/** A browser whose person has logged in eleven minutes ago. */
async function oldBrowserOf(person: Person): Promise<Browser> {
  const browser = await browserOf(person)
  ahead = 11 * 60_000
  return browser
}

describe('A session that is older than ten minutes', () => {
  const newKey = { name: 'Script', scope: 'read' }

  it('asks again before it makes keys, and goes on after the password', async () => {
    const ann = await server.user('ann')
    const browser = await oldBrowserOf(ann)
    const make = () => browser.post('/json/users/me/api_keys', newKey)
    expectError(await make(), 403, { ...required, ways: [{ kind: 'password' }] })
    expectError(await browser.post('/json/users/me/api_key/regenerate'), 403, required)
    const prove = (password: string) => browser.post('/json/session/proof', { password })
    expectError(await prove('wrong'), 400, { msg: 'Password is incorrect.' })
    expectError(await make(), 403, required)
    expectSuccess(await prove(passwordOf(ann)))
    expectSuccess(await make())
    // The proof is of this session alone, and ends.
    ahead += 11 * 60_000
    expectError(await make(), 403, required)
  })

  it('asks nobody who uses a key, and nothing that is harmless', async () => {
    const bea = await server.user('bea')
    const browser = await oldBrowserOf(bea)
    expectSuccess(await bea.post('/users/me/api_keys', newKey))
    expectSuccess(await browser.get('/json/users/me/api_keys'))
    expectSuccess(await browser.call('patch', '/json/settings', { enter_sends: true }))
    expectError(await bea.post('/json/session/proof', { password: 'x' }), 400, {
      msg: 'Only sessions are asked for a proof.',
    })
  })

  it('shows the key after the password, which is a proof, or after an earlier one', async () => {
    const carl = await server.user('carl')
    const browser = await oldBrowserOf(carl)
    const show = (password: string) => browser.post('/json/fetch_api_key', { password })
    expectError(await show(''), 403, required)
    expectError(await show('wrong'), 400, { msg: 'Password is incorrect.' })
    expect(expectSuccess(await show(passwordOf(carl)))).toMatchObject({ api_key: carl.apiKey })
    expectSuccess(await show(''))
    expectSuccess(await browser.post('/json/users/me/api_keys', newKey))
  })

  it('asks for roles and addresses of others, and not for their names', async () => {
    const [owner, dora] = [await server.user('olga'), await server.user('dora')]
    await server.owner.patch(`/users/${owner.id}`, { role: 100 })
    const browser = await oldBrowserOf(owner)
    const change = (args: object) => browser.call('patch', `/json/users/${dora.id}`, { ...args })
    for (const args of [{ role: 200 }, { is_admin: true }, { new_email: 'other@parley.test' }]) {
      expectError(await change(args), 403, required)
    }
    expectSuccess(await change({ full_name: 'Dora Other' }))
    expectError(await browser.call('patch', '/json/settings', { email: 'a@b.test' }), 403, required)
    const methods = { authentication_methods: { Email: true } }
    expectError(await browser.call('patch', '/json/realm', methods), 403, required)
    for (const path of ['realm/deactivate', 'export/realm', 'realm/scim_tokens']) {
      const args = { name: 'Okta', export_type: 1 }
      expectError(await browser.post(`/json/${path}`, args), 403, required)
    }
  })

  it('opens no file of an export', async () => {
    const owner = await server.user('otto')
    await server.owner.patch(`/users/${owner.id}`, { role: 100 })
    const browser = await oldBrowserOf(owner)
    const file = `/user_avatars/exports/${server.realmId}/${'0'.repeat(32)}/export.tar.gz`
    const open = () =>
      callAt(server, 'get', file).set({
        ...{ 'Sec-Fetch-Site': 'same-origin', Cookie: browser.cookie ?? '' },
      })
    expectError(await open(), 403, required)
    expectError(await browser.get('/json/session/proof'), 403, required)
    expectSuccess(await browser.post('/json/session/proof', { password: passwordOf(owner) }))
    expectSuccess(await browser.get('/json/session/proof'))
    expect((await open()).status).toBe(404)
  })

  it('counts wrong passwords as those of logins', async () => {
    const eve = await server.user('eve')
    const browser = await oldBrowserOf(eve)
    const statuses = new Set<number>()
    for (let tries = 0; tries < 40; tries += 1) {
      statuses.add((await browser.post('/json/session/proof', { password: 'no' })).status)
    }
    expect([...statuses]).toEqual([400, 429])
    expectError(await new Browser(server.url).logIn(eve.email, passwordOf(eve)), 429, {})
  })

  it('names the providers of the person, if there is no password', async () => {
    const fay = await server.user('fay')
    const provider = { slug: 'acme', kind: 'github', display_name: 'Acme' }
    expectSuccess(
      await server.owner.post('/realm/identity_providers', {
        ...{ ...provider, options: { client_id: 'parley' } },
      }),
    )
    const browser = await oldBrowserOf(fay)
    await server.db
      .updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', fay.id)
      .execute()
    const identity = { issuer: 'https://github.com', subject: '1', provider_slug: 'acme' }
    await server.db
      .insertInto('external_identities')
      .values({ realm_id: server.realmId, user_id: fay.id, address: null, ...identity })
      .execute()
    const login_url = '/accounts/login/social/acme'
    const way = { kind: 'provider', slug: 'acme', display_name: 'Acme', login_url }
    expectError(await browser.post('/json/fetch_api_key'), 403, { ...required, ways: [way] })
    expectError(await browser.post('/json/session/proof', { password: '' }), 400, {
      msg: 'Password is incorrect.',
    })
  })
})
