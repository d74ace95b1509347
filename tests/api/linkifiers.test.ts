import { asNumber, asRecord, lastOf } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const ticket = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://tracker.test/{id}' }

describe('linkifiers', () => {
  const server = useTestServer()
  let alice: Person
  let dora: Person
  beforeAll(async () => {
    alice = await server.user('alice')
    dora = await server.user('dora', 'administrator')
    await server.stream('work', { subscribers: [alice, dora] })
  })

  const add = async (linkifier: Arguments): Promise<number> =>
    asNumber(expectSuccess(await dora.post('/realm/filters', linkifier))['id'])
  const list = async (person: Person) => (await person.call('GET /realm/linkifiers')).linkifiers
  afterEach(async () => {
    await server.db.deleteFrom('realm_linkifiers').execute()
  })

  it('become links in messages and topics, until they are removed', async () => {
    const id = await add(ticket)
    const queue = await alice.register({ event_types: ['message'], apply_markdown: true })
    await alice.send('work', 'about #7', 'fix #12 in `#12`')
    const next = async () => asRecord(lastOf(await alice.pollUntil(queue, 'message'))['message'])
    expect(await next()).toMatchObject({
      content: '<p>fix <a href="https://tracker.test/12">#12</a> in <code>#12</code></p>',
      subject_links: ['https://tracker.test/7'],
      topic_links: [{ text: '#7', url: 'https://tracker.test/7' }],
    })

    const changed = { ...ticket, url_template: 'https://other.test/{id}' }
    expectSuccess(await dora.patch(`/realm/filters/${id}`, changed))
    await alice.send('work', 'about #7', 'fix #12')
    expect(await next()).toMatchObject({
      content: expect.stringContaining('https://other.test/12'),
      subject_links: ['https://other.test/7'],
    })

    expectSuccess(await dora.delete(`/realm/filters/${id}`))
    await alice.send('work', 'about #7', 'fix #12')
    expect(await next()).toMatchObject({ content: '<p>fix #12</p>', subject_links: [] })
  })

  it('are listed in both forms, and told to clients in the one they read', async () => {
    const old = { event_types: ['realm_filters', 'realm_linkifiers'] }
    const states = { fetch_event_types: old.event_types }
    const client_capabilities = { linkifier_url_template: true }
    const older = await alice.register(old)
    const newer = await alice.register({ ...old, client_capabilities })
    const id = await add(ticket)
    const linkifiers = [{ ...ticket, id }]
    const filters = [[ticket.pattern, 'https://tracker.test/%(id)s', id]]

    expect(await list(alice)).toEqual(linkifiers)
    expect(expectSuccess(await alice.get('/realm/filters'))['filters']).toEqual(filters)
    expect(await alice.pollUntil(older, 'realm_filters')).toMatchObject([
      { type: 'realm_filters', realm_filters: filters },
    ])
    expect(await alice.pollUntil(newer, 'realm_filters')).toMatchObject([
      { type: 'realm_linkifiers', realm_linkifiers: linkifiers },
      { type: 'realm_filters', realm_filters: filters },
    ])
    expect(await alice.register(states)).toMatchObject({
      realm_linkifiers: [],
      realm_filters: filters,
    })
    expect(await alice.register({ ...states, client_capabilities })).toMatchObject({
      realm_linkifiers: linkifiers,
      realm_filters: filters,
    })
  })

  it('are accepted in the old form, and missing from it if they have none', async () => {
    await add({ pattern: 'T(?P<id>[0-9]+)', url_format_string: 'https://t.test/50%%/%(id)s' })
    await add({ pattern: 'Q(?P<q>[a-z]+)', url_template: 'https://t.test/{?q}' })
    expect(await list(alice)).toMatchObject([
      { url_template: 'https://t.test/50%/{id}' },
      { url_template: 'https://t.test/{?q}' },
    ])
    expect(expectSuccess(await alice.get('/realm/filters'))['filters']).toEqual([
      ['T(?P<id>[0-9]+)', 'https://t.test/50%%/%(id)s', expect.any(Number)],
    ])
  })

  it('are tried in the order that administrators give them', async () => {
    const first = await add({ pattern: 'X(?P<a>[0-9]+)', url_template: 'https://first.test/{a}' })
    const second = await add({ pattern: 'X(?P<b>[0-9])', url_template: 'https://second.test/{b}' })
    const rendered = async () =>
      expectSuccess(await alice.post('/messages/render', { content: 'X1' }))['rendered']
    expect(await rendered()).toContain('https://first.test/1')
    const reorder = (ids: number[]) =>
      dora.patch('/realm/linkifiers', { ordered_linkifier_ids: ids })
    expectSuccess(await reorder([second, first]))
    expect(await rendered()).toContain('https://second.test/1')
    for (const ids of [[first], [first, first], [first, second, second], [first, second, 9]]) {
      expectError(await reorder(ids), 400, { code: 'BAD_REQUEST' })
    }
  })

  it('are for administrators to change', async () => {
    const id = await add(ticket)
    for (const response of [
      await alice.post('/realm/filters', { ...ticket, pattern: 'mine' }),
      await alice.patch(`/realm/filters/${id}`, ticket),
      await alice.delete(`/realm/filters/${id}`),
      await alice.patch('/realm/linkifiers', { ordered_linkifier_ids: [id] }),
    ]) {
      expectError(response, 400, { msg: 'Must be an organization administrator' })
    }
  })

  it('are refused if they are invalid or exist already', async () => {
    const id = await add(ticket)
    const other = await add({ pattern: 'y(?P<id>[0-9])', url_template: 'https://y.test/{id}' })
    const exists = { msg: 'There is a linkifier with this pattern already.' }
    expectError(await dora.post('/realm/filters', ticket), 400, exists)
    expectError(await dora.patch(`/realm/filters/${other}`, ticket), 400, exists)
    expectSuccess(await dora.patch(`/realm/filters/${id}`, ticket))
    expectError(await dora.post('/realm/filters', { ...ticket, pattern: '(' }), 400, {
      code: 'BAD_REQUEST',
    })
    for (const response of [
      await dora.patch('/realm/filters/999999', { ...ticket, pattern: 'x(?P<id>y)' }),
      await dora.delete('/realm/filters/999999'),
    ]) {
      expectError(response, 400, { msg: 'Linkifier not found.' })
    }
  })

  it('belong to their realm', async () => {
    const id = await add(ticket)
    const elsewhere = await server.realm('elsewhere')
    expect(await list(elsewhere.owner)).toEqual([])
    expectError(await elsewhere.owner.delete(`/realm/filters/${id}`), 400)
  })

  it('have a maximum number', async () => {
    const { realm_id } = await server.db
      .selectFrom('users')
      .select('realm_id')
      .where('id', '=', dora.id)
      .executeTakeFirstOrThrow()
    const many = Array.from({ length: 50 }, (_, position) => ({
      realm_id,
      pattern: `p${position}-(?P<id>[0-9]+)`,
      url_template: 'https://p.test/{id}',
      position,
    }))
    await server.db.insertInto('realm_linkifiers').values(many).execute()
    expectError(await dora.post('/realm/filters', ticket), 400, {
      msg: 'Too many linkifiers (limit: 50)',
    })
  })
})
