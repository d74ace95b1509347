import { refreshMetadata } from '../../src/server/identity/settings/refresh-metadata'
import { callAt } from '../support/person'
import { expectError, expectSuccess } from '../support/expectations'
import { useOwnServer } from '../support/own-server'
import { Traveler } from '../support/redirects'
import { encode, messageIn, readRequest, SamlIdp } from '../support/saml-idp'
import type { LogoutFacts } from '../support/saml-idp'

/* Source: docs/protocol/single-sign-on.md#saml-logout. */

const settings = {
  OUTGOING_WEBHOOKS_ALLOW_PRIVATE: 'localhost,127.0.0.1,::1',
  SECRETS_KEY: 'a key of the tests with more than 32 characters',
}

describe('Single log-out', () => {
  const server = useOwnServer({ settings })
  const acme = new SamlIdp('https://idp.acme.test/metadata')
  const other = new SamlIdp('https://idp.other.test/metadata')
  const sloUrl = 'https://idp.acme.test/logout'

  beforeAll(async () => {
    await acme.open()
    for (const [slug, idp, more] of [
      ['acme', acme, { slo_url: sloUrl }],
      ['other', other, {}],
    ] as const) {
      expectSuccess(
        await server.owner.post('/realm/identity_providers', {
          ...{ slug, kind: 'saml', display_name: 'Acme', options: { ...idp.options, ...more } },
        }),
      )
    }
  })
  afterAll(() => acme.close())

  async function logIn(
    email: string,
    nameId: string,
    slug = 'acme',
    idp = acme,
  ): Promise<Traveler> {
    const traveler = new Traveler()
    const start = await traveler.open(`${server.url}/accounts/login/social/${slug}`)
    const asked = readRequest(start.location ?? '')
    const fields = {
      SAMLResponse: idp.answer(asked, { nameId, attributes: { email } }),
      RelayState: asked.relayState,
    }
    const body = new URLSearchParams(fields)
    const posted = await fetch(asked.acsUrl, { method: 'POST', redirect: 'manual', body })
    const next = new URL(posted.headers.get('location') ?? '', server.url).href
    expect(await traveler.open(next)).toMatchObject({ status: 302 })
    return traveler
  }

  const call = (traveler: Traveler, method: 'get' | 'delete', path: string) =>
    callAt(server, method, path).set({
      ...{ 'Sec-Fetch-Site': 'same-origin', Origin: server.url },
      Cookie: `sessionid=${traveler.cookie(server.url, 'sessionid') ?? ''}`,
    })
  const isIn = async (traveler: Traveler) =>
    (await call(traveler, 'get', '/json/users/me')).status === 200

  const address = () => `${server.url}/complete/acme/logout/`
  const asked = (nameId: string, more: Partial<LogoutFacts> = {}) =>
    acme.writeLogout({ nameId, destination: address(), ...more })
  const bring = (query: string) => new Traveler().open(`${address()}?${query}`)

  it('begins here: the browser is sent to the provider with the name of its session', async () => {
    const ada = await server.user('ada')
    const traveler = await logIn(ada.email, 'ada-1')
    const answer = expectSuccess(await call(traveler, 'delete', '/json/session'))
    const to = String(answer['logout_url'])
    expect(to.startsWith(`${sloUrl}?`)).toBe(true)
    const request = messageIn(to, 'SAMLRequest')
    expect(request).toContain('>ada-1<')
    expect(request).toContain('>s1<')
    expect(request).toContain('/complete/acme/metadata.xml<')
    expect(await isIn(traveler)).toBe(false)
    // The provider sends the browser back with its answer.
    expect(await bring('SAMLResponse=x')).toMatchObject({ location: `${server.url}/login` })
  })

  it('stays here for a provider without an address, and for a password', async () => {
    const bo = await server.user('bo')
    const traveler = await logIn(bo.email, 'bo-1', 'other', other)
    expect(expectSuccess(await call(traveler, 'delete', '/json/session'))).not.toHaveProperty(
      'logout_url',
    )
  })

  it('begins at the provider: all sessions of the person by it end, and its answer goes back', async () => {
    const [cy, di] = await server.users('cy', 'di')
    const first = await logIn(cy.email, 'cy-1')
    const second = await logIn(cy.email, 'cy-1')
    const elsewhere = await logIn(cy.email, 'cy-1', 'other', other)
    const somebody = await logIn(di.email, 'di-1')
    const { status, location = '' } = await bring(acme.signQuery(asked('cy-1')))
    expect(status).toBe(302)
    expect(location.startsWith(`${sloUrl}?`)).toBe(true)
    expect(new URL(location).searchParams.get('RelayState')).toBe('somewhere')
    expect(messageIn(location, 'SAMLResponse')).toContain('status:Success')
    expect(await isIn(first)).toBe(false)
    expect(await isIn(second)).toBe(false)
    expect(await isIn(elsewhere)).toBe(true)
    expect(await isIn(somebody)).toBe(true)
    // API keys go on.
    expectSuccess(await cy.get('/users/me'))
  })

  it('begins at the provider by a form, which is signed as a whole', async () => {
    const ed = await server.user('ed')
    const traveler = await logIn(ed.email, 'ed-1')
    const post = (SAMLRequest: string) =>
      fetch(address(), {
        ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams({ SAMLRequest }) },
      })
    expect((await post(encode(asked('ed-1')))).status).toBe(403)
    const signed = acme.sign(asked('ed-1'), ['logout'])
    expect((await post(encode(signed.replaceAll('ed-1', 'di-1')))).status).toBe(403)
    expect(await isIn(traveler)).toBe(true)
    expect((await post(encode(signed))).status).toBe(303)
    expect(await isIn(traveler)).toBe(false)
  })

  it('is described in the metadata of this server', async () => {
    const { text } = await new Traveler().open(`${server.url}/complete/acme/metadata.xml`)
    expect(text.match(/<SingleLogoutService [^>]*>/g)).toEqual([
      expect.stringContaining('HTTP-Redirect'),
      expect.stringContaining('HTTP-POST'),
    ])
    expect(text).toContain(address())
  })

  const name = encodeURIComponent
  it.each<[string, () => string]>([
    ['without a signature', () => acme.signQuery(asked('di-1')).replace(/&SigAlg.*/, '')],
    ['of another provider', () => other.signQuery(asked('di-1'))],
    ['signed by SHA-1', () => acme.signQuery(asked('di-1'), 'sha1')],
    ['of another issuer', () => acme.signQuery(asked('di-1', { issuer: other.entityId }))],
    ['for another server', () => acme.signQuery(asked('di-1', { destination: 'https://x.test/' }))],
    ['that is old', () => acme.signQuery(asked('di-1', { madeAt: -600 }))],
    ['that names nobody', () => acme.signQuery(asked(' '))],
    ['that is no request to log out', () => acme.signQuery('<LogoutResponse/>')],
    ['that is no XML', () => acme.signQuery('x')],
    [
      'with a second request',
      () => `${acme.signQuery(asked('mallory'))}&${acme.signQuery(asked('di-1')).split('&')[0]}`,
    ],
    [
      'with a second request whose name is written otherwise',
      () => {
        const [evil = ''] = other.signQuery(asked('di-1')).split('&')
        return `${evil.replace('SAMLRequest', '%53AMLRequest')}&${acme.signQuery(asked(name('mallory')))}`
      },
    ],
    [
      'with a comment in the name',
      () => acme.signQuery(asked('di-1').replace('di-1', 'di<!-- -->-1')),
    ],
  ])('is refused with a request %s', async (_what, query) => {
    const traveler = await logIn('di@parley.test', 'di-1')
    await bring(query())
    expect(await isIn(traveler)).toBe(true)
  })

  it('is refused with a request that was used before', async () => {
    const query = acme.signQuery(asked('di-1'))
    expect(await bring(query)).toMatchObject({ status: 302 })
    const traveler = await logIn('di@parley.test', 'di-1')
    const again = await bring(query)
    expect(again).toMatchObject({ status: 403 })
    expect(again.text).toMatch(/^<!doctype html>/)
    expect(await isIn(traveler)).toBe(true)
    expectError(await server.call('get', '/users/me'), 401)
  })
})

