import { roles } from '../../src/shared/rules/roles'
import { asRecord, asRecords, asText } from '../support/checked'
import { Directory } from '../support/directory'
import type { ScimAnswer } from '../support/directory'
import { expectError, expectSuccess } from '../support/expectations'
import { useOwnServer } from '../support/own-server'

/* Sources: docs/protocol/scim.md#users, docs/protocol/scim.md#groups. */

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

const server = useOwnServer()
let directory: Directory
beforeAll(async () => {
  directory = await Directory.of(server.owner, server.url)
})

function expectScimError(
  { status, type, body }: ScimAnswer,
  expected: { status: number; detail: unknown; scimType?: string },
): void {
  expect({ status, body }).toEqual({
    status: expected.status,
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      ...{ ...expected, status: String(expected.status) },
    },
  })
  expect(type).toBe('application/scim+json; charset=utf-8')
}

const actsOfServer = async (type: string, id: string) => {
  const { entries } = expectSuccess(await server.owner.get('/audit_log'))
  return asRecords(entries)
    .filter((entry) => entry['affected_type'] === type && String(entry['affected_id']) === id)
    .reverse()
}

describe('Tokens of SCIM', () => {
  const address = '/realm/scim_tokens'

  it('are made, listed and revoked by owners, and shown once', async () => {
    const made = expectSuccess(await server.owner.post(address, { name: ' Entra ' }))
    const token = asText(made['token'])
    const { id } = asRecord(made['scim_token'])
    expect(made['scim_token']).toEqual({
      ...{ id, name: 'Entra', date_created: expect.any(Number), last_used: null },
    })
    const list = () => server.owner.get(address).then(expectSuccess)
    expect(await list()).toMatchObject({ base_url: `${server.url}/scim/v2` })
    expect(JSON.stringify(await list())).not.toContain(token)
    const stored = await server.db.selectFrom('scim_tokens').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)

    const call = () =>
      fetch(`${server.url}/scim/v2/Users`, { headers: { authorization: `Bearer ${token}` } })
    expect((await call()).status).toBe(200)
    expect(asRecords((await list())['scim_tokens'])).toContainEqual({
      ...{ id, name: 'Entra', date_created: expect.any(Number), last_used: expect.any(Number) },
    })
    expectSuccess(await server.owner.delete(`${address}/${String(id)}`))
    expect((await call()).status).toBe(401)
    expectError(await server.owner.delete(`${address}/${String(id)}`), 400, {
      msg: 'There is no such token.',
    })
    const { entries } = expectSuccess(await server.owner.get('/audit_log'))
    const acts = asRecords(entries).filter(({ act }) => asText(act).startsWith('scim_token'))
    expect(acts.slice(0, 2).map(({ act }) => act)).toEqual([
      'scim_token_revoked',
      'scim_token_created',
    ])
    expect(acts[1]).toMatchObject({ after: { id, name: 'Entra' } })
  })

  it('belong to owners alone, and have a name', async () => {
    const admin = await server.user('ann', 'administrator')
    const msg = 'Must be an organization owner'
    expectError(await admin.get(address), 400, { msg })
    expectError(await admin.post(address, { name: 'x' }), 400, { msg })
    expectError(await admin.delete(`${address}/${directory.tokenId}`), 400, { msg })
    expectError(await server.owner.post(address, { name: ' ' }), 400, {
      msg: 'The name of a token has 1 to 60 characters.',
    })
  })

  it('are judged before the body, and work in their organization alone', async () => {
    const other = await server.realm('scimother')
    const foreign = await Directory.of(other.owner, server.url)
    const refusal = { status: 401, detail: 'The token is missing or wrong.' }
    expectScimError(await foreign.call('GET', '/Users'), refusal)
    expectScimError(await foreign.call('POST', '/Users', '{'), refusal)
    expectScimError(await foreign.call('GET', '/Nothing'), refusal)
  })
})

