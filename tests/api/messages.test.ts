import { asNumber, elementAt, firstOf } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { useTestServer } from '../support/test-server'
import { messageIn } from '../support/person'
import type { ReceivedEvent } from '../support/person'

describe('POST /messages', () => {
  const server = useTestServer()

  it('sends to a stream: every subscriber hears it once, with a list of flags', async () => {
    const [alice, bob] = await server.users('alice', 'bob')
    await server.stream('lunch', { subscribers: [alice, bob] })
    const queues = await Promise.all([alice.register(), bob.register()])

    const sent = expectSuccess(
      await alice.post('/messages', {
        type: 'stream',
        to: 'Lunch',
        subject: ' pizza ',
        content: '  with **olives**  \n',
      }),
    )

    for (const [index, person] of [alice, bob].entries()) {
      const [event, ...more] = await person.pollUntil(elementAt(queues, index), 'message')
      expect(more).toEqual([])
      expect(event).toMatchObject({
        type: 'message',
        flags: [],
        message: {
          id: sent['id'],
          type: 'stream',
          display_recipient: 'lunch',
          subject: 'pizza',
          content: '  with **olives**',
          content_type: 'text/x-markdown',
          subject_links: [],
          sender_id: alice.id,
          sender_email: alice.email,
          sender_full_name: 'Alice',
          sender_short_name: 'alice',
          sender_realm_str: server.subdomain,
          is_me_message: false,
          reactions: [],
          submessages: [],
        },
      })
    }
  })

  it('renders the content for queues that asked for HTML', async () => {
    const carol = await server.user('carol')
    await server.stream('render', { subscribers: [carol] })
    const raw = await carol.register()
    const rendered = await carol.register({ apply_markdown: true })
    await carol.send('render', 't', 'a *b*')

    const [rawEvent] = await carol.pollUntil(raw, 'message')
    const [renderedEvent] = await carol.pollUntil(rendered, 'message')
    expect(rawEvent).toMatchObject({ message: { content: 'a *b*' } })
    expect(renderedEvent).toMatchObject({
      message: { content: '<p>a <em>b</em></p>', content_type: 'text/html' },
    })
  })

  it('marks mentions for the mentioned people, and wildcards for all', async () => {
    const [dan, eve] = await server.users('dan', 'eve')
    await server.stream('mentions', { subscribers: [dan, eve] })
    const [dans, eves] = await Promise.all([dan.register(), eve.register()])
    await dan.send('mentions', 't', 'hi @**Eve**')
    await dan.send('mentions', 't', '@**all** listen')

    const heardByDan = await dan.pollUntil(dans, (event) =>
      JSON.stringify(event).includes('listen'),
    )
    const heardByEve = await eve.pollUntil(eves, (event) =>
      JSON.stringify(event).includes('listen'),
    )
    expect(heardByDan.map((event) => event['flags'])).toEqual([
      [],
      ['stream_wildcard_mentioned', 'wildcard_mentioned'],
    ])
    expect(heardByEve.map((event) => event['flags'])).toEqual([
      ['mentioned'],
      ['stream_wildcard_mentioned', 'wildcard_mentioned'],
    ])
  })

  it('counts a message from an interactive client as read by its sender', async () => {
    const fay = await server.user('fay')
    await server.stream('client', { subscribers: [fay] })
    const queue = await fay.register()
    const args = { type: 'stream', to: 'client', topic: 't', content: 'x' }
    expectSuccess(await fay.post('/messages', { ...args, client: 'website' }))
    expectSuccess(await fay.post('/messages', { ...args, client: 'a script', content: 'last' }))
    const events = await fay.pollUntil(queue, (event) => JSON.stringify(event).includes('"last"'))
    expect(events.map((event) => event['flags'])).toEqual([['read'], []])
  })

  it('gives the local id back to the sending queue only', async () => {
    const gus = await server.user('gus')
    await server.stream('echo', { subscribers: [gus] })
    const [own, other] = [await gus.register(), await gus.register()]
    expectSuccess(
      await gus.post('/messages', {
        type: 'stream',
        to: 'echo',
        topic: 't',
        content: 'x',
        queue_id: own.queue_id,
        local_id: '1.01',
      }),
    )
    const [echoed] = await gus.pollUntil(own, 'message')
    const [plain] = await gus.pollUntil(other, 'message')
    expect(echoed).toHaveProperty('local_message_id', '1.01')
    expect(plain).not.toHaveProperty('local_message_id')
  })

  it('sends privately to one, to several and to oneself', async () => {
    const [hal, ida, jim] = await server.users('hal', 'ida', 'jim')
    const [hals, idas, jims] = await Promise.all([hal.register(), ida.register(), jim.register()])
    await hal.sendPrivately([ida.email], 'for ida')
    await hal.sendPrivately([ida.id, jim.id], 'for both')
    await hal.sendPrivately([hal.email], 'for me')

    const contents = (events: ReceivedEvent[]) => events.map((event) => messageIn(event).content)
    const heardByHal = await hal.pollUntil(hals, (e) => JSON.stringify(e).includes('for me'))
    expect(contents(heardByHal)).toEqual(['for ida', 'for both', 'for me'])
    const heardByIda = await ida.pollUntil(idas, (e) => JSON.stringify(e).includes('for both'))
    expect(contents(heardByIda)).toEqual(['for ida', 'for both'])
    expect(contents(await jim.pollUntil(jims, 'message'))).toEqual(['for both'])

    expect(heardByIda[0]).toMatchObject({
      message: {
        type: 'private',
        subject: '',
        display_recipient: [
          { id: hal.id, email: hal.email, full_name: 'Hal', short_name: 'hal' },
          { id: ida.id, email: ida.email, full_name: 'Ida', short_name: 'ida' },
        ],
      },
    })
    expect(firstOf(heardByIda)['message']).not.toHaveProperty('stream_id')
  })

  it.each([
    ['a name', 'forms'],
    ['a JSON text', '"forms"'],
    ['a list of one', '["forms"]'],
  ])('accepts the stream as %s', async (_form, to) => {
    await server.stream(`forms`, { subscribers: [server.owner] }).catch(() => undefined)
    expectSuccess(
      await server.owner.post('/messages', { type: 'channel', to, topic: 't', content: 'x' }),
    )
  })

  it('accepts ids as JSON integers', async () => {
    const kim = await server.user('kim')
    const { id } = await server.stream('by id', { subscribers: [kim] })
    for (const to of [String(id), `[${id}]`]) {
      expectSuccess(await kim.post('/messages', { type: 'stream', to, topic: 't', content: 'x' }))
    }
    expectSuccess(await kim.post('/messages', { type: 'direct', to: `${kim.id}`, content: 'x' }))
    const pair = `${kim.email}, ${server.owner.email}`
    expectSuccess(await kim.post('/messages', { type: 'private', to: pair, content: 'x' }))
  })

  it('reaches a stream called by a number, unless a stream has this id', async () => {
    const [una, vic] = await server.users('una', 'vic')
    const hidden = await server.stream('hidden from una', { subscribers: [vic], inviteOnly: true })
    const names = ['2026', String(hidden.id)] as const
    const [year] = await Promise.all(
      names.map((name) => server.stream(name, { subscribers: [una] })),
    )
    const other = await server.stream('una', { subscribers: [una] })
    await server.stream(String(other.id), { subscribers: [una] })
    const topic = 't'
    const sendTo = async (to: unknown, args: object = {}) =>
      una.post('/messages', { type: 'stream', to, topic, content: 'x', ...args })
    const placeOf = async (to: unknown) => {
      const { id } = expectSuccess(await sendTo(to))
      const { message } = await una.call('GET /messages/{message_id}', { message_id: asNumber(id) })
      return message.display_recipient
    }
    // Twice, since a worker remembers streams that it sent to.
    for (const to of [2026, 2026, '2026', ['2026']]) expect(await placeOf(to)).toBe('2026')
    expect(await placeOf(hidden.id)).toBe(String(hidden.id))
    expect(await placeOf(other.id)).toBe('una')
    expect(await placeOf(JSON.stringify(String(other.id)))).toBe(String(other.id))

    const later = { deliver_at: '2040-01-01 10:00', delivery_type: 'send_later', tz_guess: 'UTC' }
    expectSuccess(await sendTo(2026, later))
    const { scheduled_messages } = await una.call('GET /scheduled_messages')
    expect(scheduled_messages).toMatchObject([{ to: year?.id }])
    expectSuccess(await una.post('/typing', { type: 'stream', op: 'start', to: 2026, topic }))
    expectError(
      await una.post('/typing', { type: 'stream', op: 'start', stream_id: 2026, topic }),
      400,
    )
    expectError(await sendTo(987_654), 400, {
      ...{ code: 'STREAM_DOES_NOT_EXIST', stream: '987654', stream_id: 987_654 },
      msg: "Stream with ID '987654' does not exist",
    })
  })

  it('lets members and bots write to public streams they are not subscribed to', async () => {
    const [lea, max] = await server.users('lea', 'max')
    await server.stream('open', { subscribers: [lea] })
    const bot = await server.bot(max, 'robo')
    const queue = await lea.register()
    await max.send('open', 't', 'from max')
    await bot.send('open', 't', 'from robo')
    const events = await lea.pollUntil(queue, (e) => JSON.stringify(e).includes('from robo'))
    expect(events).toHaveLength(2)
  })

  it('tells a generic bot of mentions on public streams only', async () => {
    const ned = await server.user('ned')
    const bot = await server.bot(ned, 'helper')
    await server.stream('asking', { subscribers: [ned] })
    await server.stream('hiding', { subscribers: [ned], inviteOnly: true })
    const queue = await bot.register({ event_types: ['message'] })
    await ned.send('hiding', 't', 'psst @**Helper**')
    await ned.send('asking', 't', 'hey @**Helper**')
    expect(await bot.pollUntil(queue, 'message')).toMatchObject([
      { flags: ['mentioned'], message: { content: 'hey @**Helper**' } },
    ])
  })

  it('answers alike for a missing stream and a hidden one', async () => {
    const [oda, pat] = await server.users('oda', 'pat')
    await server.stream('board', { subscribers: [oda], inviteOnly: true })
    for (const to of ['board', 'no such <stream>']) {
      const response = await pat.post('/messages', {
        type: 'stream',
        to,
        topic: 't',
        content: 'x',
      })
      expectError(response, 400, {
        code: 'STREAM_DOES_NOT_EXIST',
        stream: to,
        msg: `Stream '${to}' does not exist`,
      })
    }
  })

  it('keeps announcement-only streams to administrators', async () => {
    const quin = await server.user('quin')
    expectSuccess(
      await server.owner.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'news' }],
        is_announcement_only: true,
        principals: [quin.email],
      }),
    )
    const args = { type: 'stream', to: 'news', topic: 't', content: 'x' }
    expectError(await quin.post('/messages', args), 400, {
      msg: 'Only organization administrators can send to this stream.',
    })
    expectSuccess(await server.owner.post('/messages', args))
  })

  const stream = { type: 'stream', to: 'general', topic: 't', content: 'x' }
  it.each([
    [
      'no type',
      { ...stream, type: undefined },
      { code: 'REQUEST_VARIABLE_MISSING', var_name: 'type' },
    ],
    ['no to', { ...stream, to: undefined }, { code: 'REQUEST_VARIABLE_MISSING', var_name: 'to' }],
    [
      'no content',
      { ...stream, content: undefined },
      { code: 'REQUEST_VARIABLE_MISSING', var_name: 'content' },
    ],
    ['an unknown type', { ...stream, type: 'huddle' }, { msg: 'Invalid message type' }],
    [
      'no topic',
      { ...stream, topic: undefined },
      { msg: 'Sending messages to the general chat is not allowed in this channel.' },
    ],
    [
      'a blank topic',
      { ...stream, topic: ' ' },
      { msg: 'Sending messages to the general chat is not allowed in this channel.' },
    ],
    [
      'two topics',
      { ...stream, subject: 'u' },
      { code: 'REQUEST_CONFUSING_VAR', var_name1: 'topic' },
    ],
    ['blank content', { ...stream, content: ' \n' }, { msg: 'Message must not be empty' }],
    [
      'NUL in content',
      { ...stream, content: 'a\0b' },
      { msg: 'Message must not contain null bytes' },
    ],
    ['NUL in the topic', { ...stream, topic: 'a\0b' }, { code: 'BAD_REQUEST' }],
    ['an empty to', { ...stream, to: '' }, { msg: 'Missing stream' }],
    ['two streams', { ...stream, to: '["a","b"]' }, { msg: 'Cannot send to multiple streams' }],
    [
      'an object as to',
      { ...stream, to: '{"a":1}' },
      { code: 'REQUEST_VARIABLE_INVALID', bad_value: '{"a":1}' },
    ],
    ['null as to', { ...stream, to: '[null]' }, { code: 'REQUEST_VARIABLE_INVALID' }],
    [
      'content that is too long',
      { ...stream, content: 'é'.repeat(5_001) },
      { msg: 'Message is too long: 10002 bytes (limit: 10000 bytes)' },
    ],
    [
      'a topic that is too long',
      { ...stream, topic: 'é'.repeat(61) },
      { msg: 'Topic is too long: 61 characters (limit: 60 characters)' },
    ],
    [
      'an unknown recipient',
      { type: 'private', to: 'zed@x.test', content: 'x' },
      { msg: "Invalid email 'zed@x.test'" },
    ],
    [
      'a recipient that nobody can be',
      { type: 'private', to: '["a\\u0000b"]', content: 'x' },
      { msg: 'to contains NULL (0x00) characters.' },
    ],
    [
      'an unknown recipient id',
      { type: 'private', to: '[987654]', content: 'x' },
      { code: 'BAD_REQUEST' },
    ],
    [
      'no recipients',
      { type: 'private', to: '[]', content: 'x' },
      { msg: 'Message must have recipients' },
    ],
  ])('refuses %s and sends nothing', async (_what, args, expected) => {
    const before = await server.owner.call('GET /users/me')
    expectError(await server.owner.post('/messages', args), 400, expected)
    const after = await server.owner.call('GET /users/me')
    expect(after.max_message_id).toBe(before.max_message_id)
  })

  it('accepts exactly the limits', async () => {
    const content = 'é'.repeat(5_000)
    const topic = '😀'.repeat(60)
    await server.stream('limits', { subscribers: [server.owner] })
    expectSuccess(
      await server.owner.post('/messages', { type: 'stream', to: 'limits', topic, content }),
    )
  })

  it('refuses deactivated recipients', async () => {
    const ray = await server.user('ray')
    expectSuccess(await server.owner.delete(`/users/${ray.id}`))
    const response = await server.owner.post('/messages', {
      type: 'private',
      to: [ray.email],
      content: 'x',
    })
    expectError(response, 400, { msg: `'${ray.email}' is no longer using Zulip.` })
  })

  it('warns the owner of a bot that writes to a stream without subscribers, once a minute', async () => {
    const sue = await server.user('sue')
    const bot = await server.bot(sue, 'futile')
    const queue = await sue.register()
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const response = await bot.post('/messages', {
        type: 'stream',
        to: 'nope',
        topic: 't',
        content: 'x',
      })
      expectError(response, 400, { code: 'STREAM_DOES_NOT_EXIST' })
    }
    await sue.sendPrivately([sue.id], 'done')
    const events = await sue.pollUntil(queue, (e) => JSON.stringify(e).includes('done'))
    expect(events).toMatchObject([
      {
        message: {
          sender_email: 'notification-bot@zulip.com',
          content: expect.stringContaining('that stream does not yet exist'),
        },
      },
      { message: { content: 'done' } },
    ])
  })
})