describe('The metadata of a SAML provider', () => {
  const server = useOwnServer({ settings })
  const idp = new SamlIdp('https://idp.acme.test/metadata')
  beforeAll(() => idp.open())
  afterAll(() => idp.close())

  const provider = async () => {
    const { identity_providers: all } = await server.owner.call('GET /realm/identity_providers')
    return all[0]
  }
  const age = () =>
    server.db
      .updateTable('identity_providers')
      .set({ metadata_fetched_at: new Date(Date.now() - 90_000_000) })
      .execute()

  it('are fetched daily: a renewed certificate is taken over', async () => {
    expectSuccess(
      await server.owner.post('/realm/identity_providers', {
        ...{ slug: 'acme', kind: 'saml', display_name: 'Acme' },
        options: { metadata_url: `${idp.url}/metadata` },
      }),
    )
    const before = idp.certificate
    idp.renew()
    await age()
    await refreshMetadata(server.ctx)
    expect(await provider()).toMatchObject({
      ...{ options: { certificates: [idp.certificate] }, metadata_fault: null },
    })
    expect(idp.certificate).not.toBe(before)
    // They are young now.
    idp.renew()
    await refreshMetadata(server.ctx)
    expect((await provider())?.options.certificates).not.toContain(idp.certificate)
    const { entries } = await server.owner.call('GET /audit_log')
    expect(entries[0]).toMatchObject({ act: 'identity_provider_changed', acting_user_id: null })
  })

  it('stay while the provider is away, or is another one, which owners see', async () => {
    const { certificates } = (await provider())?.options ?? {}
    await idp.close()
    await age()
    await refreshMetadata(server.ctx)
    expect(await provider()).toMatchObject({
      ...{
        options: { certificates },
        metadata_fault: expect.stringContaining('cannot be reached'),
      },
    })
  })
})
