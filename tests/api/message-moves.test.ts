import { systemGroups } from '../../src/shared/rules/system-groups'
import { elementAt, exactly, firstOf, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { messageIn } from '../support/person'
import type { Arguments, Person, Queue, ReceivedEvent } from '../support/person'
import { storedMessage, unreadAmong } from '../support/stored-messages'
import { topicsOf } from '../support/streams'
import { useOwnServer } from '../support/own-server'
import { countStatements } from '../support/count-statements'

let now = Date.now()
const server = useOwnServer({ clock: { now: () => new Date(now) } })
const later = (seconds: number) => (now += seconds * 1_000)

/** Moves without a notice in the new topic, unless the arguments ask for it. */
const move = (person: Person, id: number, args: Arguments) =>
  person.patch(`/messages/${id}`, { send_notification_to_new_thread: false, ...args })
const refused = (msg: string) => ({ code: 'BAD_REQUEST', msg })
const notAllowed = refused("You don't have permission to edit this message")
const moveEvents = { event_types: ['update_message', 'delete_message', 'message'] }

/** Events up to now, without new messages. */
async function eventsUntilNow(person: Person, queue: Queue): Promise<ReceivedEvent[]> {
  return (await person.eventsUntilNow(queue)).filter(({ type }) => type !== 'message')
}

describe('a move of messages to another topic', () => {
  let alice: Person
  let bob: Person
  let streamId: number
  let ids: number[]
  let topics = 0
  let topic: string
  beforeAll(async () => {
    ;[alice, bob] = await server.users('alice', 'bob')
    streamId = (await server.stream('design', { subscribers: [alice, bob] })).id
  })
  beforeEach(async () => {
    topic = `Logo ${(topics += 1)}`
    ids = []
    for (const spelling of [topic, topic.toLowerCase(), topic]) {
      ids.push(await alice.send('design', spelling, 'x'))
    }
  })

  it.each<[string, number[]]>([
    ['change_one', [1]],
    ['change_later', [1, 2]],
    ['change_all', [0, 1, 2]],
  ])('takes along what %s says', async (propagate_mode, indexes) => {
    const queue = await bob.register(moveEvents)
    const args = { subject: `${topic} v2`, propagate_mode, message_id: ids[1] }
    expectSuccess(await move(alice, elementAt(ids, 1), args))
    const [event] = await bob.pollUntil(queue, 'update_message')
    expect(event).toEqual({
      id: expect.any(Number),
      type: 'update_message',
      user_id: alice.id,
      sender: alice.email,
      rendering_only: false,
      message_id: ids[1],
      message_ids: indexes.map((index) => ids[index]),
      flags: [],
      edit_timestamp: Math.floor(now / 1_000),
      stream_id: streamId,
      stream_name: 'design',
      propagate_mode,
      orig_subject: topic.toLowerCase(),
      subject: `${topic} v2`,
      topic_links: [],
      subject_links: [],
    })
    const stored = await Promise.all(ids.map((id) => storedMessage(server, id)))
    const moved = stored.filter((message) => message.topic === `${topic} v2`)
    expect(moved.map((message) => message.id)).toEqual(indexes.map((index) => ids[index]))
    const history = expectSuccess(await bob.get(`/messages/${ids[1]}/history`))['message_history']
    expect(history).toMatchObject([
      { topic: topic.toLowerCase() },
      { topic: `${topic} v2`, prev_topic: topic.toLowerCase(), user_id: alice.id },
    ])
  })

  it('moves the topic in the list of topics', async () => {
    const args = { topic: `${topic} v2`, propagate_mode: 'change_all' }
    expectSuccess(await move(alice, firstOf(ids), args))
    const names = shapedLike(await topicsOf(bob, streamId), [{ name: '' }]).map(({ name }) => name)
    expect(names).toContain(`${topic} v2`)
    expect(names).not.toContain(topic)
    expect(await topicsOf(bob, streamId)).toContainEqual({ name: `${topic} v2`, max_id: ids[2] })
  })

  it('may change the letter case alone', async () => {
    const args = { topic: topic.toUpperCase(), propagate_mode: 'change_all' }
    expectSuccess(await move(alice, firstOf(ids), args))
    expect(await topicsOf(bob, streamId)).toContainEqual({
      name: topic.toUpperCase(),
      max_id: ids[2],
    })
  })

  it('may come with a new content, which is that of one message', async () => {
    const queue = await bob.register(moveEvents)
    const args = { topic: 'together', propagate_mode: 'change_later', content: 'y' }
    expectSuccess(await move(alice, elementAt(ids, 1), args))
    expect(await bob.pollUntil(queue, 'update_message')).toMatchObject([
      { message_ids: [ids[1], ids[2]], content: 'y', orig_content: 'x', subject: 'together' },
    ])
    expect(await storedMessage(server, elementAt(ids, 1))).toMatchObject({
      content: 'y',
      topic: 'together',
    })
    expect(await storedMessage(server, elementAt(ids, 2))).toMatchObject({
      content: 'x',
      topic: 'together',
    })
    const history = expectSuccess(await bob.get(`/messages/${ids[1]}/history`))['message_history']
    expect(history).toMatchObject([{}, { prev_content: 'x', prev_topic: topic.toLowerCase() }])
  })

  it('keeps its change beside another move and an edit at the same instant', async () => {
    const args = (to: string) => ({ topic: to, propagate_mode: 'change_all' })
    const responses = await Promise.all([
      move(alice, firstOf(ids), args('left')),
      move(bob, elementAt(ids, 2), args('right')),
      move(alice, elementAt(ids, 1), { content: 'y' }),
    ])
    responses.forEach(expectSuccess)
    const stored = await Promise.all(ids.map((id) => storedMessage(server, id)))
    expect(new Set(stored.map((message) => message.topic)).size).toBe(1)
    const history = expectSuccess(await bob.get(`/messages/${ids[1]}/history`))['message_history']
    expect(history).toHaveLength(4)
  })

  it('has a notice in the new topic unless the arguments say otherwise', async () => {
    const queue = await bob.register({ event_types: ['message'] })
    expectSuccess(await alice.patch(`/messages/${ids[0]}`, { topic: `${topic} v2` }))
    const quiet = { topic: `${topic} v3`, send_notification_to_new_thread: false }
    expectSuccess(await alice.patch(`/messages/${ids[1]}`, quiet))
    expect(await bob.eventsUntilNow(queue)).toMatchObject([
      { message: { subject: `${topic} v2`, sender_full_name: 'Notification Bot' } },
    ])
  })

  it('has notices in both topics if the arguments ask for that', async () => {
    const queue = await bob.register({ event_types: ['message'] })
    const notices = {
      send_notification_to_old_thread: true,
      send_notification_to_new_thread: true,
    }
    const to = `${topic} v2`
    expectSuccess(await move(alice, elementAt(ids, 2), { topic: to, ...notices }))
    expectSuccess(
      await move(alice, firstOf(ids), { topic: to, propagate_mode: 'change_later', ...notices }),
    )
    const by = `by @_**Alice|${alice.id}**.`
    const messages: unknown[] = []
    while (messages.length < 4) messages.push(...(await bob.poll(queue)))
    expect(messages).toMatchObject(
      [
        [to, `A message was moved here from #**design>${topic}** ${by}`],
        [topic, `A message was moved from this topic to #**design>${to}** ${by}`],
        [to, `This topic was moved here from #**design>${topic}** ${by}`],
        [topic, `This topic was moved to #**design>${to}** ${by}`],
      ].map(([subject, content]) => ({
        message: { subject, content, sender_full_name: 'Notification Bot' },
      })),
    )
  })

  it('resolves the topic; the notice is unread only for participants', async () => {
    const [cleo, dave] = await server.users('cleo', 'dave')
    for (const person of [cleo, dave]) {
      const args = { subscriptions: [{ name: 'design' }] }
      expectSuccess(await person.post('/users/me/subscriptions', args))
    }
    expectSuccess(await cleo.post(`/messages/${ids[0]}/reactions`, { emoji_name: 'smile' }))
    const spoken = await dave.send('design', topic, 'x')
    const people = [alice, bob, cleo, dave]
    const register = (person: Person) => person.register({ event_types: ['message'] })
    const queues = await Promise.all(people.map(register))
    const rename = (name: string) =>
      move(bob, spoken, {
        topic: name,
        propagate_mode: 'change_all',
        send_notification_to_new_thread: true,
      })
    expectSuccess(await rename(`✔ ${topic}`))
    later(61)
    expectSuccess(await rename(topic))
    expectSuccess(await rename(`✔ not ${topic}`))
    await alice.send('design', 'x', 'done')
    const isDone = (event: object) => JSON.stringify(event).includes('"done"')
    const heard = await Promise.all(
      people.map((one, index) => one.pollUntil(elementAt(queues, index), isDone)),
    )
    const by = `@_**Bob|${bob.id}**`
    for (const [index, flags] of [[], ['read'], [], []].entries()) {
      expect(elementAt(heard, index).slice(0, -1)).toMatchObject([
        {
          flags,
          message: { subject: `✔ ${topic}`, content: `${by} has marked this topic as resolved.` },
        },
        {
          flags,
          message: { subject: topic, content: `${by} has marked this topic as unresolved.` },
        },
        { message: { content: `This topic was moved here from #**design>${topic}** by ${by}.` } },
      ])
    }
    const notice = firstOf(firstOf(heard).map((event) => messageIn(event).id))
    expect(await unreadAmong(server, dave, [notice])).toEqual([notice])
    const bystander = await server.user('eve')
    expect(await unreadAmong(server, bystander, [notice])).toEqual([])
  })

  it('resolves a topic with the longest name, and keeps the whole name', async () => {
    const long = 'é'.repeat(60)
    const id = await alice.send('design', long, 'deep')
    const cut = [`✔ ${'é'.repeat(58)}`, `✔ ${'é'.repeat(57)}…`]
    for (const topic of [`✔ ${long}`, long, firstOf(cut), long, elementAt(cut, 1), long]) {
      expectSuccess(await move(alice, id, { topic, propagate_mode: 'change_all' }))
      const name = topic === long ? long : `✔ ${long}`
      await alice.send('design', name, 'still here')
      const { message } = await alice.call('GET /messages/{message_id}', { message_id: id })
      expect(message.subject).toBe(name)
    }
  })

  it('deletes the notice when it reopens a topic that was resolved by mistake', async () => {
    const queue = await bob.register(moveEvents)
    const rename = (name: string) =>
      move(alice, firstOf(ids), { topic: name, propagate_mode: 'change_all' })
    expectSuccess(await rename(`✔ ${topic}`))
    expectSuccess(await rename(topic))
    await alice.send('design', topic, 'done')
    const heard = await bob.pollUntil(queue, (event) => JSON.stringify(event).includes('"done"'))
    expect(heard.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['update_message', 'message', 'update_message', 'delete_message']),
    )
    const notices = heard.filter(({ type }) => type === 'message').slice(0, -1)
    const [notice] = notices.map((event) => messageIn(event).id)
    expect(notices).toHaveLength(1)
    expect(heard.find(({ type }) => type === 'delete_message')).toMatchObject({
      message_id: notice,
      topic,
    })
  })

  it('has a notice of the topic when it moves all messages', async () => {
    const queue = await bob.register({ event_types: ['message'] })
    const args = { topic: 'all of it', propagate_mode: 'change_all' }
    expectSuccess(
      await move(alice, firstOf(ids), { ...args, send_notification_to_new_thread: true }),
    )
    expect(await bob.pollUntil(queue, 'message')).toMatchObject([
      {
        message: {
          content: `This topic was moved here from #**design>${topic}** by @_**Alice|${alice.id}**.`,
        },
      },
    ])
  })

  it('is for members for a week, for the sender while they may edit, for moderators always', async () => {
    expectSuccess(
      await server.owner.patch('/realm', {
        can_move_messages_between_topics_group: JSON.stringify({ new: systemGroups.members.id }),
      }),
    )
    const guest = await server.user('gast', 'guest')
    expectSuccess(
      await alice.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'design' }],
        principals: [guest.id],
      }),
    )
    const own = await guest.send('design', topic, 'mine')
    expectError(await move(guest, firstOf(ids), { topic: 'guests' }), 400, notAllowed)
    expectSuccess(await move(guest, own, { topic: 'guests' }))
    later(621)
    expectError(await move(guest, own, { topic: 'again' }), 400, notAllowed)
    later(604_820 - 621)
    expectSuccess(await move(bob, firstOf(ids), { topic: 'bobs' }))
    later(1)
    expectError(
      await move(bob, elementAt(ids, 1), { topic: 'bobs' }),
      400,
      refused('The time limit for editing this message has passed'),
    )
    const moderator = await server.user('mo', 'moderator')
    expectSuccess(await move(moderator, elementAt(ids, 1), { topic: 'theirs' }))
    expectSuccess(await move(server.owner, elementAt(ids, 2), { topic: 'his' }))
  })

  it('is refused if some of the messages are too old', async () => {
    later(604_821)
    const young = await alice.send('design', topic, 'x')
    const args = { topic: 'half', propagate_mode: 'change_all' }
    expectError(await move(bob, young, args), 400, {
      code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      first_message_id_allowed_to_move: young,
      total_messages_in_topic: 4,
      total_messages_allowed_to_move: 1,
    })
    expectSuccess(await move(bob, young, { ...args, propagate_mode: 'change_later' }))
  })

  it.each<[string, Arguments, string]>([
    [
      'a blank topic',
      { topic: ' ' },
      'Sending messages to the general chat is not allowed in this channel.',
    ],
    [
      'a long topic',
      { topic: 'x'.repeat(61) },
      'Topic is too long: 61 characters (limit: 60 characters)',
    ],
    [
      'a long topic with the prefix of resolved ones',
      { topic: `✔ ${'x'.repeat(61)}` },
      'Topic is too long: 63 characters (limit: 62 characters)',
    ],
    ['a NUL', { topic: 'a\0b' }, 'Topic must not contain null bytes'],
  ])('refuses %s', async (_what, args, msg) => {
    expectError(await move(server.owner, firstOf(ids), args), 400, refused(msg))
  })

  it('does not apply to private messages', async () => {
    const id = await alice.sendPrivately([bob.id], 'psst')
    expectError(
      await move(alice, id, { topic: 'x' }),
      400,
      refused('Direct messages cannot have topics.'),
    )
    expectError(
      await move(alice, id, { stream_id: streamId }),
      400,
      refused('Direct messages cannot be moved to streams.'),
    )
  })
})

