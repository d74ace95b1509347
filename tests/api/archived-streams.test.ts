import { present } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person, ReceivedEvent } from '../support/person'
import { listStreamNames, listStreams } from '../support/streams'
import { useTestServer } from '../support/test-server'

const server = useTestServer()
const keepsArchived = { client_capabilities: { archived_channels: true } }

describe('archived streams', () => {
  const contentsOf = async (person: Person, id: number) => {
    const narrow = [
      ['channel', id],
      ['topic', 'channel events'],
    ]
    const page = {
      narrow,
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      apply_markdown: false,
    } as const
    const { messages } = await person.call('GET /messages', page)
    return messages.map(({ content }) => content)
  }

  it('are kept, listed if asked for, and come back with their subscribers', async () => {
    const [alice, bob] = await server.users('alice', 'bob')
    const { id } = await server.stream('fair', { subscribers: [alice, bob] })
    const kinds = ['stream', 'subscription']
    const older = await bob.register({ event_types: kinds })
    const newer = await bob.register({ event_types: kinds, ...keepsArchived })
    expectSuccess(await alice.delete(`/streams/${id}`))
    expect(await listStreamNames(bob)).not.toContain('fair')
    const all = await listStreams(bob, { exclude_archived: false })
    expect(all).toContainEqual(expect.objectContaining({ name: 'fair', is_archived: true }))

    const lists = { fetch_event_types: kinds }
    const state = await bob.register({ ...lists, ...keepsArchived })
    expect(state['subscriptions']).toContainEqual(
      expect.objectContaining({ stream_id: id, is_archived: true }),
    )
    expect(JSON.stringify(await bob.register(lists))).not.toContain('"fair"')

    expectSuccess(await alice.patch(`/streams/${id}`, { is_archived: false }))
    expectSuccess(await alice.patch(`/streams/${id}`, { is_archived: false }))
    expect(await listStreamNames(bob)).toContain('fair')
    expect(await bob.pollUntil(older, (event) => event['op'] === 'add')).toMatchObject([
      { op: 'delete', stream_ids: [id] },
      { op: 'create', streams: [{ stream_id: id, is_archived: false }] },
      { op: 'peer_add' },
      { op: 'add', subscriptions: [{ stream_id: id }] },
    ])
    expect(await bob.pollUntil(newer, (event) => event['value'] === false)).toMatchObject([
      { op: 'update', property: 'is_archived', value: true, stream_id: id },
      { op: 'update', property: 'is_archived', value: false, stream_id: id },
    ])
    expect(await contentsOf(bob, id)).toEqual([
      'Channel **fair** has been archived.',
      'Channel **fair** has been un-archived.',
    ])
    // Messages from now on are unread again.
    await alice.send('fair', 'news', 'We are back')
    const { unread_msgs: unread } = await bob.register({
      fetch_event_types: ['message', 'update_message_flags'],
    })
    expect(JSON.stringify(unread)).toContain(`"stream_id":${id}`)
  })

  it('are restored by their administrators, under a free name', async () => {
    const [carl, dora] = await server.users('carl', 'dora')
    const { id } = await server.stream('once', { subscribers: [carl, dora] })
    expectSuccess(await carl.patch(`/streams/${id}`, { is_archived: true }))
    expectError(await dora.patch(`/streams/${id}`, { is_archived: false }), 400, {
      code: 'CANNOT_ADMINISTER_CHANNEL',
    })
    await server.stream('Once', { subscribers: [dora] })
    expectError(await carl.patch(`/streams/${id}`, { is_archived: false }), 400, {
      msg: "Stream name 'once' is already taken.",
    })
    const hidden = await server.stream('hush', { subscribers: [carl], inviteOnly: true })
    expectSuccess(await carl.delete(`/streams/${hidden.id}`))
    expectError(await dora.patch(`/streams/${hidden.id}`, { is_archived: false }), 400, {
      msg: 'Invalid stream id',
    })
  })

  it('stay readable for everybody who could read them: messages by name and id, topics, details, members', async () => {
    const [eve, fred] = await server.users('eve', 'fred')
    const open = await server.stream('open past', { subscribers: [eve] })
    const closed = await server.stream('closed past', { subscribers: [eve], inviteOnly: true })
    for (const { id, name } of [open, closed]) {
      await eve.send(name, 'old times', 'remember')
      expectSuccess(await eve.delete(`/streams/${id}`))
    }
    const page = { anchor: 'newest', num_before: 9, num_after: 0, apply_markdown: false } as const
    const read = async (person: Person, operand: string | number) => {
      const narrow = [
        ['channel', operand],
        ['topic', 'old times'],
      ]
      return person.get('/messages', { ...page, narrow: JSON.stringify(narrow) })
    }
    for (const [person, { id, name }] of [
      [eve, open],
      [eve, closed],
      [fred, open],
    ] as const) {
      for (const operand of [name, name.toUpperCase(), id]) {
        expect(expectSuccess(await read(person, operand))).toMatchObject({
          messages: [{ content: 'remember', display_recipient: name }],
        })
      }
      const { topics } = await person.call('GET /users/me/{stream_id}/topics', { stream_id: id })
      expect(topics.map((topic) => topic.name)).toContain('old times')
      const { stream } = await person.call('GET /streams/{stream_id}', { stream_id: id })
      expect(stream).toMatchObject({ name, is_archived: true, subscriber_count: 1 })
      const { subscribers } = await person.call('GET /streams/{stream_id}/members', {
        stream_id: id,
      })
      expect(subscribers).toEqual([eve.email])
    }
    expectError(await read(fred, closed.name), 400, { code: 'BAD_NARROW' })
    for (const path of [`/users/me/${closed.id}/topics`, `/streams/${closed.id}`]) {
      expectError(await fred.get(path), 400, { msg: 'Invalid stream id' })
    }
    // A live stream of the same name comes first.
    await server.stream('open past', { subscribers: [fred] })
    expect(expectSuccess(await read(fred, 'open past'))).toMatchObject({ messages: [] })
    expect(expectSuccess(await read(fred, open.id))).toMatchObject({ messages: [{}] })
  })

  it('are renamed, and come back under another name if theirs is taken', async () => {
    const [gus, hal] = await server.users('gus', 'hal')
    const { id } = await server.stream('club', { subscribers: [gus, hal] })
    const kinds = { event_types: ['stream'] }
    const [older, newer] = [
      await hal.register(kinds),
      await hal.register({ ...kinds, ...keepsArchived }),
    ]
    expectSuccess(await gus.delete(`/streams/${id}`))
    await server.stream('club', { subscribers: [hal] })
    const change = async (args: Arguments) => gus.patch(`/streams/${id}`, args)
    expectError(await change({ new_name: 'Club' }), 400, {
      msg: "Stream name 'club' is already taken.",
    })
    expectError(await hal.patch(`/streams/${id}`, { new_name: 'mine' }), 400, {
      code: 'CANNOT_ADMINISTER_CHANNEL',
    })
    expectError(await change({ description: 'gone' }), 400, { msg: 'Invalid stream id' })
    expectSuccess(await change({ new_name: 'old club' }))
    expectSuccess(await change({ new_name: 'club of old', is_archived: false }))
    expectError(await change({ new_name: 'club of old', is_archived: false }), 400, {
      msg: 'Stream already has that name!',
    })

    const isBack = (event: ReceivedEvent) =>
      event['value'] === false || JSON.stringify(event['streams'] ?? '').includes('club of old')
    const told = await hal.pollUntil(newer, isBack)
    const changes = told.filter((event) => event['stream_id'] === id)
    expect(changes.map(({ property, value }) => [property, value])).toEqual([
      ['is_archived', true],
      ['name', 'old club'],
      ['name', 'club of old'],
      ['is_archived', false],
    ])
    const heard = await hal.pollUntil(older, isBack)
    expect(heard.map(({ op }) => op)).toEqual(['delete', 'create', 'create'])
    await hal.send('club of old', 'hi', 'back')
    expect(await contentsOf(hal, id)).toEqual([
      'Channel **club** has been archived.',
      'Channel **club of old** has been un-archived.',
      `@_**Gus|${gus.id}** renamed channel **old club** to **club of old**.`,
    ])
  })

  it('send no notice if the organization turned notices off', async () => {
    const { owner } = server
    const { id } = await server.stream('quiet', { subscribers: [owner] })
    expectSuccess(await owner.patch('/realm', { send_channel_events_messages: false }))
    expectSuccess(await owner.patch(`/streams/${id}`, { description: 'hush' }))
    expectSuccess(await owner.patch(`/streams/${id}`, { is_archived: true }))
    expectSuccess(await owner.patch(`/streams/${id}`, { is_archived: false }))
    expectSuccess(await owner.patch('/realm', { send_channel_events_messages: true }))
    expect(await contentsOf(owner, id)).toEqual([])
    expectSuccess(await owner.patch(`/streams/${id}`, { message_retention_days: 30 }))
    const [told] = await contentsOf(owner, id)
    expect(told).toContain('has changed the message retention period for this channel:')
    expect(told).toContain('* **New retention period**: 30 days')
  })

  it.each<[string, number | null]>([
    ['30', 30],
    ['"unlimited"', -1],
    ['unlimited', -1],
    ['"realm_default"', null],
  ])('keep messages for %s', async (message_retention_days, stored) => {
    const { id } = await server.stream(`kept ${message_retention_days.length}`)
    expectSuccess(await server.owner.patch(`/streams/${id}`, { message_retention_days }))
    const { stream } = expectSuccess(await server.owner.get(`/streams/${id}`))
    expect(stream).toMatchObject({ message_retention_days: stored })
  })

  it('are in an existing folder, and have a retention that owners choose', async () => {
    const { owner } = server
    const anna = await server.user('anna', 'administrator')
    const { channel_folder_id: folder_id } = expectSuccess(
      await owner.post('/channel_folders/create', { name: 'Work' }),
    )
    const subscriptions = [{ name: 'filed' }]
    const args = { subscriptions, folder_id, is_default_stream: true, message_retention_days: 7 }
    expectError(await anna.post('/users/me/subscriptions', args), 400, {
      msg: 'Must be an organization owner',
    })
    expectSuccess(await owner.post('/users/me/subscriptions', args))
    const filed = present(
      (await listStreams(owner, { include_default: true })).find(({ name }) => name === 'filed'),
    )
    expect(filed).toMatchObject({ folder_id, is_default: true, message_retention_days: 7 })
    expectError(
      await owner.patch(`/channel_folders/${String(folder_id)}`, { is_archived: true }),
      400,
      {
        msg: 'You need to remove all the channels from this folder to archive it.',
      },
    )
    expectError(await anna.patch(`/streams/${filed.stream_id}`, { folder_id: 987_654 }), 400, {
      msg: 'Invalid channel folder ID',
    })
  })
})
