import { endOrphanedSessions } from '../../src/server/identity/settings/end-orphaned-sessions'
import { expectError, expectSuccess } from '../support/expectations'
import { IdentityProvider } from '../support/identity-provider'
import { useOwnServer } from '../support/own-server'
import { Traveler } from '../support/redirects'

/* Source: docs/protocol/single-sign-on.md#providers. */

const directory = '3d1e0a4c-5b7f-4a7a-9c1e-2f0d8b6a4c11'

const settings = {
  OUTGOING_WEBHOOKS_ALLOW_PRIVATE: '127.0.0.1',
  SECRETS_KEY: 'a key of the tests with more than 32 characters',
}

describe('The identity providers of an organization', () => {
  const server = useOwnServer({ settings })
  const provider = new IdentityProvider()
  beforeAll(() => provider.open())
  afterAll(() => provider.close())

  const addresses = '/realm/identity_providers'
  const add = (slug: string, more: Record<string, unknown> = {}) =>
    server.owner.post(addresses, {
      ...{ slug, kind: 'oidc', display_name: 'Acme', options: provider.options },
      ...{ secret: provider.secret, ...more },
    })

  it('are listed to owners without their secret, which the database has encrypted', async () => {
    expectSuccess(await add('listed'))
    const answer = expectSuccess(await server.owner.get(addresses))
    expect(answer['identity_providers']).toContainEqual({
      ...{ slug: 'listed', kind: 'oidc', display_name: 'Acme', options: provider.options },
      ...{ has_secret: true, is_managed: false, is_enabled: true, signs_up_at_once: false },
      claim_rules: [],
      ...{
        redirect_uri: `${server.url}/complete/listed/`,
        metadata_uri: null,
        metadata_fault: null,
        last_sync: null,
      },
    })
    const { sealed_secret } = await server.db
      .selectFrom('identity_providers')
      .select('sealed_secret')
      .where('slug', '=', 'listed')
      .executeTakeFirstOrThrow()
    expect(sealed_secret?.toString('latin1')).not.toContain(provider.secret)
    const admin = await server.user('ann', 'administrator')
    expectError(await admin.get(addresses), 400, { msg: 'Must be an organization owner' })
  })

  it('are the ways to log in that clients show, in the order of the protocol', async () => {
    expectSuccess(await add('shown', { display_name: 'Shown' }))
    const google = { kind: 'google', display_name: 'Google', options: { client_id: 'x' } }
    expectSuccess(await add('google', google))
    expectSuccess(await add('hidden', { is_enabled: false }))
    const found = expectSuccess(await server.call('get', '/server_settings'))
    const methods = found['external_authentication_methods'] as { name: string }[]
    expect(methods.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['google', 'oidc:shown', 'parley']),
    )
    expect(methods[0]).toEqual({
      ...{ name: 'google', display_name: 'Google', display_icon: null },
      login_url: '/accounts/login/social/google',
      signup_url: '/accounts/register/social/google',
    })
    expect(methods.at(-1)).toMatchObject({ name: 'parley' })
    expect(methods).not.toContainEqual(expect.objectContaining({ name: 'oidc:hidden' }))
    expect(found['authentication_methods']).toMatchObject({
      ...{ google: true, 'openid connect': true, github: false, password: true },
    })
  })

  it('end the sessions that came by them when they are switched off or removed', async () => {
    for (const [slug, end] of [
      ['off', () => server.owner.patch(`${addresses}/off`, { is_enabled: false })],
      ['gone', () => server.owner.delete(`${addresses}/gone`)],
    ] as const) {
      expectSuccess(await add(slug))
      const person = await server.user(`of-${slug}`)
      provider.person = { sub: slug, email: person.email, email_verified: true }
      const traveler = new Traveler()
      await traveler.follow(`${server.url}/accounts/login/social/${slug}`, [
        provider.url,
        `${server.url}/complete`,
      ])
      const sessions = () =>
        server.db
          .selectFrom('sessions')
          .select('provider_slug')
          .where('user_id', '=', person.id)
          .execute()
      expect(await sessions()).toEqual([{ provider_slug: slug }])
      expectSuccess(await end())
      expect(await sessions()).toEqual([])
      const again = await traveler.open(`${server.url}/accounts/login/social/${slug}`)
      expect(again).toMatchObject({ status: 404 })
      expect(again.text).toContain('This way to log in does not exist here.')
    }
  })

  it('are changed and removed with a line in the audit log', async () => {
    expectSuccess(await add('logged'))
    expectSuccess(
      await server.owner.patch(`${addresses}/logged`, { display_name: 'Other', secret: 'new' }),
    )
    expectSuccess(await server.owner.delete(`${addresses}/logged`))
    const { entries } = expectSuccess(await server.owner.get('/audit_log')) as unknown as {
      entries: { act: string; after: object }[]
    }
    const acts = entries.filter(({ act }) => act.startsWith('identity_provider')).slice(0, 3)
    expect(acts.map(({ act }) => act)).toEqual([
      'identity_provider_removed',
      'identity_provider_changed',
      'identity_provider_added',
    ])
    expect(acts[1]?.after).toEqual({ slug: 'logged', display_name: 'Other', secret: 'replaced' })
    expect(JSON.stringify(entries)).not.toContain(provider.secret)
  })

  it.each([
    [{ slug: 'Not A Slug' }, 'The name in addresses has lower-case letters'],
    [{ slug: 'browser' }, 'The name in addresses has lower-case letters'],
    [{ options: { client_id: 'x' } }, 'oidc needs the option issuer.'],
    [{ kind: 'google', options: { client_id: 'x', issuer: 'https://a.test' } }, 'google has no'],
    [{ options: { client_id: 'x', issuer: 'ftp://a.test' } }, 'issuer must be an address'],
    [{ kind: 'entra', options: { client_id: 'x', tenant: 'acme' } }, 'tenant must be'],
    [{ kind: 'entra', options: { client_id: 'x', tenant: 'common' } }, 'in tenants.'],
    [
      { kind: 'entra', options: { client_id: 'x', tenant: 'common', tenants: ['x'] } },
      'tenants must be directory ids',
    ],
    [
      { kind: 'entra', options: { client_id: 'x', tenant: directory, tenants: [directory] } },
      'tenants is for common',
    ],
    [{ display_name: ' ' }, 'The name on the button has 1 to 60 characters.'],
  ])('are refused with a sentence: %j', async (wrong, sentence) => {
    const refusal = await add('refused', wrong)
    expectError(refusal, 400)
    expect((refusal.body as { msg: string }).msg).toContain(sentence)
  })

  it('are tested: a provider that answers has an issuer, and another one a fault', async () => {
    expectSuccess(await add('tested'))
    const test = (slug: string) => server.owner.post(`${addresses}/${slug}/test`)
    expect(expectSuccess(await test('tested'))).toMatchObject({
      ...{ fault: null, issuer: provider.url, refusals: [] },
    })
    expectSuccess(await add('away', { options: { client_id: 'x', issuer: 'http://127.0.0.1:9/' } }))
    const away = expectSuccess(await test('away'))
    expect(away['fault']).toContain('Acme cannot be reached')
    expectError(await test('unknown'), 400, { msg: 'Invalid identity provider' })
  })
})

