import { asNumber, elementAt, exactly, firstOf, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { messageIn } from '../support/person'
import type { Arguments } from '../support/person'
import { unreadAmong } from '../support/stored-messages'
import { listStreamNames, listStreams } from '../support/streams'
import { useTestServer } from '../support/test-server'
import type { TestServer } from '../support/test-server'

const server = useTestServer()

describe('PATCH /streams/{stream_id}', () => {
  const change = (id: number, args: Arguments, person = server.owner) =>
    person.patch(`/streams/${id}`, args)

  it('renames a stream and describes it anew, and tells all who may know of it', async () => {
    const alice = await server.user('alice')
    const { id } = await server.stream('ops', { subscribers: [server.owner] })
    const queue = await alice.register({ event_types: ['stream'] })
    expectSuccess(await change(id, { new_name: '"operations"', description: 'run\n*it*' }))

    const isRename = (event: object) => 'property' in event && event.property === 'name'
    expect(await alice.pollUntil(queue, isRename)).toMatchObject([
      {
        op: 'update',
        name: 'ops',
        stream_id: id,
        property: 'description',
        value: 'run *it*',
        rendered_description: '<p>run <em>it</em></p>',
      },
      { op: 'update', name: 'ops', property: 'name', value: 'operations' },
    ])
    const streams = await listStreams(alice)
    expect(streams.find((stream) => stream.stream_id === id)).toMatchObject({
      name: 'operations',
      description: 'run *it*',
    })
  })

  it('may change the letter case alone', async () => {
    const { id } = await server.stream('loud')
    expectSuccess(await change(id, { new_name: 'LOUD' }))
    expect(await listStreamNames(server.owner)).toContain('LOUD')
  })

  it('hides a stream from outsiders, and shows it again', async () => {
    const [bob, carol] = await server.users('bob', 'carol')
    const { id } = await server.stream('plans', { subscribers: [bob, server.owner] })
    const [bobs, carols] = exactly(
      await Promise.all([bob, carol].map((person) => person.register({ event_types: ['stream'] }))),
      2,
    )
    expectSuccess(await change(id, { is_private: true }))
    expect(await listStreamNames(carol)).not.toContain('plans')
    expectSuccess(await change(id, { is_private: false }))
    expect(await listStreamNames(carol)).toContain('plans')

    const isPublic = (event: object) => JSON.stringify(event).includes('"value":false')
    expect(await bob.pollUntil(bobs, isPublic)).toMatchObject([
      { op: 'update', property: 'invite_only', value: true, history_public_to_subscribers: false },
      { op: 'update', property: 'invite_only', value: false, history_public_to_subscribers: true },
    ])
    const isCreate = (event: object) => 'op' in event && event.op === 'create'
    expect(await carol.pollUntil(carols, isCreate)).toMatchObject([
      { op: 'delete', streams: [{ stream_id: id, name: 'plans' }] },
      { op: 'create', streams: [{ stream_id: id, invite_only: false }] },
    ])
  })

  it('opens a private stream, or its past, to others by one of its subscribers alone', async () => {
    const [mia, ned] = await server.users('mia', 'ned')
    const { id } = await server.stream('diary', { subscribers: [mia], inviteOnly: true })
    await mia.send('diary', 't', 'Dear diary')
    const opened = [
      { is_private: false },
      { is_private: true, history_public_to_subscribers: true },
      { history_public_to_subscribers: true },
    ]
    for (const changes of opened) {
      expectError(await change(id, changes), 400, { msg: 'Invalid stream id' })
    }
    expectSuccess(await change(id, { description: 'Hands off', is_private: true }))
    expect(await listStreamNames(ned)).not.toContain('diary')
    const args = { subscriptions: [{ name: 'diary' }], principals: [server.owner.id] }
    expectSuccess(await mia.post('/users/me/subscriptions', args))
    expectSuccess(await change(id, { is_private: false }))
    expect(await listStreamNames(ned)).toContain('diary')
  })

  it('hides a stream before its new name, and shows it after, so that outsiders never see the name between', async () => {
    const [kay, lou] = await server.users('kay', 'lou')
    const { id } = await server.stream('picnic', { subscribers: [kay, server.owner] })
    const [kays, lous] = exactly(
      await Promise.all([kay, lou].map((person) => person.register({ event_types: ['stream'] }))),
      2,
    )
    const hidden = { new_name: 'takeover', description: 'Hush', is_private: true }
    expectSuccess(await change(id, hidden))
    expectSuccess(await change(id, { new_name: 'party', description: '', is_private: false }))

    const isCreate = (event: object) => 'op' in event && event.op === 'create'
    const seenByLou = await lou.pollUntil(lous, isCreate)
    expect(seenByLou).toMatchObject([
      { op: 'delete', streams: [{ stream_id: id, name: 'picnic', description: '' }] },
      { op: 'create', streams: [{ stream_id: id, name: 'party', description: '' }] },
    ])
    const isShown = (event: object) =>
      'property' in event &&
      event.property === 'invite_only' &&
      'value' in event &&
      event.value === false
    expect(await kay.pollUntil(kays, isShown)).toMatchObject([
      { name: 'picnic', property: 'invite_only', value: true },
      { name: 'picnic', property: 'description', value: 'Hush' },
      { name: 'picnic', property: 'name', value: 'takeover' },
      { name: 'takeover', property: 'description', value: '' },
      { name: 'takeover', property: 'name', value: 'party' },
      { name: 'party', property: 'invite_only', value: false },
    ])
  })

  it('keeps a stream for announcements', async () => {
    const dan = await server.user('dan')
    const { id } = await server.stream('news', { subscribers: [dan] })
    const queue = await dan.register({ event_types: ['stream'] })
    expectSuccess(await change(id, { is_announcement_only: true }))
    const args = { type: 'stream', to: 'news', topic: 't', content: 'x' }
    expectError(await dan.post('/messages', args), 400, {
      msg: 'Only organization administrators can send to this stream.',
    })
    expectSuccess(await change(id, { is_announcement_only: false }))
    expectSuccess(await dan.post('/messages', args))
    expect((await dan.pollUntil(queue, (event) => event['value'] === 1)).slice(0, 2)).toMatchObject(
      [
        { property: 'is_announcement_only', value: true },
        { property: 'stream_post_policy', value: 2 },
      ],
    )
  })

  it('is announced in the stream, unread for all but its author', async () => {
    const [zoe] = await server.users('zoe')
    const { id } = await server.stream('schemes', {
      subscribers: [server.owner, zoe],
      description: 'for @**all**',
    })
    const queues = await Promise.all(
      [zoe, server.owner].map((person) => person.register({ event_types: ['message'] })),
    )
    expectSuccess(await change(id, { new_name: 'plots', description: '``` x' }))
    expectSuccess(await change(id, { is_announcement_only: true, is_private: true }))
    expectSuccess(await change(id, { history_public_to_subscribers: true, description: '' }))
    expectSuccess(await change(id, { is_announcement_only: true, is_default_stream: false }))
    await server.owner.send('plots', 'x', 'done')
    const isDone = (event: object) => JSON.stringify(event).includes('"done"')
    const [told, read] = await Promise.all([
      zoe.pollUntil(firstOf(queues), isDone),
      server.owner.pollUntil(elementAt(queues, 1), isDone),
    ])
    const by = `@_**${server.owner.fullName}|${server.owner.id}**`
    const described = (before: string, after: string) =>
      `${by} changed the description for this channel.\n\n` +
      `* **Old description:**\n${before}\n* **New description:**\n${after}`
    const quoted = '````quote\n``` x\n```\n````'
    const accessed = `${by} changed the access permissions for this channel from`
    const contents = [
      `${by} renamed channel **schemes** to **plots**.`,
      described('```quote\nfor @_**all**\n```', quoted),
      `${accessed} **Public** to **Private, protected history**.`,
      `${by} changed the posting permissions for this channel:\n\n` +
        '* **Old permissions**: Everyone\n* **New permissions**: Administrators',
      described(quoted, '*No description.*'),
      `${accessed} **Private, protected history** to **Private, shared history**.`,
    ]
    const notices = (flags: string[]) =>
      contents.map((content) => {
        const sender_email = 'notification-bot@zulip.com'
        return { flags, message: { content, subject: 'channel events', sender_email } }
      })
    expect(told.slice(0, -1)).toMatchObject(notices([]))
    expect(read.slice(0, -1)).toMatchObject(notices(['read']))
    const ids = told.slice(0, -1).map((event) => messageIn(event).id)
    expect(await unreadAmong(server, zoe, ids)).toEqual(ids)
    expect(await unreadAmong(server, server.owner, ids)).toEqual([])
  })

  it('lets a private stream show its past to newcomers', async () => {
    const [eva, fred] = await server.users('eva', 'fred')
    const { id } = await server.stream('attic', {
      subscribers: [eva, server.owner],
      inviteOnly: true,
    })
    await eva.send('attic', 'old things', 'x')
    const args = { subscriptions: [{ name: 'attic' }], principals: [fred.email] }
    expectSuccess(await eva.post('/users/me/subscriptions', args))
    const topics = async () => expectSuccess(await fred.get(`/users/me/${id}/topics`))['topics']
    expect(await topics()).toEqual([])
    expectSuccess(await change(id, { history_public_to_subscribers: true }))
    expect(await topics()).toMatchObject([
      { name: 'channel events' },
      { name: 'old things' },
      { name: 'hello' },
    ])
  })

  it.each([
    [
      'the name it has',
      { new_name: 'taken' },
      { msg: 'Stream already has that name!', code: undefined },
    ],
    [
      'the name of another',
      { new_name: 'GENERAL' },
      { msg: "Stream name 'general' is already taken." },
    ],
    ['a blank name', { new_name: ' ' }, { msg: "Invalid stream name ''" }],
    [
      'a long name',
      { new_name: 'x'.repeat(61) },
      { msg: 'Stream name too long (limit: 60 characters).' },
    ],
    [
      'a name with NUL',
      { new_name: 'a\0b' },
      { msg: "Stream name 'a\\u0000b' contains NULL (0x00) characters." },
    ],
    [
      'a long description',
      { description: 'x'.repeat(1025) },
      { msg: 'description is too long (limit: 1024 characters)' },
    ],
    ['a bad flag', { is_private: 'perhaps' }, { msg: 'Argument "is_private" is not valid JSON.' }],
  ])('refuses %s, and changes nothing', async (_what, args, expected) => {
    const [known] = (await listStreams(server.owner)).filter(({ name }) => name === 'taken')
    const id = known?.stream_id ?? (await server.stream('taken')).id
    const response = await change(id, {
      description: 'changed',
      is_announcement_only: true,
      ...args,
    })
    expectError(response, 400, { code: 'BAD_REQUEST', ...expected })
    const streams = await listStreams(server.owner)
    expect(streams.find((stream) => stream.stream_id === id)).toMatchObject({
      name: 'taken',
      description: '',
      is_announcement_only: false,
    })
  })

  it('gives a name to one of two streams that reach for it at the same instant', async () => {
    const streams = [await server.stream('left'), await server.stream('right')]
    const responses = await Promise.all(
      streams.map(({ id }, index) => change(id, { new_name: index === 0 ? 'prize' : 'PRIZE' })),
    )
    const [refused] = responses.filter((response) => response.status !== 200)
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    expect(shapedLike(refused?.body, { msg: '' }).msg).toMatch(
      /^Stream name 'prize' is already taken.$/i,
    )
  })

  it('is for administrators of a stream, and for existing streams', async () => {
    const gus = await server.user('gus')
    const { id } = await server.stream('not his', { subscribers: [server.owner, gus] })
    expectError(await change(id, { description: 'x' }, gus), 400, {
      code: 'CANNOT_ADMINISTER_CHANNEL',
      msg: 'You do not have permission to administer this channel.',
    })
    expectError(await change(987_654, { description: 'x' }), 400, { msg: 'Invalid stream id' })
  })
})

describe('DELETE /streams/{stream_id}', () => {
  it('ends a stream for everybody; its name is free again', async () => {
    const [hal, ida] = await server.users('hal', 'ida')
    const { id } = await server.stream('fair', { subscribers: [hal] })
    const queues = await Promise.all(
      [hal, ida].map((person) => person.register({ event_types: ['stream'] })),
    )
    expectSuccess(await server.owner.delete(`/streams/${id}`))
    for (const [index, person] of [hal, ida].entries()) {
      expect(await person.pollUntil(elementAt(queues, index), 'stream')).toMatchObject([
        { op: 'delete', streams: [{ stream_id: id, name: 'fair' }], stream_ids: [id] },
      ])
      expect(await listStreamNames(person)).not.toContain('fair')
    }
    const args = { type: 'stream', to: 'fair', topic: 't', content: 'x' }
    expectError(await hal.post('/messages', args), 400, { code: 'STREAM_DOES_NOT_EXIST' })
    expect((await server.stream('fair', { subscribers: [ida] })).id).not.toBe(id)
    expectError(await server.owner.delete(`/streams/${id}`), 400, { msg: 'Invalid stream id' })
  })

  it('is for its administrators', async () => {
    const jan = await server.user('jan')
    const { id } = await server.stream('hers', { subscribers: [server.owner, jan] })
    expectError(await jan.delete(`/streams/${id}`), 400, {
      code: 'CANNOT_ADMINISTER_CHANNEL',
      msg: 'You do not have permission to administer this channel.',
    })
    expect(await listStreamNames(jan)).toContain('hers')
  })
})

describe('the stream in which new streams are announced', () => {
  it.each<[string, (realm: TestServer, id: number) => Promise<unknown>]>([
    ['is deleted', async (realm, id) => expectSuccess(await realm.owner.delete(`/streams/${id}`))],
    ['was private, and is left by everybody', makePrivateAndLeave],
  ])('is unset once it %s', async (what, end) => {
    const realm = await server.realm(`of-${what.length}`)
    const guest = await realm.user('visitor', 'guest')
    const streamOf = async () => {
      const queue = await guest.register({ fetch_event_types: ['realm'], event_types: ['realm'] })
      return { queue, id: asNumber(queue['realm_notifications_stream_id']) }
    }
    const { queue, id } = await streamOf()
    await end(realm, id)
    const isNone = { type: 'realm', op: 'update', value: -1 }
    expect(await guest.pollUntil(queue, 'realm')).toMatchObject([
      { ...isNone, property: 'notifications_stream_id' },
      { ...isNone, property: 'new_stream_announcements_stream_id' },
    ])
    expect((await streamOf()).id).toBe(-1)
  })

  async function makePrivateAndLeave(realm: TestServer, id: number): Promise<void> {
    // It is a default stream, which cannot be made private over the API.
    await realm.db.updateTable('streams').set({ is_default: false }).where('id', '=', id).execute()
    expectSuccess(await realm.owner.patch(`/streams/${id}`, { is_private: true }))
    const { subscribers } = expectSuccess(await realm.owner.get(`/streams/${id}/members`))
    const args = { subscriptions: ['announce'], principals: subscribers }
    expectSuccess(await realm.owner.delete('/users/me/subscriptions', args))
  }
})
