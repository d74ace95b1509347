import { sql } from 'kysely'
import { asRecord, asRecords, elementAt, firstOf, mapOf, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { describeWithServices } from '../support/services'
import { useOwnServer } from '../support/own-server'
import { messageIn } from '../support/person'
import type { Person, Queue } from '../support/person'
import { useTestServer } from '../support/test-server'

const path = '/users/me/subscriptions'

/** Arguments of a queue that tells messages, with the unread ones at its start. */
const heard = {
  event_types: ['message'],
  fetch_event_types: ['message', 'update_message_flags'],
}

describe('POST /users/me/subscriptions', () => {
  const server = useTestServer()

  it('creates a stream, subscribes, and knows the stream the second time', async () => {
    const alice = await server.user('alice')
    const first = await alice.post(path, {
      subscriptions: [{ name: ' Ops ', description: 'a\nb' }],
    })
    expect(expectSuccess(first)).toMatchObject({
      subscribed: { [alice.email]: ['Ops'] },
      already_subscribed: {},
    })
    expect(first.body).not.toHaveProperty('unauthorized')
    const second = await alice.post(path, { subscriptions: [{ name: 'OPS' }] })
    expect(expectSuccess(second)).toMatchObject({
      subscribed: {},
      already_subscribed: { [alice.email]: ['Ops'] },
    })
    const { subscriptions } = await alice.call('GET /users/me/subscriptions')
    expect(subscriptions.find((subscription) => subscription.name === 'Ops')).toMatchObject({
      description: 'a b',
      rendered_description: '<p>a b</p>',
      invite_only: false,
      in_home_view: true,
      pin_to_top: false,
      email_address: '',
      subscribers: [alice.email],
    })
  })

  it('is also at the path that the contract misspells', async () => {
    const [rae] = await server.users('rae')
    for (const root of ['/api/v1', '/json']) {
      const response = await rae.post(`${root}/users/me/subcriptions`, {
        subscriptions: [{ name: 'spelled' }],
      })
      const wanted = root === '/json' ? 'already_subscribed' : 'subscribed'
      expect(expectSuccess(response)[wanted]).toEqual({ [rae.email]: ['spelled'] })
    }
  })

  it('tells everybody concerned, in an order that clients understand', async () => {
    const [bea, cid, dot] = await server.users('bea', 'cid', 'dot')
    const queues = await Promise.all(
      [bea, cid, dot].map((person) =>
        person.register({
          event_types: ['stream', 'subscription', 'message'],
          include_subscribers: true,
        }),
      ),
    )
    expectSuccess(
      await bea.post(path, {
        subscriptions: [{ name: 'tea' }],
        principals: [bea.email, cid.id],
      }),
    )
    await dot.send('tea', 't', 'done')
    await dot.sendPrivately([dot.id], 'done')

    const isDone = (event: object) => JSON.stringify(event).includes('"done"')
    const [heardByBea, heardByCid, heardByDot] = await Promise.all(
      [bea, cid, dot].map((person, index) => person.pollUntil(elementAt(queues, index), isDone)),
    )
    const added = {
      type: 'subscription',
      op: 'add',
      subscriptions: [{ name: 'tea', subscribers: [bea.id, cid.id], is_muted: false }],
    }
    for (const heard of [heardByBea, heardByCid]) {
      expect(heard).toMatchObject([
        { type: 'stream', op: 'create', streams: [{ name: 'tea' }] },
        added,
        { message: { subject: 'hello', sender_email: 'welcome-bot@zulip.com' } },
        { message: { content: 'done' } },
      ])
    }
    expect(heardByDot).toMatchObject([
      { type: 'stream', op: 'create' },
      { type: 'subscription', op: 'peer_add', subscriptions: ['tea'], user_ids: [bea.id, cid.id] },
      { message: { content: 'done' } },
    ])
  })

  it('leaves subscribers out of events for queues that did not ask for them', async () => {
    const eli = await server.user('eli')
    const queue = await eli.register({ event_types: ['subscriptions'] })
    expectSuccess(await eli.post(path, { subscriptions: [{ name: 'bare' }] }))
    const event = firstOf(await eli.pollUntil(queue, 'subscriptions'))
    expect(event).toMatchObject({ type: 'subscriptions', op: 'add' })
    expect(asRecords(event['subscriptions'])[0]).not.toHaveProperty('subscribers')
  })

  it('tells people that another user subscribed to an existing stream', async () => {
    const [flo, gil] = await server.users('flo', 'gil')
    await server.stream('chess', { subscribers: [flo] })
    const queue = await gil.register({ event_types: ['message'] })
    expectSuccess(
      await flo.post(path, { subscriptions: [{ name: 'chess' }], principals: [gil.email] }),
    )
    expect(await gil.pollUntil(queue, 'message')).toMatchObject([
      {
        message: {
          type: 'private',
          sender_email: 'notification-bot@zulip.com',
          content: `Hi there! @_**Flo|${flo.id}** just subscribed you to the stream #**chess**.`,
        },
      },
    ])
  })

  it('links to a private stream if all readers may see it', async () => {
    const [uma, vic] = await server.users('uma', 'vic')
    const args = { apply_markdown: true, event_types: ['message'] }
    const queue = await vic.register(args)
    const vault = { subscriptions: [{ name: 'vault', description: 'beside #**cellar**' }] }
    const cellar = { subscriptions: [{ name: 'cellar' }] }
    for (const stream of [cellar, vault]) {
      expectSuccess(await uma.post(path, { ...stream, invite_only: true }))
      expectSuccess(await uma.post(path, { ...stream, principals: [vic.email] }))
    }
    await uma.send('vault', 't', 'in #**vault** and #**cellar**')
    const events = await vic.pollUntil(queue, ({ message }) =>
      shapedLike(message, { content: '' }).content.includes('in #'),
    )
    const contents = events.map((event) => messageIn(event).content)
    const link = (name: string) =>
      expect.stringMatching(`<a class="stream" data-stream-id="\\d+" href="[^"]*">#${name}</a>`)
    expect(contents).toEqual([link('cellar'), link('vault'), expect.anything()])
    // People cannot use a link to find out what there is.
    expect(contents[2]).toBe('<p>in #<strong>vault</strong> and #<strong>cellar</strong></p>')

    const { messages } = await uma.call('GET /messages', {
      anchor: 'oldest',
      num_before: 0,
      num_after: 50,
    })
    const hello = messages
      .filter(({ subject, display_recipient: name }) => subject === 'hello' && name === 'vault')
      .map(({ content }) => content)
    expect(hello).toEqual([link('vault')])
    expect(hello[0]).toContain('beside #<strong>cellar</strong>')
  })

  it('announces new public streams, and says nothing of private ones', async () => {
    const [hans, inga] = await server.users('hans', 'inga')
    const queue = await inga.register({ event_types: ['message'] })
    const create = (name: string, inviteOnly: boolean) =>
      hans.post(path, { subscriptions: [{ name }], invite_only: inviteOnly, announce: true })
    expectSuccess(await create('hidden plans', true))
    expectSuccess(await create('open plans', false))
    expect(await inga.pollUntil(queue, 'message')).toMatchObject([
      {
        message: {
          display_recipient: 'announce',
          subject: 'Streams',
          content: `@_**Hans|${hans.id}** just created a new stream #**open plans**.`,
        },
      },
    ])
  })

  it('leaves nothing unread for the creator, and no welcome unread for anybody', async () => {
    const [lu, may] = await server.users('lu', 'may')
    const queues = [await lu.register(heard), await may.register(heard)] as const
    const args = {
      subscriptions: [{ name: 'garden' }],
      principals: [lu.id, may.id],
      announce: true,
    }
    expectSuccess(await lu.post(path, args))
    await may.sendPrivately([lu.id], 'done')

    const noticesTo = async (person: Person, queue: Queue) => {
      const events = await person.pollUntil(queue, (event) => messageIn(event).content === 'done')
      const notices = events.filter((event) => messageIn(event).client === 'Internal')
      const { unread_msgs } = await person.register(heard)
      const unread = shapedLike(unread_msgs, {
        streams: [{ unread_message_ids: [0] }],
      }).streams.flatMap((topic) => topic.unread_message_ids)
      return notices.map((event) => {
        const { id, subject } = messageIn(event)
        return { subject, flags: event['flags'], isUnread: unread.includes(id) }
      })
    }
    const hello = { subject: 'hello', flags: ['read'], isUnread: false }
    expect(await noticesTo(lu, queues[0])).toEqual([
      { subject: 'Streams', flags: ['read'], isUnread: false },
      hello,
    ])
    expect(await noticesTo(may, queues[1])).toEqual([
      { subject: 'Streams', flags: [], isUnread: true },
      hello,
    ])
  })

  it('refuses private streams by name, fatally or not', async () => {
    const [jan, kai] = await server.users('jan', 'kai')
    await server.stream('secret', { subscribers: [jan], inviteOnly: true })
    const args = { subscriptions: [{ name: 'fresh' }, { name: 'SECRET' }] }
    expectError(await kai.post(path, args), 400, {
      msg: 'Unable to access stream (secret).',
      code: undefined,
    })
    expectError(await kai.get('/get_stream_id', { stream: 'fresh' }), 400)
    const response = await kai.post(path, { ...args, authorization_errors_fatal: false })
    expect(expectSuccess(response)).toMatchObject({
      subscribed: { [kai.email]: ['fresh'] },
      unauthorized: ['secret'],
    })
  })

  it('lets a subscriber of a private stream bring others in', async () => {
    const [lia, mo] = await server.users('lia', 'mo')
    await server.stream('attic', { subscribers: [lia], inviteOnly: true })
    const queue = await mo.register({ event_types: ['stream', 'subscription'] })
    expectSuccess(await lia.post(path, { subscriptions: [{ name: 'attic' }], principals: [mo.id] }))
    expect(await mo.pollUntil(queue, 'subscription')).toMatchObject([
      { type: 'stream', op: 'create', streams: [{ name: 'attic', invite_only: true }] },
      { type: 'subscription', op: 'add' },
    ])
  })

  it('refuses unknown and deactivated principals and changes nothing', async () => {
    const [nia, otto] = await server.users('nia', 'otto')
    expectSuccess(await server.owner.delete(`/users/${otto.id}`))
    for (const principal of ['zed@x.test', otto.email, 987_654]) {
      const response = await nia.post(path, {
        subscriptions: [{ name: 'unborn' }],
        principals: [nia.email, principal],
      })
      expectError(response, 403, { code: 'UNAUTHORIZED_PRINCIPAL', principal })
    }
    expectError(await nia.get('/get_stream_id', { stream: 'unborn' }), 400, {
      msg: "Invalid stream name 'unborn'",
    })
  })

  it('refuses guests', async () => {
    const guest = await server.user('gast', 'guest')
    expectError(await guest.post(path, { subscriptions: [{ name: 'general' }] }), 400, {
      msg: 'Not allowed for guest users',
    })
  })

  it.each([
    ['nothing', {}, { code: 'REQUEST_VARIABLE_MISSING', var_name: 'subscriptions' }],
    ['bad JSON', { subscriptions: '[' }, { msg: 'Argument "subscriptions" is not valid JSON.' }],
    ['a name alone', { subscriptions: '"x"' }, { msg: 'subscriptions is not a list' }],
    ['a list of names', { subscriptions: ['x'] }, { msg: 'subscriptions[0] is not a dict' }],
    ['no name', { subscriptions: [{}] }, { msg: 'name key is missing from subscriptions[0]' }],
    [
      'a number as name',
      { subscriptions: [{ name: 1 }] },
      { msg: 'subscriptions[0]["name"] is not a string' },
    ],
    ['a blank name', { subscriptions: [{ name: ' ' }] }, { msg: "Invalid stream name ''" }],
    [
      'a long name',
      { subscriptions: [{ name: 'x'.repeat(61) }] },
      { msg: 'Stream name too long (limit: 60 characters).' },
    ],
    [
      'a long description',
      { subscriptions: [{ name: 'x', description: 'd'.repeat(1025) }] },
      { code: 'BAD_REQUEST' },
    ],
    [
      'a bad flag',
      { subscriptions: [{ name: 'x' }], invite_only: 'perhaps' },
      { msg: 'Argument "invite_only" is not valid JSON.' },
    ],
  ])('refuses %s', async (_what, args, expected) => {
    expectError(await server.owner.post(path, args), 400, expected)
  })

  it('makes one stream of one name in two spellings', async () => {
    const pia = await server.user('pia')
    const response = await pia.post(path, { subscriptions: [{ name: 'Ärger' }, { name: 'äRGER' }] })
    expect(expectSuccess(response)).toMatchObject({ subscribed: { [pia.email]: ['Ärger'] } })
  })

  // Letters that JavaScript and the database may turn into different lower-case ones.
  it.each([
    ['İx', 'ix'],
    ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
  ])('takes %s and %s for one stream or for two, but always the same', async (...names) => {
    const rik = await server.user(`rik${names[0].length}`)
    const both = { subscriptions: names.map((name) => ({ name })) }
    const { subscribed } = expectSuccess(await rik.post(path, both))
    expect(expectSuccess(await rik.post(path, both))).toMatchObject({
      subscribed: {},
      already_subscribed: asRecord(subscribed),
    })
    for (const name of names) {
      expectSuccess(await rik.get('/get_stream_id', { stream: name }))
      const again = await rik.post(path, { subscriptions: [{ name }] })
      expect(expectSuccess(again)).toMatchObject({
        already_subscribed: { [rik.email]: [expect.any(String)] },
      })
    }
    expect(expectSuccess(await rik.delete(path, { subscriptions: names }))).toMatchObject({
      removed: shapedLike(subscribed, mapOf(['']))[rik.email],
      not_subscribed: [],
    })
  })
})

describeWithServices('POST /users/me/subscriptions while a stream becomes private', () => {
  const server = useOwnServer()

  it.each([true, false])('refuses it to strangers, fatally: %s', async (isFatal) => {
    const name = `closing ${isFatal}`
    const uma = await server.user(`uma${isFatal}`)
    const { id } = await server.stream(name)
    const { joining } = await server.ctx.db.transaction(async (tx) => {
      await tx.updateTable('streams').set({ invite_only: true }).where('id', '=', id).execute()
      const answer = uma.post(path, {
        subscriptions: [{ name }],
        authorization_errors_fatal: isFatal,
      })
      for (let isWaiting = false; !isWaiting;) {
        const found = await sql<{ waits: boolean }>`
          select exists (
            select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))
          ) as waits`.execute(tx)
        isWaiting = firstOf(found.rows).waits
      }
      return { joining: answer }
    })
    if (isFatal) expectError(await joining, 400, { msg: `Unable to access stream (${name}).` })
    else
      expect(expectSuccess(await joining)).toMatchObject({ subscribed: {}, unauthorized: [name] })
    expect(JSON.stringify((await uma.get(path)).body)).not.toContain(name)
  })
})

describe('DELETE /users/me/subscriptions', () => {
  const server = useTestServer()

  it('unsubscribes, and tells the others', async () => {
    const [alice, bob] = await server.users('alice', 'bob')
    await server.stream('golf', { subscribers: [alice, bob] })
    const queues = await Promise.all(
      [alice, bob].map((person) => person.register({ event_types: ['subscription'] })),
    )
    expect(
      expectSuccess(await alice.delete(path, { subscriptions: ['GOLF', 'general', 'golf'] })),
    ).toMatchObject({ removed: ['golf', 'general'], not_subscribed: [] })
    expect(await alice.pollUntil(firstOf(queues), 'subscription')).toMatchObject([
      { op: 'remove', subscriptions: [{ name: 'general' }, { name: 'golf' }] },
    ])
    const isGolf = (event: object) => JSON.stringify(event).includes('golf')
    expect((await bob.pollUntil(elementAt(queues, 1), isGolf)).at(-1)).toMatchObject({
      op: 'peer_remove',
      subscriptions: ['general', 'golf'],
      user_id: alice.id,
    })
    expect(expectSuccess(await alice.delete(path, { subscriptions: ['golf'] }))).toMatchObject({
      removed: [],
      not_subscribed: ['golf'],
    })
  })

  it('changes nothing when one stream is missing or hidden', async () => {
    const [cleo, dan] = await server.users('cleo', 'dan')
    await server.stream('kept', { subscribers: [cleo] })
    await server.stream('vault', { subscribers: [dan], inviteOnly: true })
    for (const missing of ['nope', 'vault']) {
      expectError(await cleo.delete(path, { subscriptions: ['kept', missing] }), 400, {
        code: 'STREAM_DOES_NOT_EXIST',
        stream: missing,
        msg: `Stream(s) (${missing}) do not exist`,
      })
    }
    const { subscriptions } = expectSuccess(await cleo.get(path))
    expect(JSON.stringify(subscriptions)).toContain('kept')
  })

  it('lets only administrators unsubscribe others, also not the creator of the stream', async () => {
    const [eva, fred] = await server.users('eva', 'fred')
    await server.stream('club', { subscribers: [server.owner, eva, fred] })
    const args = { subscriptions: ['club'], principals: [fred.email] }
    const refusal = { msg: 'This action requires administrative rights', code: undefined }
    expectError(await eva.delete(path, args), 400, refusal)
    expectSuccess(await eva.post(path, { subscriptions: [{ name: 'hers' }] }))
    expectSuccess(await fred.post(path, { subscriptions: [{ name: 'hers' }] }))
    expectError(await eva.delete(path, { ...args, subscriptions: ['hers'] }), 400, refusal)
    expect(expectSuccess(await server.owner.delete(path, args))).toMatchObject({
      removed: ['club'],
    })
  })

  it('archives a private stream without subscribers', async () => {
    const [gus, hedy] = await server.users('gus', 'hedy')
    await server.stream('duo', { subscribers: [hedy, gus], inviteOnly: true })
    const queue = await gus.register({ event_types: ['stream', 'subscription'] })
    expectSuccess(await gus.delete(path, { subscriptions: ['duo'] }))
    expect(await gus.pollUntil(queue, 'stream')).toMatchObject([
      { type: 'subscription', op: 'remove' },
      { type: 'stream', op: 'delete', streams: [{ name: 'duo' }] },
    ])
    const owners = await server.owner.register({ event_types: ['stream'] })
    expectSuccess(await hedy.delete(path, { subscriptions: ['duo'] }))
    expect(await server.owner.pollUntil(owners, 'stream')).toMatchObject([
      { op: 'delete', streams: [{ name: 'duo' }] },
    ])
    // The name is free again.
    expect(expectSuccess(await gus.post(path, { subscriptions: [{ name: 'duo' }] }))).toMatchObject(
      { subscribed: { [gus.email]: ['duo'] } },
    )
  })
})

describe('subscription settings', () => {
  const server = useTestServer()

  it('change, and only real changes are told', async () => {
    const alice = await server.user('alice')
    const { id } = await server.stream('hues', { subscribers: [alice] })
    const queue = await alice.register({ event_types: ['subscription'] })
    const change = (property: string, value: unknown) =>
      alice.post(`${path}/properties`, { subscription_data: [{ stream_id: id, property, value }] })
    expectSuccess(await change('pin_to_top', false))
    expectSuccess(await change('color', '#F00'))
    expectSuccess(await change('is_muted', true))
    expectSuccess(await change('in_home_view', false))
    expectSuccess(await alice.patch(`${path}/${id}`, { property: 'pin_to_top', value: true }))
    const isPin = (event: object) => JSON.stringify(event).includes('pin_to_top')
    expect(await alice.pollUntil(queue, isPin)).toMatchObject([
      { op: 'update', property: 'color', value: '#ff0000', stream_id: id, name: 'hues' },
      { op: 'update', property: 'in_home_view', value: false },
      { op: 'update', property: 'is_muted', value: true },
      { op: 'update', property: 'pin_to_top', value: true },
    ])
    const { subscriptions } = await alice.call('GET /users/me/subscriptions')
    expect(subscriptions.find(({ name }) => name === 'hues')).toMatchObject({
      color: '#ff0000',
      in_home_view: false,
      is_muted: true,
      pin_to_top: true,
    })
  })

  it('refuse invalid values, all or nothing', async () => {
    const { id } = await server.stream('grey', { subscribers: [server.owner] })
    const good = { stream_id: id, property: 'pin_to_top', value: true }
    const attempts: [object, object][] = [
      [
        { ...good, property: 'shape' },
        { msg: 'Unknown subscription property: shape', code: undefined },
      ],
      [
        { ...good, stream_id: 987_654 },
        { msg: 'Not subscribed to stream id 987654', code: undefined },
      ],
      [{ ...good, value: 'yes' }, { msg: 'pin_to_top is not a boolean' }],
      [
        { ...good, property: 'color', value: 'red' },
        { msg: 'color is not a valid hex color code' },
      ],
    ]
    for (const [bad, expected] of attempts) {
      const response = await server.owner.post(`${path}/properties`, {
        subscription_data: [good, bad],
      })
      expectError(response, 400, asRecord(expected))
    }
    const { subscriptions } = await server.owner.call('GET /users/me/subscriptions')
    expect(subscriptions.find(({ name }) => name === 'grey')).toMatchObject({ pin_to_top: false })
  })
})
