import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
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

  it('are in a folder that is there, and kept for a time that owners choose', async () => {
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
    const filed = (await listStreams(owner, { include_default: true })).find(
      ({ name }) => name === 'filed',
    )!
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