describe('a move of messages to another stream', () => {
  it('deletes the messages for users without access there, and shows them to users with access', async () => {
    const [kay, lou, max] = await server.users('kay', 'lou', 'max')
    const guest = await server.user('gwen', 'guest')
    const from = await server.stream('open', { subscribers: [kay, lou, guest] })
    const to = await server.stream('closed', {
      subscribers: [server.owner, kay, max],
      inviteOnly: true,
    })
    await server.owner.patch(`/streams/${to.id}`, { history_public_to_subscribers: true })
    const ids = [await lou.send('open', 'plan', 'a'), await lou.send('open', 'plan', 'b')]
    const people = [kay, lou, max, guest]
    const queues = await Promise.all(people.map((person) => person.register(moveEvents)))
    const bulk = await lou.register({
      ...moveEvents,
      client_capabilities: { bulk_message_deletion: true },
    })
    const args = { stream_id: to.id, propagate_mode: 'change_all' }
    expectSuccess(await move(server.owner, firstOf(ids), args))

    const [kays, lous, maxs, guests] = exactly(
      await Promise.all(
        people.map((person, index) => eventsUntilNow(person, elementAt(queues, index))),
      ),
      4,
    )
    const update = {
      type: 'update_message',
      message_id: ids[0],
      message_ids: ids,
      stream_id: from.id,
      stream_name: 'open',
      new_stream_id: to.id,
      orig_subject: 'plan',
      propagate_mode: 'change_all',
    }
    expect(kays).toMatchObject([{ ...update, flags: [] }])
    expect(kays[0]).not.toHaveProperty('subject')
    expect(maxs).toMatchObject([{ ...update, flags: [expect.anything()] }])
    const gone = {
      type: 'delete_message',
      message_type: 'stream',
      stream_id: from.id,
      topic: 'plan',
    }
    const each = ids.map((message_id) => ({ ...gone, message_id, sender: lou.email }))
    expect(lous).toMatchObject(each)
    expect(guests).toMatchObject(each)
    expect(await eventsUntilNow(lou, bulk)).toMatchObject([{ ...gone, message_ids: ids }])
    expect(await topicsOf(max, to.id)).toContainEqual({ name: 'plan', max_id: ids[1] })
  })

  it('hides the messages only from guests if the stream is public', async () => {
    const [nan, ole] = await server.users('nan', 'ole')
    const guest = await server.user('gero', 'guest')
    const { id: fromId } = await server.stream('here', { subscribers: [nan, guest] })
    const { id: toId } = await server.stream('there', { subscribers: [ole] })
    const id = await nan.send('here', 'plan', 'a')
    const people = [nan, ole, guest, server.owner]
    const queues = await Promise.all(people.map((person) => person.register(moveEvents)))
    expectSuccess(await move(server.owner, id, { stream_id: toId, topic: 'new plan' }))
    const events = await Promise.all(
      people.map((person, index) => eventsUntilNow(person, elementAt(queues, index))),
    )
    const update = { type: 'update_message', new_stream_id: toId, subject: 'new plan' }
    expect(events).toMatchObject([
      [update],
      [update],
      [{ type: 'delete_message', stream_id: fromId, topic: 'plan', message_id: id }],
      [update],
    ])
  })

  it('keeps the messages visible for users with access to a private stream', async () => {
    const [named, grouped, lost] = await server.users('nora', 'gaby', 'lena')
    const guest = await server.user('gustav', 'guest')
    const open = await server.stream('lobby', { subscribers: [named, grouped, guest] })
    const to = await server.stream('archive room', {
      subscribers: [server.owner],
      inviteOnly: true,
    })
    const args = { name: 'archivists', description: '', members: [grouped.id, guest.id] }
    const { group_id: group } = await server.owner.call('POST /user_groups/create', args)
    const letIn = { direct_members: [named.id, guest.id], direct_subgroups: [group] }
    expectSuccess(
      await server.owner.patch(`/streams/${to.id}`, {
        history_public_to_subscribers: true,
        can_subscribe_group: { new: letIn },
      }),
    )
    const people = [named, grouped, guest, lost]
    const update = { type: 'update_message', new_stream_id: to.id, orig_subject: 'keys' }
    const gone = { type: 'delete_message', stream_id: open.id, topic: 'keys' }
    /** Kinds of events for a message that moves, by person. */
    const moved = async () => {
      const id = await named.send('lobby', 'keys', 'a')
      const queues = await Promise.all(people.map((person) => person.register(moveEvents)))
      expectSuccess(await move(server.owner, id, { stream_id: to.id }))
      return Promise.all(
        people.map((person, index) => eventsUntilNow(person, elementAt(queues, index))),
      )
    }
    expect(await moved()).toMatchObject([[update], [update], [gone], []])

    expectSuccess(
      await lost.post('/users/me/subscriptions', { subscriptions: [{ name: 'lobby' }] }),
    )
    expect(await moved()).toMatchObject([[update], [update], [gone], [gone]])

    const leaving = { subscriptions: ['lobby'], principals: [guest.id, lost.id] }
    expectSuccess(await server.owner.delete('/users/me/subscriptions', leaving))
    expect(await moved()).toMatchObject([[update], [update], [], []])
  })

  it('tells each reader only of visible messages if history is not shared', async () => {
    const [pia, quin] = await server.users('pia', 'quin')
    const { id: fromId } = await server.stream('attic', { subscribers: [pia], inviteOnly: true })
    const early = await pia.send('attic', 'boxes', 'a')
    expectSuccess(
      await pia.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'attic' }],
        principals: [quin.id],
      }),
    )
    const late = await pia.send('attic', 'boxes', 'b')
    const queues = await Promise.all([pia, quin].map((person) => person.register(moveEvents)))
    const args = { topic: 'crates', content: 'c', propagate_mode: 'change_all' }
    expectSuccess(await move(pia, early, args))
    const [pias, quins] = [
      await eventsUntilNow(pia, firstOf(queues)),
      await eventsUntilNow(quin, elementAt(queues, 1)),
    ]
    expect(pias).toMatchObject([{ message_id: early, message_ids: [early, late], content: 'c' }])
    expect(quins).toMatchObject([{ message_id: late, message_ids: [late], stream_id: fromId }])
    expect(quins[0]).not.toHaveProperty('content')
  })

  it('names no private stream in the other topic', async () => {
    const ray = await server.user('ray')
    await server.stream('hall', { subscribers: [ray] })
    const { id: toId } = await server.stream('vault', {
      subscribers: [server.owner],
      inviteOnly: true,
    })
    const id = await ray.send('hall', 'gold', 'a')
    const queue = await ray.register({ event_types: ['message'] })
    const notices = { send_notification_to_old_thread: true, send_notification_to_new_thread: true }
    expectSuccess(await move(server.owner, id, { stream_id: toId, ...notices }))
    const [notice] = await ray.pollUntil(queue, 'message')
    expect(notice).toMatchObject({ message: { display_recipient: 'hall', subject: 'gold' } })
    expect(JSON.stringify(notice)).not.toContain('vault')
  })

  it('is for members for a week, or by the policy of the realm', async () => {
    const realm = await server.realm('movers')
    const [sam, tea] = await realm.users('sam', 'tea')
    const { id: fromId } = await realm.stream('sams', { subscribers: [sam, tea] })
    const { id: toId } = await realm.stream('teas', { subscribers: [sam, tea] })
    const id = await sam.send('sams', 't', 'x')
    later(604_821)
    expectError(
      await move(tea, id, { stream_id: toId }),
      400,
      refused('The time limit for editing this message has passed'),
    )
    expectSuccess(await move(await realm.user('mod', 'moderator'), id, { stream_id: toId }))
    expectSuccess(await realm.owner.patch('/realm', { move_messages_between_streams_policy: 2 }))
    // Sam made both streams, and so administers them.
    expectError(await move(tea, id, { stream_id: fromId }), 400, notAllowed)
    expectSuccess(await move(realm.owner, id, { stream_id: fromId }))
    await realm.changeRealm({ settings: { allow_message_editing: false } })
    expectError(await move(realm.owner, id, { topic: 'no more' }), 400, {
      code: undefined,
      msg: 'Your organization has turned off message editing',
    })
  })

  it('needs the right to write to the new stream, and to read the old one', async () => {
    const [uma, vic] = await server.users('uma', 'vic')
    await server.stream('umas', { subscribers: [uma] })
    const { id: openId } = await server.stream('vics', { subscribers: [vic] })
    const { id: hiddenId } = await server.stream('safe', { subscribers: [vic], inviteOnly: true })
    const { id: newsId } = await server.stream('news', { subscribers: [uma] })
    expectSuccess(await server.owner.patch(`/streams/${newsId}`, { is_announcement_only: true }))
    const id = await uma.send('umas', 't', 'x')
    for (const streamId of [hiddenId, 987_654]) {
      expectError(await move(uma, id, { stream_id: streamId }), 400, {
        code: 'STREAM_DOES_NOT_EXIST',
        stream_id: streamId,
      })
    }
    expectError(
      await move(uma, id, { stream_id: newsId }),
      400,
      refused('Only organization administrators can send to this stream.'),
    )
    expectError(
      await move(server.owner, id, { stream_id: hiddenId }),
      400,
      refused("Not authorized to send to stream 'safe'"),
    )
    const secret = await vic.send('safe', 't', 'x')
    expectError(
      await move(server.owner, secret, { stream_id: openId }),
      400,
      refused('Invalid message(s)'),
    )
  })

  it('takes no statement for each message', async () => {
    const [mia] = await server.users('mia')
    const guest = await server.user('gil', 'guest')
    const { id: toId } = await server.stream('target', { subscribers: [mia] })
    await server.stream('source', { subscribers: [mia, guest] })
    const queue = await guest.register(moveEvents)
    const statementsOf = async (count: number) => {
      const topic = `of ${count}`
      const ids: number[] = []
      for (let i = 0; i < count; i += 1) ids.push(await mia.send('source', topic, 'x'))
      const args = { stream_id: toId, propagate_mode: 'change_all' }
      const statements = await countStatements(() => move(mia, firstOf(ids), args))
      // The guest loses sight of each, and its client knows no events of several.
      const gone = (await eventsUntilNow(guest, queue)).map((event) => event['message_id'])
      expect(gone).toEqual(ids)
      return statements
    }
    // The first move also fills caches.
    await statementsOf(2)
    const few = await statementsOf(4)
    // Other statements are of the server's own work at the time.
    expect(await statementsOf(24)).toBeLessThan(few + 15)
  })
})