describe('Discovery of SCIM', () => {
  it('needs no token', async () => {
    const open = async (path: string) => {
      const response = await fetch(`${server.url}/scim/v2${path}`)
      expect(response.status).toBe(200)
      return asRecord(await response.json())
    }
    expect(await open('/ServiceProviderConfig')).toMatchObject({
      ...{ patch: { supported: true }, filter: { supported: true, maxResults: 1000 } },
      bulk: { supported: false },
    })
    const types = await open('/ResourceTypes')
    expect(asRecords(types['Resources']).map(({ endpoint }) => endpoint)).toEqual([
      ...['/Users', '/Groups'],
    ])
    const schemas = await open('/Schemas')
    expect(asRecords(schemas['Resources']).map(({ id }) => id)).toEqual([userSchema, groupSchema])
    expect(await open(`/Schemas/${userSchema}`)).toMatchObject({ id: userSchema, name: 'User' })
    expect(await open('/ResourceTypes/Group')).toMatchObject({ schema: groupSchema })
  })
})

describe('Okta', () => {
  it('finds, makes, reads, replaces, deactivates and reactivates a person', async () => {
    const filter = 'filter=userName%20eq%20%22ada%40example.com%22&startIndex=1&count=100'
    expect(await directory.ask('GET', `/Users?${filter}`)).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      ...{ totalResults: 0, itemsPerPage: 0, startIndex: 1, Resources: [] },
    })
    const watcher = await server.user('watcher')
    const queue = await watcher.register({ event_types: ['message', 'realm_user'] })
    const made = await directory.call('POST', '/Users', {
      schemas: [userSchema],
      userName: 'ada@example.com',
      name: { givenName: 'Ada', familyName: 'King Lovelace' },
      emails: [{ primary: true, value: 'ada@example.com', type: 'work' }],
      ...{ displayName: 'Ada Lovelace', locale: 'en-US', externalId: '00ujl29u0le5T6Aj10h7' },
      ...{ groups: [], password: '1mz050nq', active: true },
    })
    const id = asText(made.body['id'])
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toBe(`${server.url}/scim/v2/Users/${id}`)
    expect(made.body).toEqual({
      schemas: [userSchema],
      ...{ id, externalId: '00ujl29u0le5T6Aj10h7', userName: 'ada@example.com' },
      name: {
        ...{ formatted: 'Ada King Lovelace', givenName: 'Ada', familyName: 'King Lovelace' },
      },
      ...{ displayName: 'Ada King Lovelace', active: true, role: 'member' },
      emails: [{ value: 'ada@example.com', type: 'work', primary: true }],
      meta: {
        ...{ resourceType: 'User', created: expect.any(String) },
        location: `${server.url}/scim/v2/Users/${id}`,
      },
    })
    expect(await directory.ask('GET', `/Users/${id}`)).toEqual(made.body)
    const stored = await server.db
      .selectFrom('users')
      .select(['password_hash', 'is_address_unconfirmed'])
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow()
    expect(stored).toEqual({ password_hash: null, is_address_unconfirmed: false })

    const replaced = await directory.ask('PUT', `/Users/${id}`, {
      ...{ schemas: [userSchema], id, userName: 'lovelace@example.com', active: true },
      name: { givenName: 'Augusta', familyName: 'Lovelace' },
      ...{ emails: [{ primary: true, value: 'lovelace@example.com', type: 'work' }], groups: [] },
    })
    expect(replaced).toMatchObject({
      ...{ userName: 'lovelace@example.com', displayName: 'Augusta Lovelace', active: true },
      externalId: '00ujl29u0le5T6Aj10h7',
    })
    const activate = (active: boolean) =>
      directory.ask('PATCH', `/Users/${id}`, {
        schemas: [patchSchema],
        Operations: [{ op: 'replace', value: { active } }],
      })
    expect(await activate(false)).toMatchObject({ active: false })
    expect(await activate(true)).toMatchObject({ active: true })
    const told = await watcher.eventsUntilNow(queue)
    expect(told.map((event) => ({ op: event['op'], ...asRecord(event['person']) }))).toMatchObject([
      { op: 'add', full_name: 'Ada King Lovelace' },
      { op: 'update', full_name: 'Augusta Lovelace' },
      { op: 'update', delivery_email: 'lovelace@example.com' },
      { op: 'update', new_email: 'lovelace@example.com' },
      { op: 'update', is_active: false },
      { op: 'update', is_active: true },
    ])
    const acts = await actsOfServer('user', id)
    expect(acts.map(({ act }) => act)).toEqual([
      ...['user_created', 'user_renamed', 'user_email_changed'],
      ...['user_deactivated', 'user_reactivated'],
    ])
    for (const act of acts) {
      expect(act).toMatchObject({ source: 'server', acting_user_id: null })
    }
  })

  it('makes, renames and deletes a group, and changes its members', async () => {
    const [ada, bob, cat] = [
      await directory.hire('Gada'),
      await directory.hire('Gbob'),
      await directory.hire('Gcat'),
    ]
    const made = await directory.call('POST', '/Groups', {
      ...{ schemas: [groupSchema], displayName: 'Test SCIMv2', members: [] },
    })
    expect(made.status).toBe(201)
    const id = asText(made.body['id'])
    const members = async () => {
      const group = await directory.ask('GET', `/Groups/${id}`)
      return asRecords(group['members']).map(({ value }) => value)
    }
    const patch = async (...Operations: unknown[]) => {
      const answer = await directory.call('PATCH', `/Groups/${id}`, {
        ...{ schemas: [patchSchema], Operations },
      })
      expect(answer).toMatchObject({ status: 204, body: {} })
    }
    const watcher = await server.user('okta-watcher')
    const queue = await watcher.register({ event_types: ['message', 'user_group'] })
    await patch({ op: 'add', path: 'members', value: [{ value: ada, display: 'gada' }] })
    await patch(
      { op: 'remove', path: `members[value eq "${ada}"]` },
      { op: 'add', path: 'members', value: [{ value: bob }, { value: cat }] },
    )
    expect(await members()).toEqual([bob, cat])
    await patch({ op: 'replace', value: { id, displayName: 'Renamed' } })
    await patch({ op: 'replace', path: 'members', value: [{ value: ada }] })
    expect(await members()).toEqual([ada])
    const put = await directory.ask('PUT', `/Groups/${id}`, {
      ...{ schemas: [groupSchema], id, displayName: 'Renamed again' },
      members: [{ value: ada }, { value: bob }],
    })
    expect(put).toMatchObject({
      displayName: 'Renamed again',
      members: [
        { value: ada, display: 'Gada Smith', type: 'User' },
        { value: bob, display: 'Gbob Smith', type: 'User' },
      ],
    })
    expect((await directory.call('DELETE', `/Groups/${id}`)).status).toBe(204)
    expectScimError(await directory.call('GET', `/Groups/${id}`), {
      ...{ status: 404, detail: `Resource ${id} not found` },
    })
    const told = (await watcher.eventsUntilNow(queue)).map(({ op }) => op)
    expect(told).toEqual([
      ...['add_members', 'add_members', 'remove_members', 'update'],
      ...['add_members', 'remove_members', 'update', 'add_members', 'remove'],
    ])
    const acts = await actsOfServer('user_group', id)
    expect(acts.map(({ act }) => act)).toEqual([
      ...['group_created', 'group_members_changed', 'group_members_changed', 'group_changed'],
      ...['group_members_changed', 'group_changed', 'group_members_changed', 'group_deleted'],
    ])
  })
})

