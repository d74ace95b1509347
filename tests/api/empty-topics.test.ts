import { asNumber, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()
const notTaken = 'Sending messages to the general chat is not allowed in this channel.'
const knowing = { client_capabilities: { empty_topic_name: true } }

describe('the empty topic', () => {
  let alice: Person
  let bob: Person
  let streamId: number
  const send = (person: Person, topic: string | undefined, content = 'x') =>
    person.post('/messages', {
      type: 'stream',
      to: 'plaza',
      content,
      ...(topic === undefined ? {} : { topic }),
    })
  const sent = async (topic: string | undefined) =>
    asNumber(expectSuccess(await send(alice, topic))['id'])
  const allow = async (topics_policy: string) =>
    expectSuccess(await server.owner.patch('/realm', { topics_policy }))

  beforeAll(async () => {
    ;[alice, bob] = await server.users('alice', 'bob')
    streamId = (await server.stream('plaza', { subscribers: [alice, bob, server.owner] })).id
    await allow('allow_empty_topic')
  })

  it.each([undefined, '', ' ', '(no topic)', 'General Chat'])('is named %j', async (topic) => {
    const id = await sent(topic)
    const { message } = expectSuccess(
      await bob.get(`/messages/${id}`, { allow_empty_topic_name: true }),
    )
    expect(message).toMatchObject({ subject: '', stream_id: streamId })
  })

  it('has a name for clients that do not read empty topics', async () => {
    const args = { event_types: ['message', 'update_message', 'delete_message', 'user_topic'] }
    const [old, young] = await Promise.all([
      bob.register(args),
      bob.register({ ...args, ...knowing }),
    ])
    const topic = { stream_id: streamId, topic: 'general chat', visibility_policy: 3 }
    expectSuccess(await bob.post('/user_topics', topic))
    const id = await sent('')
    expectSuccess(await alice.patch(`/messages/${id}`, { topic: 'moved' }))
    const other = await sent('')
    expectSuccess(await server.owner.delete(`/messages/${other}`))
    const read = async (queue: typeof old, name: string) => {
      const events = await bob.pollUntil(queue, 'delete_message')
      const find = (type: string) => events.find((event) => event.type === type)
      expect(find('user_topic')).toMatchObject({ topic_name: name })
      expect(find('message')).toMatchObject({ message: { id, subject: name } })
      expect(find('update_message')).toMatchObject({ orig_subject: name, subject: 'moved' })
      expect(find('delete_message')).toMatchObject({ topic: name })
    }
    await read(old, 'general chat')
    await read(young, '')

    const state = async (more: Arguments) =>
      bob.register({
        fetch_event_types: ['message', 'update_message_flags', 'user_topic'],
        ...more,
      })
    const [plain, exact] = [await state({}), await state(knowing)]
    const topics = (unread: unknown) =>
      shapedLike(unread, { streams: [{ topic: '' }] }).streams.map((each) => each.topic)
    expect(topics(plain['unread_msgs'])).toContain('general chat')
    expect(topics(exact['unread_msgs'])).toContain('')
    expect(plain['user_topics']).toMatchObject([{ topic_name: 'general chat' }])
    expect(exact['user_topics']).toMatchObject([{ topic_name: '' }])

    await sent('')
    const listed = async (more: Arguments) =>
      expectSuccess(await bob.get(`/users/me/${streamId}/topics`, more))['topics']
    expect(await listed({})).toContainEqual(expect.objectContaining({ name: 'general chat' }))
    expect(await listed({ allow_empty_topic_name: true })).toContainEqual(
      expect.objectContaining({ name: '' }),
    )
    const { message_history: history } = expectSuccess(await bob.get(`/messages/${id}/history`))
    expect(history).toMatchObject([{ topic: 'general chat' }, { prev_topic: 'general chat' }])
    const moved = expectSuccess(await bob.get(`/messages/${id}`))
    expect(moved['message']).toMatchObject({ edit_history: [{ prev_topic: 'general chat' }] })
  })

  it('has a name for calls that do not ask for empty topics', async () => {
    const id = await sent('')
    const dm = await alice.sendPrivately([bob.id], 'has no topic')
    const scheduled_delivery_timestamp = Math.floor(Date.now() / 1_000) + 3_600
    const later = { type: 'stream', to: streamId, topic: '', content: 'x' }
    expectSuccess(
      await alice.post('/scheduled_messages', { ...later, scheduled_delivery_timestamp }),
    )
    const matching = { msg_ids: [id, dm], narrow: [] }
    for (const [name, more] of [
      ['general chat', {}],
      ['', { allow_empty_topic_name: true }],
    ] as const) {
      const { scheduled_messages: scheduled } = await alice.call('GET /scheduled_messages', more)
      expect(scheduled).toMatchObject([{ topic: name }])
      const { messages } = await alice.call('GET /messages/matches_narrow', {
        ...matching,
        ...more,
      })
      expect(messages).toMatchObject({
        [id]: { match_subject: name },
        [dm]: { match_subject: '' },
      })
    }
  })

  it.each(['', 'general chat'])('is found by %j, and never in private messages', async (topic) => {
    const id = await sent('')
    await alice.sendPrivately([bob.id], 'not here')
    const found = (
      await bob.call('GET /messages', {
        narrow: [['topic', topic]],
        anchor: 'newest',
        num_before: 100,
        num_after: 0,
      })
    ).messages
    expect(found.at(-1)).toMatchObject({ id, subject: 'general chat' })
    expect(found.every(({ type }) => type === 'stream')).toBe(true)

    const queue = await bob.register({ event_types: ['message'], narrow: [['topic', topic]] })
    await alice.send('plaza', 'other', 'x')
    const next = await sent('')
    expect(await bob.pollUntil(queue, 'message')).toMatchObject([{ message: { id: next } }])
  })

  it('cannot be resolved', async () => {
    const id = await sent('')
    for (const topic of ['✔ ', '✔ general chat']) {
      expectError(await alice.patch(`/messages/${id}`, { topic }), 400, {
        msg: 'General chat cannot be marked as resolved',
      })
    }
  })

  it('is taken if the organization allows it', async () => {
    const id = await sent('named')
    const queue = await bob.register({ event_types: ['realm'] })
    // The argument of older clients.
    expectSuccess(await server.owner.patch('/realm', { mandatory_topics: true }))
    expect(await bob.pollUntil(queue, 'realm')).toMatchObject([
      { property: 'topics_policy', value: 'disable_empty_topic' },
      { property: 'mandatory_topics', value: true },
    ])
    for (const topic of [undefined, ' ', '(no topic)', 'general chat']) {
      expectError(await send(alice, topic), 400, { code: 'BAD_REQUEST', msg: notTaken })
    }
    expectError(await alice.patch(`/messages/${id}`, { topic: '' }), 400, { msg: notTaken })
    const later = { type: 'stream', to: streamId, topic: '', content: 'x' }
    const at = { scheduled_delivery_timestamp: Math.floor(Date.now() / 1_000) + 3_600 }
    expectError(await alice.post('/scheduled_messages', { ...later, ...at }), 400, {
      msg: notTaken,
    })
    const realm = { fetch_event_types: ['realm'] }
    expect(await bob.register(realm)).toMatchObject({
      realm_mandatory_topics: true,
      realm_topics_policy: 'disable_empty_topic',
      realm_empty_topic_display_name: 'general chat',
    })
    await allow('allow_empty_topic')
    expect(await bob.register(realm)).toMatchObject({ realm_mandatory_topics: false })
  })
})
