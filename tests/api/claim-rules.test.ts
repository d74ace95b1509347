import { roles } from '../../src/shared/rules/roles'
import { browserOf } from '../support/browser'
import { callAt } from '../support/person'
import { expectError, expectSuccess } from '../support/expectations'
import { IdentityProvider } from '../support/identity-provider'
import type { KnownPerson } from '../support/identity-provider'
import { useOwnServer } from '../support/own-server'
import { Traveler } from '../support/redirects'
import type { ClaimRule } from '../../src/server/identity/claims/claim-rule'

/* Source: docs/protocol/single-sign-on.md#claim-rules. */

const settings = {
  OUTGOING_WEBHOOKS_ALLOW_PRIVATE: '127.0.0.1',
  SECRETS_KEY: 'a key of the tests with more than 32 characters',
}

describe('The rules for the claims of a provider', () => {
  const server = useOwnServer({ settings })
  const provider = new IdentityProvider()

  beforeAll(async () => {
    await provider.open()
    for (const slug of ['acme', 'other']) {
      expectSuccess(
        await server.owner.post('/realm/identity_providers', {
          ...{ slug, kind: 'oidc', display_name: 'Acme', options: provider.options },
          ...{ secret: provider.secret, signs_up_at_once: true },
        }),
      )
    }
  })
  afterAll(() => provider.close())

  const rulesAt = '/realm/identity_providers/acme/claim_rules'
  const setRules = async (rules: ClaimRule[]) =>
    expectSuccess(await server.owner.put(rulesAt, { rules }))
  const tryRules = async (token: Record<string, unknown>, rules?: ClaimRule[]) =>
    server.owner.call('POST /realm/identity_providers/{slug}/claim_rules/try', {
      ...{ slug: 'acme', token: JSON.stringify(token), ...(rules && { rules }) },
    })

  /** Logs a person in by the provider. @returns the own account, as the new session sees it */
  async function logIn(person: KnownPerson): Promise<{ user_id: number; role: number }> {
    provider.person = { email_verified: true, ...person }
    const traveler = new Traveler()
    const there = await traveler.open(`${server.url}/accounts/login/social/acme`)
    const back = await traveler.open(there.location ?? '')
    const end = await traveler.open(back.location ?? '')
    expect(end).toMatchObject({ status: 302, location: `${server.url}/` })
    const cookie = `sessionid=${traveler.cookie(server.url, 'sessionid') ?? ''}`
    const own = await callAt(server, 'get', '/json/users/me').set({
      ...{ 'Sec-Fetch-Site': 'same-origin', Cookie: cookie },
    })
    return expectSuccess(own) as { user_id: number; role: number }
  }

  const groupNamed = async (name: string) =>
    (await server.owner.call('GET /user_groups')).user_groups.find((group) => group.name === name)
  const namesOfStreams = async (userId: number) => {
    const { streams } = await server.owner.call('GET /streams')
    const found = await Promise.all(
      streams.map(async ({ stream_id, name }) => {
        const path = `/users/${userId}/subscriptions/${stream_id}`
        const { body } = (await server.owner.get(path)) as { body: { is_subscribed: boolean } }
        return body.is_subscribed ? [name] : []
      }),
    )
    return found.flat()
  }

  it('give a role at each login, and take it away when the claim is gone', async () => {
    const ada = await server.user('ada')
    await setRules([
      {
        when: { claim: 'realm_access.roles', equals: 'Chat-Admin' },
        set: { role: 'administrator' },
      },
      { when: { claim: 'realm_access.roles', contains: 'chat' }, set: { role: 'moderator' } },
    ])
    const person = { sub: 'ada-1', email: ada.email }
    const admin = { ...person, realm_access: { roles: ['staff', 'chat-admin'] } }
    expect(await logIn(admin)).toMatchObject({ user_id: ada.id, role: roles.administrator })
    const chatter = { ...person, realm_access: { roles: ['chatter'] } }
    expect(await logIn(chatter)).toMatchObject({ role: roles.moderator })
    expect(await logIn(person)).toMatchObject({ role: roles.member })
    // A role that people gave stays.
    expectSuccess(await server.owner.patch(`/users/${ada.id}`, { role: roles.moderator }))
    expect(await logIn(person)).toMatchObject({ role: roles.moderator })
  })

  it('leave the only owner an owner, and let the login succeed', async () => {
    await setRules([{ when: { claim: 'kind', equals: 'guest' }, set: { role: 'guest' } }])
    const { email } = server.owner
    const owner = await logIn({ sub: 'owner-1', email, kind: 'guest' })
    expect(owner).toMatchObject({ role: roles.owner })
    const { ignored } = await tryRules({
      sub: 'owner-1',
      email,
      email_verified: true,
      kind: 'guest',
    })
    expect(ignored).toEqual(['The only organization administrator keeps this role.'])
  })

  it('choose the members of a group, which people then cannot', async () => {
    const bo = await server.user('bo')
    const { group_id } = expectSuccess(
      await server.owner.post('/user_groups/create', {
        ...{ name: 'engineers', description: '', members: [] },
      }),
    ) as { group_id: number }
    await setRules([{ when: { claim: 'team', matches: 'eng(ineering)?' }, set: { group_id } }])
    expect(await groupNamed('engineers')).toMatchObject({ managed_by: 'acme' })
    await logIn({ sub: 'bo-1', email: bo.email, team: 'engineering' })
    expect(await groupNamed('engineers')).toMatchObject({ members: [bo.id] })

    const add = { add: [server.owner.id] }
    expectError(await server.owner.post(`/user_groups/${group_id}/members`, add), 400)
    expectError(await bo.post(`/user_groups/${group_id}/members`, { delete: [bo.id] }), 400)

    await logIn({ sub: 'bo-1', email: bo.email, team: 'reengineering' })
    expect(await groupNamed('engineers')).toMatchObject({ members: [] })
    const taken = { rules: [{ when: { claim: 'x' }, set: { group_id } }] }
    const other = '/realm/identity_providers/other/claim_rules'
    expectError(await server.owner.put(other, taken), 400)
    await setRules([])
    expect(await groupNamed('engineers')).toMatchObject({ managed_by: null })
    expectSuccess(await server.owner.post(`/user_groups/${group_id}/members`, add))
  })

  it('make groups named as the values of a claim, and spare names that no group can have', async () => {
    const cy = await server.user('cy')
    await setRules([
      { when: { claim: 'groups', matches: '[A-Z@].*' }, set: { groups: 'same_name' } },
    ])
    const groups = ['Sales', 'sales-internal', '@everyone', 'SALES']
    await logIn({ sub: 'cy-1', email: cy.email, groups })
    expect(await groupNamed('Sales')).toMatchObject({ managed_by: 'acme', members: [cy.id] })
    expect(await groupNamed('sales-internal')).toBeUndefined()
    const { changes, ignored } = await tryRules({
      ...{ sub: 'cy-1', email: cy.email, email_verified: true, groups: ['@everyone', 'Law'] },
    })
    expect(changes).toMatchObject({ groups_to_leave: ['Sales'], groups_to_make: ['Law'] })
    expect(ignored).toEqual([
      "The group @everyone cannot be made: User group name cannot start with '@'.",
    ])
    await logIn({ sub: 'cy-1', email: cy.email })
    expect(await groupNamed('Sales')).toMatchObject({ members: [] })
  })

  it('subscribe a newcomer with a role from the start, and end the subscription with the claim', async () => {
    await server.changeRealm({ settings: { invite_required: false } })
    const { id: stream } = await server.stream('partners')
    await setRules([
      { when: { claim: 'company', equals: 'partner' }, set: { channel_id: stream } },
      { when: { claim: 'company' }, set: { role: 'guest' } },
    ])
    const guest = { sub: 'dora-1', email: 'dora@parley.test', name: 'Dora' }
    const dora = await logIn({ ...guest, company: 'Partner' })
    expect(dora).toMatchObject({ role: roles.guest })
    expect(await namesOfStreams(dora.user_id)).toEqual(['partners'])
    await logIn({ ...guest, company: 'stranger' })
    expect(await namesOfStreams(dora.user_id)).toEqual([])
  })

  it('fill profile fields, and ignore values that a field does not take', async () => {
    const eve = await server.user('eve')
    const fieldOf = async (field: Record<string, unknown>) =>
      (expectSuccess(await server.owner.post('/realm/profile_fields', field)) as { id: number }).id
    const team = await fieldOf({ name: 'Team', field_type: 1 })
    const start = await fieldOf({ name: 'Start', field_type: 4 })
    const office = await fieldOf({
      ...{ name: 'Office', field_type: 3 },
      field_data: { 0: { text: 'Bern', order: '1' }, 1: { text: 'Oslo', order: '2' } },
    })
    await setRules([
      { when: { claim: 'team' }, set: { field_id: team } },
      { when: { claim: 'start' }, set: { field_id: start } },
      { when: { claim: 'city' }, set: { field_id: office } },
    ])
    const person = { sub: 'eve-1', email: eve.email }
    await logIn({ ...person, team: ['Red', 'Blue'], start: 'yesterday', city: 'Oslo' })
    const own = async () => {
      const { user } = await server.owner.call('GET /users/{user_id}', {
        ...{ user_id: eve.id, include_custom_profile_fields: true },
      })
      return user.profile_data as Record<string, { value: string }>
    }
    expect(await own()).toMatchObject({ [team]: { value: 'Red, Blue' }, [office]: { value: '1' } })
    expect(await own()).not.toHaveProperty(String(start))
    await logIn({ ...person, city: 'Bern' })
    expect(await own()).toEqual({ [office]: { value: '0' } })
  })

  it('tell in a dry run what they would do, and do nothing', async () => {
    const finn = await server.user('finn')
    const rules: ClaimRule[] = [
      { when: { claim: 'groups', equals: 'chiefs' }, set: { role: 'owner' } },
      { when: { claim: 'groups', equals: 'nobody' }, set: { role: 'guest' } },
    ]
    await setRules([])
    const claims = { sub: 'finn-1', email: finn.email, email_verified: true, groups: ['chiefs'] }
    expect(await tryRules(claims, rules)).toMatchObject({
      ...{ user_id: finn.id, refusal: null, rules: [true, false], changes: { role: roles.owner } },
      ...{ addresses: [finn.email], claims: { groups: ['chiefs'] } },
    })
    expect(await server.owner.call('GET /users/{user_id}', { user_id: finn.id })).toMatchObject({
      user: { role: roles.member },
    })
    const stranger = { ...claims, email: 'stranger@parley.test' }
    await server.changeRealm({ settings: { invite_required: true } })
    expect(await tryRules(stranger)).toMatchObject({
      ...{ user_id: null, refusal: 'stranger@parley.test has no invitation.' },
    })
    expect(await tryRules({ ...claims, email_verified: false })).toMatchObject({
      refusal: `Acme has not verified your address ${finn.email}. Verify it there, and try again.`,
    })
    const token = (text: string) => server.owner.post(`${rulesAt}/try`, { token: text })
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
    expect(expectSuccess(await token(`e30.${payload}.c2ln`))).toMatchObject({ user_id: finn.id })
    expectError(await token('no token'), 400)
    expectError(await token('<a><!DOCTYPE x></a>'), 400)
  })

  it('appear at the end of a trial, which owners make before a provider is switched on', async () => {
    const [hal, ivy] = await server.users('hal', 'ivy')
    expectSuccess(await server.owner.patch(`/users/${ivy.id}`, { role: roles.owner }))
    const closed = { slug: 'closed', kind: 'oidc', display_name: 'Closed', is_enabled: false }
    const secrets = { options: provider.options, secret: provider.secret }
    expectSuccess(await server.owner.post('/realm/identity_providers', { ...closed, ...secrets }))
    const rules: ClaimRule[] = [{ when: { claim: 'team' }, set: { groups: 'same_name' } }]
    expectSuccess(await server.owner.put('/realm/identity_providers/closed/claim_rules', { rules }))
    provider.person = { sub: 'hal-1', email: hal.email, email_verified: true, team: '<b>Space</b>' }
    const start = `${server.url}/accounts/login/social/closed`
    const through = async (person: typeof hal) => {
      const browser = await browserOf(person)
      const traveler = new Traveler()
      traveler.take(server.url, [browser.cookie ?? ''])
      const there = await traveler.open(`${start}?trial=1`)
      if (there.location === undefined) return there
      const back = await traveler.open(there.location)
      return traveler.open(back.location ?? '')
    }
    const page = await through(ivy)
    expect(page).toMatchObject({ status: 200, location: undefined })
    expect(page.text).toContain('A login gets into the account of Hal.')
    expect(page.text).toContain('&lt;b&gt;Space&lt;/b&gt;')
    expect(page.text).not.toContain('<b>')
    expect(await through(hal)).toMatchObject({ status: 400 })
    expect(await new Traveler().open(`${start}?trial=1`)).toMatchObject({ status: 403 })
    expect(await new Traveler().open(start)).toMatchObject({ status: 404 })
    expect(await groupNamed('<b>Space</b>')).toBeUndefined()
  })

  it.each([
    [{ when: { claim: 'a', equals: 'b', contains: 'c' }, set: { role: 'guest' } }, 'one of equals'],
    [{ when: { claim: 'a', matches: '(' }, set: { role: 'guest' } }, 'matches is no RE2 pattern'],
    [{ when: { claim: 'a' }, set: {} }, 'set has one of'],
    [{ when: { claim: 'a' }, set: { role: 'guest', field_id: 1 } }, 'set has one of'],
    [{ when: { claim: 'a' }, set: { role: 'guest', value: 'x' } }, 'value belongs to field_id'],
    [{ when: { claim: 'a' }, set: { group_id: 1 } }, 'Invalid user group'],
    [{ when: { claim: 'a' }, set: { group_id: 999_999 } }, 'Invalid user group'],
    [{ when: { claim: 'a' }, set: { channel_id: 999_999 } }, 'Invalid channel ID'],
    [{ when: { claim: 'a' }, set: { field_id: 999_999 } }, 'Invalid profile field'],
  ])('are refused when one is wrong, as in case %#', async (rule, sentence) => {
    const { body } = await server.owner.put(rulesAt, { rules: [rule] })
    expect(body).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })
    expect((body as { msg: string }).msg).toContain(`Rule 1: ${sentence}`)
  })

  it('give no owner a private channel into which they cannot subscribe people', async () => {
    const gil = await server.user('gil')
    const { id: secret } = await server.stream('secret', { subscribers: [gil], inviteOnly: true })
    const rules = [{ when: { claim: 'a' }, set: { channel_id: secret } }]
    expectError(await server.owner.put(rulesAt, { rules }), 400)
  })
})