describe('Entra', () => {
  it('finds, makes and changes a person by its operations', async () => {
    const externalId = '58342554-38d6-4ec8-948c-50044d0a33fd'
    expect(await directory.find('Users', `externalId eq "${externalId}"`)).toEqual([])
    const made = await directory.ask('POST', '/Users', {
      schemas: [userSchema, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
      ...{ externalId, userName: 'grace@example.com', active: true, displayName: 'lennay' },
      emails: [{ primary: true, type: 'work', value: 'grace@example.com' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Grace Hopper', familyName: 'Hopper', givenName: 'Grace' },
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Navy' },
    })
    const id = asText(made['id'])
    expect(made).toMatchObject({ displayName: 'Grace Hopper', externalId })
    expect(await directory.find('Users', `externalId eq "${externalId}"`)).toMatchObject([{ id }])
    expect(await directory.find('Users', 'userName eq "GRACE@example.com"')).toMatchObject([{ id }])

    const patch = (...Operations: unknown[]) =>
      directory.ask('PATCH', `/Users/${id}`, { schemas: [patchSchema], Operations })
    expect(
      await patch(
        { op: 'Replace', path: 'name.formatted', value: 'Grace B. Hopper' },
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'x@example.com' },
        { op: 'Add', path: 'title', value: 'Admiral' },
        {
          op: 'Replace',
          path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
          value: 'Reserve',
        },
      ),
    ).toMatchObject({ displayName: 'Grace B. Hopper', userName: 'grace@example.com' })
    expect(await patch({ op: 'Add', value: { 'name.familyName': 'Murray' } })).toMatchObject({
      displayName: 'Grace Murray',
    })
    expect(
      await patch({ op: 'Replace', path: 'userName', value: 'hopper@example.com' }),
    ).toMatchObject({ userName: 'hopper@example.com' })
    expect(
      await patch({ op: 'Replace', path: 'displayName', value: 'Amazing Grace' }),
    ).toMatchObject({ name: { formatted: 'Amazing Grace' } })
    expect(await patch({ op: 'Add', path: 'role', value: 'moderator' })).toMatchObject({
      role: 'moderator',
    })
    expect(await patch({ op: 'Replace', path: 'active', value: 'False' })).toMatchObject({
      active: false,
    })
    expect(await patch({ op: 'Replace', path: 'active', value: 'True' })).toMatchObject({
      active: true,
    })
    expect(await patch({ op: 'Remove', path: 'externalId' })).not.toHaveProperty('externalId')
  })

  it('finds, makes and changes a group by its operations', async () => {
    const [ada, bob] = [await directory.hire('Eada'), await directory.hire('Ebob')]
    const externalId = '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159'
    const made = await directory.ask('POST', '/Groups', {
      schemas: [
        groupSchema,
        'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
      ],
      ...{ externalId, displayName: 'Engineers', meta: { resourceType: 'Group' } },
    })
    const id = asText(made['id'])
    const query = 'excludedAttributes=members&filter=displayName%20eq%20%22engineers%22'
    const found = asRecords((await directory.ask('GET', `/Groups?${query}`))['Resources'])
    expect(found).toMatchObject([{ id, externalId, displayName: 'Engineers' }])
    expect(found[0]).not.toHaveProperty('members')
    expect(
      await directory.ask('GET', `/Groups/${id}?excludedAttributes=members`),
    ).not.toHaveProperty('members')
    const patch = (...Operations: unknown[]) =>
      directory.ask('PATCH', `/Groups/${id}`, { schemas: [patchSchema], Operations })
    const isIn = async (user: string) => {
      const groups = await directory.find('Groups', `id eq "${id}" and members eq "${user}"`)
      return groups.length === 1
    }
    await patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: ada }] })
    await patch({ op: 'Add', path: 'members', value: { value: bob } })
    expect([await isIn(ada), await isIn(bob)]).toEqual([true, true])
    await patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: ada }] })
    expect([await isIn(ada), await isIn(bob)]).toEqual([false, true])
    await patch({ op: 'Remove', path: `members[value eq "${bob}"]` })
    expect(await isIn(bob)).toBe(false)
    await patch({ op: 'Replace', path: 'displayName', value: 'Makers' })
    await patch({ op: 'Add', path: 'members', value: [{ value: ada }, { value: bob }] })
    await patch({ op: 'Remove', path: 'members' })
    expect(await directory.ask('GET', `/Groups/${id}`)).toMatchObject({
      ...{ displayName: 'Makers', members: [] },
    })
  })
})

