import { onlyOf, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()
const bad = (msg: string) => ({ code: 'BAD_REQUEST', msg })

describe('folders of streams', () => {
  const path = '/channel_folders'
  const make = async (name: string) =>
    (await server.owner.call('POST /channel_folders/create', { name })).channel_folder_id
  const listOf = async (person: Person, args: { include_archived?: boolean } = {}) =>
    (await person.call('GET /channel_folders', args)).channel_folders

  it('are made, changed, ordered, archived and brought back, and everybody is told', async () => {
    const gwen = await server.user('gwen', 'guest')
    const queue = await gwen.register({ event_types: ['channel_folder'] })
    const args = { name: ' Work ', description: 'what *we* do' }
    const { channel_folder_id: work } = await server.owner.call(
      'POST /channel_folders/create',
      args,
    )
    const play = await make('Play')
    const rendered_description = '<p>what <em>we</em> do</p>'
    expect(await listOf(gwen)).toMatchObject([
      { ...args, id: work, name: 'Work', rendered_description, order: 0, is_archived: false },
      { id: play, name: 'Play', order: 1, creator_id: server.owner.id },
    ])
    expectSuccess(await server.owner.patch(path, { order: [play, work] }))
    const changed = { name: 'Play', is_archived: true }
    expectSuccess(await server.owner.patch(`${path}/${play}`, changed))
    expect((await listOf(gwen)).map(({ id }) => id)).toEqual([work])
    const all = await listOf(gwen, { include_archived: true })
    expect(all.map(({ id }) => id)).toEqual([play, work])
    const state = await gwen.register({ fetch_event_types: ['channel_folders'] })
    expect(state['channel_folders']).toEqual(all)
    expectSuccess(await server.owner.patch(`${path}/${play}`, { is_archived: false }))

    const isBack = (event: object) => JSON.stringify(event).includes('"is_archived":false}')
    const events = await gwen.pollUntil(queue, (event) => isBack(event) && 'data' in event)
    expect(events.map(({ id: _id, type: _type, ...event }) => event)).toMatchObject([
      { op: 'add', channel_folder: { id: work } },
      { op: 'add', channel_folder: { id: play } },
      { op: 'reorder', order: [play, work] },
      { op: 'update', channel_folder_id: play, data: { is_archived: true } },
      { op: 'update', channel_folder_id: play, data: { is_archived: false } },
    ])
  })

  it('have names of their own, and one order', async () => {
    const id = await make('Same')
    const taken = bad("Channel folder 'sAME' already exists")
    expectError(await server.owner.post(`${path}/create`, { name: 'sAME' }), 400, taken)
    const other = await make('Other')
    expectError(await server.owner.patch(`${path}/${other}`, { name: 'sAME' }), 400, taken)
    const order = bad('Invalid order mapping.')
    expectError(await server.owner.patch(path, { order: [id] }), 400, order)
    expectError(await server.owner.patch(path, { order: [id, id, other] }), 400, order)
    const none = bad('Invalid channel folder ID')
    expectError(await server.owner.patch(`${path}/987654`, { name: 'x' }), 400, none)
    const empty = bad("Channel folder name can't be empty.")
    expectError(await server.owner.post(`${path}/create`, { name: ' ' }), 400, empty)
  })
})

describe('views', () => {
  const path = '/navigation_views'
  const viewsOf = async (person: Person) =>
    (await person.call('GET /navigation_views')).navigation_views

  it('belong to one user, under names that are unique', async () => {
    const [alice, bob] = await server.users('alice', 'bob')
    const view = { fragment: 'narrow/is/alerted', is_pinned: true, name: ' Alerts ' }
    expectSuccess(await alice.post(path, view))
    expectSuccess(await alice.post(path, { fragment: 'narrow/is/starred', is_pinned: true }))
    const encoded = `${path}/${encodeURIComponent(view.fragment)}`
    expectSuccess(await alice.patch(encoded, { is_pinned: false }))
    const kept = [
      { ...view, name: 'Alerts', is_pinned: false },
      { fragment: 'narrow/is/starred', is_pinned: true, name: null },
    ]
    expect(await viewsOf(alice)).toEqual(kept)
    const state = await alice.register({ fetch_event_types: ['navigation_views'] })
    expect(state['navigation_views']).toEqual(kept)
    expect(await viewsOf(bob)).toEqual([])
    expectError(await bob.delete(encoded), 404, bad('Navigation view does not exist.'))
    expectSuccess(await alice.delete(encoded))
    expectError(await alice.patch(encoded, {}), 404, bad('Navigation view does not exist.'))
  })

  const duplicate = 'Navigation view already exists.'
  it.each<[string, Arguments, string]>([
    [
      'a name of one that is built in',
      { fragment: 'inbox', name: 'x' },
      'Built-in views cannot have a custom name.',
    ],
    ['no name', { fragment: 'narrow/x' }, 'Custom views must have a valid name.'],
    ['a blank name', { fragment: 'narrow/x', name: ' ' }, 'Custom views must have a valid name.'],
    ['the fragment of another', { fragment: 'narrow/y', name: 'Z' }, duplicate],
    ['the name of another', { fragment: 'narrow/z', name: 'Y' }, duplicate],
  ])('cannot have %s', async (_what, args, msg) => {
    const fragment = { fragment: 'narrow/y', is_pinned: false, name: 'Y' }
    await server.owner.post(path, fragment)
    expectError(await server.owner.post(path, { is_pinned: true, ...args }), 400, bad(msg))
  })
})

describe('groups of default streams', () => {
  const path = '/default_stream_groups'

  it('are made, changed and removed by administrators, and members are told', async () => {
    const [carol, lunch, tea] = [
      await server.user('carol'),
      await server.stream('lunch'),
      await server.stream('tea'),
    ]
    const queue = await carol.register({
      event_types: ['default_stream_groups'],
      fetch_event_types: ['default_stream_groups'],
    })
    expect(queue['realm_default_stream_groups']).toEqual([])
    const group = { group_name: 'social', description: 'Fun', stream_names: ['lunch'] }
    const { owner } = server
    expectSuccess(await owner.post(`${path}/create`, group))
    const [told] = await carol.pollUntil(queue, 'default_stream_groups')
    const { id } = onlyOf(shapedLike(told?.['default_stream_groups'], [{ id: 0 }]))
    const streams = [lunch.id]
    expect(told).toMatchObject({
      default_stream_groups: [{ id, name: 'social', description: 'Fun', streams }],
    })
    const add = { op: 'add', stream_names: ['tea'] }
    expectSuccess(await owner.patch(`${path}/${id}/streams`, add))
    const there = "Stream 'tea' is already present in default stream group 'social'"
    expectError(await owner.patch(`${path}/${id}/streams`, add), 400, bad(there))
    expectSuccess(await owner.patch(`${path}/${id}`, { new_group_name: 'fun' }))
    const same = "This default stream group is already named 'fun'"
    expectError(await owner.patch(`${path}/${id}`, { new_group_name: 'fun' }), 400, bad(same))
    const taken = "Default stream group 'Fun' already exists"
    expectError(
      await owner.post(`${path}/create`, { ...group, group_name: 'Fun' }),
      400,
      bad(taken),
    )
    const state = await carol.register({ fetch_event_types: ['default_stream_groups'] })
    expect(state['realm_default_stream_groups']).toEqual([
      { id, name: 'fun', description: 'Fun', streams: [lunch.id, tea.id] },
    ])
    expectSuccess(await owner.delete(`${path}/${id}`))
    const none = `Default stream group with id '${id}' does not exist.`
    expectError(await owner.delete(`${path}/${id}`), 400, bad(none))
  })

  it('hold no streams that are default, private or none', async () => {
    const { owner } = server
    await server.stream('board', { inviteOnly: true, subscribers: [owner] })
    const make = (name: string) =>
      owner.post(`${path}/create`, { group_name: 'all', description: '', stream_names: [name] })
    const isDefault = "'general' is a default stream and cannot be added to 'all'"
    expectError(await make('general'), 400, bad(isDefault))
    expectError(await make('board'), 400, bad('A default channel cannot be private.'))
    expectError(await make('nope'), 400, { code: 'STREAM_DOES_NOT_EXIST' })
  })
})