describe('POST /messages/render', () => {
  const server = useTestServer()

  it('renders as a message would be', async () => {
    const body = expectSuccess(
      await server.owner.post('/messages/render', { content: '**x** <b>' }),
    )
    expect(body['rendered']).toBe('<p><strong>x</strong> &lt;b&gt;</p>')
  })

  it('refuses content that cannot be sent', async () => {
    expectError(await server.owner.post('/messages/render'), 400, {
      code: 'REQUEST_VARIABLE_MISSING',
    })
    const content = 'x'.repeat(10_001)
    expectError(await server.owner.post('/messages/render', { content }), 400)
  })

  it('answers empty content with an empty text', async () => {
    for (const content of ['', ' \n ']) {
      const answer = await server.owner.post('/messages/render', { content })
      expect(expectSuccess(answer)).toMatchObject({ rendered: '' })
    }
  })
})

describe('inputs refused from every sender', () => {
  const server = useTestServer()

  it('include control characters in names of new streams and topics', async () => {
    const [una] = await server.users('una')
    const path = '/users/me/subscriptions'
    const subscribe = (name: string) => una.post(path, { subscriptions: [{ name }] })
    const { id } = await server.stream('plain', { subscribers: [una] })
    for (const [name, position] of [
      ['a\u0007b', 2],
      ['a\u{1f600}\nb', 3],
      ['x y\u2028z', 4],
    ] as const) {
      const inName = { msg: `Invalid character in stream name, at position ${position}!` }
      const inTopic = { msg: `Invalid character in topic, at position ${position}!` }
      expectError(await subscribe(name), 400, inName)
      const renamed = await server.owner.patch(`/streams/${id}`, { new_name: name })
      expectError(renamed, 400, inName)
      const message = { type: 'stream', to: 'plain', content: 'x' }
      expectError(await una.post('/messages', { ...message, topic: name }), 400, inTopic)
      const sent = await una.send('plain', 'x', 'x')
      expectError(await una.patch(`/messages/${sent}`, { topic: name }), 400, inTopic)
    }
    const streams = server.db.updateTable('streams')
    await streams.set({ name: 'old\u0007one' }).where('id', '=', id).execute()
    expectSuccess(await subscribe('old\u0007one'))
    expectSuccess(await una.delete(path, { subscriptions: ['old\u0007one'] }))
  })

  it('include the name of another user as sender', async () => {
    const [vera, walt] = await server.users('vera', 'walt')
    const send = (args: object) =>
      vera.post('/messages', { type: 'private', to: walt.email, content: 'x', ...args })
    const refusal = { msg: 'User not authorized for this query' }
    expectError(await send({ forged: 'yes' }), 400, refusal)
    expectError(await send({ sender: walt.email }), 400, refusal)
    expectSuccess(await send({ forged: 'false', sender: vera.email.toUpperCase() }))
  })
})