describe('Users of SCIM', () => {
  const create = (more: object) =>
    directory.call('POST', '/Users', {
      ...{ userName: 'new@example.com', name: { formatted: 'New Person' }, active: true, ...more },
    })

  it('are welcomed in the default streams, and log in by no password', async () => {
    const id = await directory.hire('Welcomed', { role: 'administrator' })
    const { subscribers } = expectSuccess(await server.owner.get('/streams/1/members'))
    const all = expectSuccess(await server.owner.get(`/users/${id}`))
    expect(asRecord(all['user'])).toMatchObject({ role: roles.administrator, is_active: true })
    expect(subscribers).toContain('welcomed@example.com')
  })

  it.each([
    [
      { name: {} },
      'Must specify name.formatted, name.givenName or name.familyName when creating a new user',
    ],
    [{ active: false }, 'New user must have active=True'],
    [{ active: undefined }, 'New user must have active=True'],
    [{ active: 'perhaps' }, 'active must be true or false.'],
    [
      { role: 'king' },
      "Invalid role: king. Valid values are: ['owner', 'administrator', 'moderator', 'member', 'guest']",
    ],
    [{ userName: '' }, 'Must specify userName when creating a new user'],
    [{ userName: 7 }, 'username must be a text.'],
  ])('are refused with a sentence: %j', async (wrong, detail) => {
    expectScimError(await create(wrong), { status: 400, detail, scimType: 'invalidValue' })
  })

  it('have addresses of their own, which the organization allows', async () => {
    await directory.hire('Taken')
    const detail = 'Email address already in use: TAKEN@example.com'
    expectScimError(await create({ userName: 'TAKEN@example.com' }), {
      ...{ status: 409, detail, scimType: 'uniqueness' },
    })
    const other = await directory.hire('Other')
    expectScimError(
      await directory.call('PUT', `/Users/${other}`, { userName: 'TAKEN@example.com' }),
      { status: 409, detail, scimType: 'uniqueness' },
    )
    const patch = (settings: object) => server.owner.patch('/realm', { ...settings })
    expectSuccess(await patch({ disallow_disposable_email_addresses: true }))
    expectScimError(await create({ userName: 'a@mailinator.com' }), {
      ...{ status: 400, detail: 'Disposable email domains are not allowed for this realm.' },
    })
    expectSuccess(await server.owner.post('/realm/domains', { domain: 'acme.test' }))
    expectSuccess(await patch({ emails_restricted_to_domains: true }))
    expectScimError(await create({ userName: 'a@example.com' }), {
      ...{ status: 400, detail: "This email domain isn't allowed in this organization." },
    })
    expectScimError(await create({ userName: 'a+b@acme.test' }), {
      ...{ status: 400, detail: "Email address can't contain + characters." },
    })
    expectSuccess(await patch({ emails_restricted_to_domains: false }))
  })

  it('are deactivated, and never deleted', async () => {
    const person = await server.user('leaver')
    const session = await server.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expectScimError(await directory.call('DELETE', `/Users/${session.id}`), {
      status: 400,
      detail:
        'DELETE operation not supported. Use PUT or PATCH to modify the "active" attribute instead.',
    })
    await directory.ask('PUT', `/Users/${person.id}`, { active: false })
    expectError(await person.get('/users/me'), 401)
    await directory.ask('PUT', `/Users/${person.id}`, { active: true })
    expectSuccess(await person.get('/users/me'))
  })

  it('keep the last owner', async () => {
    const { id } = server.owner
    expectScimError(await directory.call('PUT', `/Users/${id}`, { active: false }), {
      ...{ status: 400, detail: 'Cannot deactivate the only organization owner' },
    })
    expectScimError(await directory.call('PUT', `/Users/${id}`, { role: 'member' }), {
      ...{ status: 400, detail: 'Cannot remove the only organization owner' },
    })
  })

  it('change as a whole or not at all', async () => {
    const id = await directory.hire('Whole')
    const patch = await directory.call('PUT', `/Users/${id}`, {
      ...{ displayName: 'Half Changed', userName: 'taken@example.com' },
    })
    expect(patch.status).toBe(409)
    expect(await directory.ask('GET', `/Users/${id}`)).toMatchObject({ displayName: 'Whole Smith' })
  })

  it('are people, without bots', async () => {
    const bot = expectSuccess(
      await server.owner.post('/bots', { full_name: 'Robot', short_name: 'robot' }),
    )
    const id = String(bot['user_id'])
    expect((await directory.call('GET', `/Users/${id}`)).status).toBe(404)
    expect(await directory.find('Users', `id eq "${id}"`)).toEqual([])
    for (const unknown of ['0', 'x', '99999999999999999999', '-1', '1e3']) {
      expectScimError(await directory.call('GET', `/Users/${unknown}`), {
        ...{ status: 404, detail: `Resource ${unknown} not found` },
      })
    }
  })

  it('come in pages by ascending id', async () => {
    const all = await directory.ask('GET', '/Users')
    const ids = asRecords(all['Resources']).map(({ id }) => Number(id))
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    const page = await directory.ask('GET', '/Users?startIndex=2&count=3')
    expect(page).toMatchObject({ totalResults: ids.length, itemsPerPage: 3, startIndex: 2 })
    expect(asRecords(page['Resources']).map(({ id }) => Number(id))).toEqual(ids.slice(1, 4))
    expect(await directory.ask('GET', '/Users?count=0')).toMatchObject({
      ...{ totalResults: ids.length, itemsPerPage: 0, Resources: [] },
    })
    expect(await directory.ask('GET', '/Users?startIndex=9999')).toMatchObject({
      ...{ totalResults: ids.length, itemsPerPage: 0 },
    })
    expectScimError(await directory.call('GET', '/Users?count=many'), {
      ...{ status: 400, detail: 'count must be an integer.', scimType: 'invalidValue' },
    })
    const search = await directory.ask('POST', '/Users/.search', {
      ...{ filter: `id eq "${ids[0]}"`, attributes: ['userName'] },
    })
    expect(Object.keys(asRecords(search['Resources'])[0] ?? {}).sort()).toEqual([
      ...['id', 'meta', 'schemas', 'userName'],
    ])
  })

  it('are found by filters', async () => {
    const [one, two] = [
      await directory.hire('Filterone', { externalId: 'F-1' }),
      await directory.hire('Filtertwo', { externalId: 'f-1' }),
    ]
    await directory.ask('PUT', `/Users/${two}`, { active: false })
    const both = [one, two]
    const cases: [string, string[]][] = [
      ['userName sw "FILTER"', both],
      ['userName eq "filterone@example.com"', [one]],
      ['externalId eq "F-1"', [one]],
      ['externalId ne "F-1" and userName sw "filter"', [two]],
      ['userName sw "filter" and active eq false', [two]],
      ['userName sw "filter" and not (active eq false)', [one]],
      ['not (userName co "filter" and active eq true) and userName sw "filter"', [two]],
      ['name.formatted ew "one smith" or displayName eq "filtertwo smith"', both],
      ['userName co "ilterT"', [two]],
      ['externalId pr and userName sw "filter"', both],
      ['externalId eq null and userName sw "filter"', []],
      [`${userSchema}:userName eq "filterone@example.com"`, [one]],
      ['emails[value eq "filterone@example.com"]', [one]],
      ['userName eq "a\\"b"', []],
    ]
    for (const [filter, ids] of cases) {
      const found = await directory.find('Users', filter)
      expect({ filter, ids: found.map(({ id }) => id) }).toEqual({ filter, ids })
    }
    for (const wrong of [
      'userName',
      'userName eq',
      'x eq "1"',
      'active co "t"',
      '(active eq true',
    ]) {
      const answer = await directory.call('GET', `/Users?filter=${encodeURIComponent(wrong)}`)
      expectScimError(answer, {
        ...{ status: 400, detail: `Invalid filter: ${wrong}`, scimType: 'invalidFilter' },
      })
    }
  })
})