describe('A server without SECRETS_KEY that shares its database', () => {
  const server = useOwnServer({
    settings: { SECRETS_KEY: '', OUTGOING_WEBHOOKS_ALLOW_PRIVATE: '127.0.0.1' },
  })

  it('stores no secret of a provider', async () => {
    if (server.ctx.config.databaseUrl === undefined) return
    const refusal = await server.owner.post('/realm/identity_providers', {
      ...{ slug: 'x', kind: 'google', display_name: 'X', options: { client_id: 'x' } },
      secret: 'secret',
    })
    expectError(refusal, 400)
    expect((refusal.body as { msg: string }).msg).toContain('SECRETS_KEY')
  })
})

describe('A provider of the operator', () => {
  const provider = new IdentityProvider()
  const written = {
    ...{ OUTGOING_WEBHOOKS_ALLOW_PRIVATE: '127.0.0.1', SECRETS_KEY: '', IDENTITY_PROVIDERS: '' },
  }
  beforeAll(async () => {
    await provider.open()
    const common = { kind: 'oidc', options: provider.options, secret: provider.secret }
    written.IDENTITY_PROVIDERS = JSON.stringify([
      { ...common, slug: 'company', display_name: 'Company' },
      { ...common, slug: 'elsewhere', display_name: 'Elsewhere', organizations: ['elsewhere'] },
    ])
  })
  const server = useOwnServer({ settings: written })
  afterAll(() => provider.close())
  const addresses = '/realm/identity_providers'

  it('stands in the list of its organizations, and lets people in without SECRETS_KEY', async () => {
    const { identity_providers: listed } = await server.owner.call('GET /realm/identity_providers')
    expect(listed).toEqual([
      {
        ...{ slug: 'company', kind: 'oidc', display_name: 'Company', options: provider.options },
        ...{ has_secret: true, is_managed: true, is_enabled: true, signs_up_at_once: false },
        ...{ claim_rules: [], last_sync: null },
        ...{
          redirect_uri: `${server.url}/complete/company/`,
          metadata_uri: null,
          metadata_fault: null,
        },
      },
    ])
    expect(expectSuccess(await server.owner.post(`${addresses}/company/test`))).toMatchObject({
      ...{ fault: null, issuer: provider.url },
    })
    provider.person = { sub: 'owner', email: server.owner.email, email_verified: true }
    const traveler = new Traveler()
    await traveler.follow(`${server.url}/accounts/login/social/company`, [
      provider.url,
      `${server.url}/complete`,
    ])
    expect(traveler.cookie(server.url, 'sessionid')).toBeDefined()
    const other = await traveler.open(`${server.url}/accounts/login/social/elsewhere`)
    expect(other).toMatchObject({ status: 404 })
  })

  it('ends its sessions when it is gone at the next start', async () => {
    const sessions = () =>
      server.db
        .selectFrom('sessions')
        .select('provider_slug')
        .where('provider_slug', 'is not', null)
        .execute()
    await endOrphanedSessions(server.ctx)
    expect(await sessions()).toEqual([{ provider_slug: 'company' }])
    await endOrphanedSessions({ db: server.ctx.db, operatorProviders: [] })
    expect(await sessions()).toEqual([])
  })

  it('can be the only way in, and is changed and removed by no owner', async () => {
    const methods = { authentication_methods: { Email: false } }
    expectSuccess(await server.owner.patch('/realm', methods))
    const msg = 'The operator of this server manages this provider. It cannot be changed here.'
    expectError(await server.owner.patch(`${addresses}/company`, { is_enabled: false }), 400, {
      msg,
    })
    expectError(await server.owner.delete(`${addresses}/company`), 400, { msg })
    const taken = { slug: 'company', kind: 'github', display_name: 'X' }
    expectError(
      await server.owner.post(addresses, { ...taken, options: { client_id: 'x' } }),
      400,
      {
        msg: 'There is a provider named company already.',
      },
    )
  })
})
