import { getActingOwner } from '../../src/server/chat/actions/realms/find-realm'
import { NoSuchProviderError } from '../../src/server/identity/errors'
import { syncToEnd } from '../../src/server/identity/settings/sync-directory'
import { listDueDirectories } from '../../src/server/data/identities/directories'
import { roles } from '../../src/shared/rules/roles'
import { shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { directoryNeeds, LdapDirectory } from '../support/ldap-directory'
import { useOwnServer } from '../support/own-server'
import { describeWith } from '../support/services'
import { untilHolds } from '../support/until'

/* Source: docs/protocol/single-sign-on.md#ldap-sync. */

const settings = {
  OUTGOING_WEBHOOKS_ALLOW_PRIVATE: 'localhost,127.0.0.1,::1',
  SECRETS_KEY: 'a key of the tests with more than 32 characters',
  LOGIN_RATE_LIMIT: '1000',
}

describeWith(directoryNeeds, 'The sync of a directory', () => {
  const server = useOwnServer({ settings })
  let directory: LdapDirectory
  beforeAll(async () => {
    directory = await LdapDirectory.start()
  })
  afterAll(() => directory?.remove())

  const addresses = '/realm/identity_providers'
  const add = async (slug: string, options: Record<string, unknown> = {}) => {
    expectSuccess(
      await server.owner.post(addresses, {
        ...{ slug, kind: 'ldap', display_name: 'Acme', secret: directory.searchPassword },
        options: {
          ...directory.options,
          user_filter: ofTeam(slug),
          login_attribute: 'uid',
          ...options,
        },
      }),
    )
  }
  /** Each test has people of its own. */
  const ofTeam = (team: string) => `(&(objectClass=inetOrgPerson)(ou=${team}))`
  const addPeople = async (team: string, names: readonly string[]) => {
    for (const name of names) await directory.addPerson(name, { ou: team })
  }

  const syncOf = async (slug: string) => {
    const { identity_providers: providers } = await server.owner.call(
      'GET /realm/identity_providers',
    )
    return providers.find((provider) => provider.slug === slug)?.last_sync
  }
  const sync = async (slug: string) => {
    expectSuccess(await server.owner.post(`${addresses}/${slug}/sync`))
    await untilHolds('the sync has ended', async () => (await syncOf(slug))?.finished_at != null)
    return syncOf(slug)
  }
  const idOf = async (email: string) =>
    (
      await server.db
        .selectFrom('users')
        .select(['id'])
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).id
  const isActive = async (name: string) => {
    const { user } = shapedLike(
      expectSuccess(await server.owner.get(`/users/${await idOf(`${name}@acme.test`)}`)),
      { user: { is_active: true } },
    )
    return user.is_active
  }
  const names = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}`)

  it('makes no account for people who never came, unless the directory makes accounts', async () => {
    await addPeople('made', names('made', 3))
    await add('made')
    expect(await sync('made')).toMatchObject({ read: 3, made: 0, changed: 0 })
    const { user_filter } = { user_filter: ofTeam('made') }
    const options = { ...directory.options, user_filter, creates_accounts: true }
    const changed = expectSuccess(await server.owner.patch(`${addresses}/made`, { options }))
    expect(changed).toMatchObject({ identity_provider: { last_sync: { read: 3 } } })
    expect(await sync('made')).toMatchObject({ read: 3, made: 3, changed: 3, faults: [] })
    expect(await isActive('made0')).toBe(true)
    expect(await sync('made')).toMatchObject({ read: 3, made: 0, changed: 0 })
  })

  it('writes only people who have changed', async () => {
    await addPeople('few', names('few', 3))
    await add('few', { creates_accounts: true, updates_addresses: true })
    await sync('few')
    const versions = () =>
      server.db
        .selectFrom('directory_people')
        .select(['user_id', 'digest'])
        .where('provider_slug', '=', 'few')
        .orderBy('user_id')
        .execute()
    const before = await versions()
    await directory.change('few1', { displayName: 'Few Renamed', mail: 'few.one@acme.test' })
    expect(await sync('few')).toMatchObject({ changed: 1, made: 0, deactivated: 0 })
    const after = await versions()
    expect(after.filter(({ digest }, index) => digest !== before[index]?.digest)).toHaveLength(1)
    const { user } = shapedLike(
      expectSuccess(await server.owner.get(`/users/${await idOf('few.one@acme.test')}`)),
      { user: { full_name: '' } },
    )
    expect(user.full_name).toBe('Few Renamed')
  })

  it('follows the rules for claims, and new rules for people who have not changed', async () => {
    await addPeople('rule', names('rule', 2))
    await add('rule', { creates_accounts: true })
    const rules = (role: string) => ({
      rules: [{ when: { claim: 'uid', equals: 'rule1' }, set: { role } }],
    })
    const roleOf = async (name: string) => {
      const { user } = await server.owner.call('GET /users/{user_id}', {
        user_id: await idOf(`${name}@acme.test`),
      })
      return user.role
    }
    expectSuccess(await server.owner.put(`${addresses}/rule/claim_rules`, rules('moderator')))
    expect(await sync('rule')).toMatchObject({ made: 2, faults: [] })
    expect([await roleOf('rule0'), await roleOf('rule1')]).toEqual([roles.member, roles.moderator])
    expectSuccess(await server.owner.put(`${addresses}/rule/claim_rules`, rules('guest')))
    await sync('rule')
    expect(await roleOf('rule1')).toBe(roles.guest)
    expectSuccess(await server.owner.put(`${addresses}/rule/claim_rules`, { rules: [] }))
    await sync('rule')
    expect(await roleOf('rule1')).toBe(roles.member)
  })

  it('deactivates people who are gone or disabled, and reactivates them', async () => {
    await addPeople('gone', names('gone', 4))
    await add('gone', { creates_accounts: true })
    await sync('gone')
    await directory.removePerson('gone1')
    await directory.change('gone2', { userAccountControl: '514' })
    expect(await sync('gone')).toMatchObject({ deactivated: 2 })
    expect([await isActive('gone0'), await isActive('gone1'), await isActive('gone2')]).toEqual([
      ...[true, false, false],
    ])
    await directory.change('gone2', { userAccountControl: '512' })
    expect(await sync('gone')).toMatchObject({ deactivated: 0, reactivated: 1 })
    expect(await isActive('gone2')).toBe(true)

    await directory.change('gone2', { userAccountControl: '514' })
    expect(await sync('gone')).toMatchObject({ deactivated: 1 })
    await directory.change('gone2', { userAccountControl: '512' })
    const logIn = { username: 'gone2', password: 'gone2 password' }
    expectSuccess(await server.call('post', '/fetch_api_key').type('form').send(logIn))
    expect(await isActive('gone2')).toBe(true)

    // An administrator's decision stays.
    expectSuccess(await server.owner.delete(`/users/${await idOf('gone3@acme.test')}`))
    await directory.change('gone3', { title: 'Chief' })
    expect(await sync('gone')).toMatchObject({ reactivated: 0 })
    expect(await isActive('gone3')).toBe(false)
    const refused = { username: 'gone3', password: 'gone3 password' }
    expectError(await server.call('post', '/fetch_api_key').type('form').send(refused), 403)
  })

  it('deactivates nobody if more than a tenth would go', async () => {
    await addPeople('brake', names('brake', 6))
    await add('brake', { creates_accounts: true })
    await sync('brake')
    for (const name of names('brake', 3)) await directory.removePerson(name)
    const outcome = await sync('brake')
    expect(outcome).toMatchObject({ read: 3, deactivated: 0 })
    expect(outcome?.refusal).toMatch(/^3 of 6 people would be deactivated/)
    expect(await isActive('brake0')).toBe(true)
    const options = { ...directory.options, user_filter: ofTeam('nobody at all') }
    expectSuccess(await server.owner.patch(`${addresses}/brake`, { options }))
    expect(await sync('brake')).toMatchObject({ read: 0, deactivated: 0 })
  })

  it('keeps people who have another way in, and the only owner', async () => {
    const kept = await server.user('kept')
    await directory.addPerson('kept', { ou: 'kept', mail: kept.email })
    await directory.addPerson('boss', { ou: 'kept', mail: server.owner.email })
    await addPeople('kept', ['staying'])
    await add('kept', { creates_accounts: true })
    await sync('kept')
    await server.db
      .updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', server.owner.id)
      .execute()
    await directory.removePerson('kept')
    await directory.removePerson('boss')
    const outcome = await sync('kept')
    expect(outcome).toMatchObject({ deactivated: 0 })
    expect(outcome?.faults).toContainEqual(
      expect.stringContaining('Cannot deactivate the only organization'),
    )
  })

  it('tells groups in groups as claims, and the fault of a single person', async () => {
    await addPeople('groups', ['grace', 'ghost'])
    await directory.change('ghost', { mail: 'no address' })
    const inner = await directory.addGroup('sync-inner', [directory.dnOf('grace')])
    const outer = await directory.addGroup('sync-outer', [inner])
    await add('groups', { creates_accounts: true, group_base: directory.groupBase })
    const outcome = await sync('groups')
    expect(outcome).toMatchObject({ read: 2, made: 1, faults: [expect.any(String)] })
    const person = { person: 'grace' }
    const test = expectSuccess(await server.owner.post(`${addresses}/groups/test`, person))
    expect(test).toMatchObject({ person: { claims: { memberOf: [inner, outer] } } })
  })

  it('tells a directory that is away, and changes nothing', async () => {
    await addPeople('away', names('away', 2))
    await add('away', { creates_accounts: true })
    await sync('away')
    await directory.stop()
    const outcome = await sync('away')
    await directory.restart()
    expect(outcome?.fault).toContain('ECONNREFUSED')
    expect(await isActive('away0')).toBe(true)
  })

  it('is due an hour after the last one, and for a new directory at once', async () => {
    await add('due')
    const isDue = async (doneBefore: Date) =>
      (await listDueDirectories(server.db, doneBefore)).some(({ slug }) => slug === 'due')
    const hourAgo = new Date(server.ctx.clock.now().getTime() - 3_600_000)
    expect(await isDue(hourAgo)).toBe(true)
    await sync('due')
    expect(await isDue(hourAgo)).toBe(false)
    expect(await isDue(new Date(hourAgo.getTime() + 7_200_000))).toBe(true)
    // The command of operators waits for the end.
    const owner = await getActingOwner(server.ctx, '')
    expect(await syncToEnd(server.ctx, owner, 'due')).toMatchObject({ read: 0, deactivated: 0 })
    await expect(syncToEnd(server.ctx, owner, 'nothing')).rejects.toThrow(NoSuchProviderError)
  })

  it('runs once at a time, for owners, and only of directories that are on', async () => {
    await addPeople('once', names('once', 1))
    await add('once')
    const answers = await Promise.all([
      server.owner.post(`${addresses}/once/sync`),
      server.owner.post(`${addresses}/once/sync`),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    await untilHolds('the sync has ended', async () => (await syncOf('once'))?.finished_at != null)
    expectSuccess(await server.owner.patch(`${addresses}/once`, { is_enabled: false }))
    const msg = 'This directory is switched off.'
    expectError(await server.owner.post(`${addresses}/once/sync`), 400, { msg })
    const admin = await server.user('syncing', 'administrator')
    expectError(await admin.post(`${addresses}/once/sync`), 400, {
      msg: 'Must be an organization owner',
    })
  })
})