describe('Groups of SCIM', () => {
  const create = (more: object) => directory.call('POST', '/Groups', { ...more })

  it('are those of the organization, without system groups and deactivated ones', async () => {
    const made = expectSuccess(
      await server.owner.post('/user_groups/create', {
        ...{ name: 'Own group', description: '', members: [server.owner.id] },
      }),
    )
    const [group] = await directory.find('Groups', 'displayName eq "own group"')
    expect(group).toMatchObject({
      ...{ id: String(made['group_id']), members: [{ value: String(server.owner.id) }] },
    })
    expect(await directory.find('Groups', 'displayName sw "role:"')).toEqual([])
    expectSuccess(await server.owner.post(`/user_groups/${String(made['group_id'])}/deactivate`))
    expect(await directory.find('Groups', 'displayName eq "own group"')).toEqual([])
    expectScimError(await create({ displayName: 'OWN group' }), {
      ...{ status: 409, detail: "User group 'OWN group' already exists.", scimType: 'uniqueness' },
    })
  })

  it('have people as members, also deactivated ones', async () => {
    const [here, gone] = [await directory.hire('Here'), await directory.hire('Gone')]
    await directory.ask('PUT', `/Users/${gone}`, { active: false })
    const members = [{ value: here }, { value: gone }]
    const made = await directory.ask('POST', '/Groups', { displayName: 'Mixed', members })
    expect(made).toMatchObject({ members })
    const shown = async () => {
      const id = String(made['id'])
      return expectSuccess(await server.owner.get(`/user_groups/${id}/members`))['members']
    }
    expect(await shown()).toEqual([Number(here)])
    await directory.ask('PUT', `/Users/${gone}`, { active: true })
    expect(await shown()).toEqual([Number(here), Number(gone)])
    for (const value of ['999999', 'x']) {
      expectScimError(await create({ displayName: 'Wrong', members: [{ value }] }), {
        ...{ status: 400, detail: `There is no user ${value}.`, scimType: 'invalidValue' },
      })
    }
  })

  it('stay while settings name them', async () => {
    const { id } = await directory.ask('POST', '/Groups', { displayName: 'Named' })
    expectSuccess(
      await server.owner.patch('/realm', {
        can_add_custom_emoji_group: JSON.stringify({ new: Number(id) }),
      }),
    )
    expectScimError(await directory.call('DELETE', `/Groups/${String(id)}`), {
      ...{ status: 400, detail: 'Cannot deactivate user group in use.' },
    })
  })
})

describe('A call of SCIM that is no resource', () => {
  it('is refused in the form of SCIM', async () => {
    expectScimError(await directory.call('POST', '/Users', '{'), {
      ...{ status: 400, detail: expect.any(String) },
    })
    expectScimError(await directory.call('POST', '/Users', '[]'), {
      ...{ status: 400, detail: 'The body must be a JSON object.', scimType: 'invalidSyntax' },
    })
    expectScimError(await directory.call('POST', '/Users', '{"userName":"\\u0000"}'), {
      ...{ status: 400, detail: expect.stringContaining('NULL') },
    })
    expectScimError(await directory.call('POST', '/Users', `"${'x'.repeat(3_000_000)}"`), {
      ...{ status: 413, detail: expect.any(String) },
    })
    expectScimError(await directory.call('POST', '/Bulk', {}), {
      ...{ status: 501, detail: 'Not Implemented' },
    })
    const id = await directory.hire('Patched')
    for (const [Operations, detail] of [
      [undefined, 'A PATCH has a list of Operations (limit: 1000).'],
      [[{ op: 'move' }], 'Unknown operation: move'],
      [[{ op: 'remove' }], 'An operation without a path needs an object as its value.'],
    ] as const) {
      expectScimError(await directory.call('PATCH', `/Users/${id}`, { Operations }), {
        ...{ status: 400, detail, scimType: 'invalidSyntax' },
      })
    }
  })
})

describe('A wrong token of SCIM', () => {
  const strict = useOwnServer({ settings: { LOGIN_RATE_LIMIT: '5' } })

  it('counts as wrong credentials, and does not lock a right one out', async () => {
    const known = await Directory.of(strict.owner, strict.url)
    const call = (authorization: string) =>
      known.call('GET', '/Users', undefined, { authorization })
    expect((await known.call('GET', '/Users')).status).toBe(200)
    const detail = 'The token is missing or wrong.'
    const missing = await call('')
    expectScimError(missing, { status: 401, detail })
    expect(missing.headers.get('www-authenticate')).toBe('Bearer realm="scim"')
    expectScimError(await call(`Basic ${known.token}`), { status: 401, detail })
    const wrong = `Bearer ${'x'.repeat(43)}`
    const answers = []
    for (let i = 0; i < 6; i++) answers.push((await call(wrong)).status)
    expect(answers).toContain(401)
    expect(answers.at(-1)).toBe(429)
    expect((await known.call('GET', '/Users')).status).toBe(200)
  })
})
