import type { UnreadMessages } from '../../src/web/data/records/state'
import { asNumbers, asRecord, asRecords, elementAt, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person, Queue, ReceivedEvent } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

async function unreadOf(person: Person): Promise<UnreadMessages> {
  const queue = await person.register({ fetch_event_types: ['message', 'update_message_flags'] })
  return queue['unread_msgs'] as UnreadMessages
}

async function starredOf(person: Person): Promise<number[]> {
  const queue = await person.register({ fetch_event_types: ['starred_messages'] })
  return asNumbers(queue['starred_messages'])
}

const flag = async (person: Person, op: string, name: string, messages: number[]) => {
  const answer = await person.post('/messages/flags', { messages, op, flag: name })
  return shapedLike(expectSuccess(answer), {
    messages: [0],
    ignored_because_not_subscribed_channels: [0],
  })
}

/** Puts aside what greets a new account and a new stream. */
async function catchUp(...people: Person[]): Promise<void> {
  for (const person of people) expectSuccess(await person.post('/mark_all_as_read'))
}

/** Flag events of the queue, up to now. */
async function flagEvents(person: Person, queue: Queue) {
  return (await person.eventsUntilNow(queue))
    .filter((event) => event.type === 'update_message_flags')
    .map(({ id: _id, ...event }: ReceivedEvent) => event)
}

describe('POST /messages/flags', () => {
  it("marks messages as read and unread, and tells the reader's clients the changes", async () => {
    const [ann, ben] = await server.users('ann', 'ben')
    const { id: streamId } = await server.stream('team', { subscribers: [ann, ben] })
    await catchUp(ann, ben)
    // A topic is spelled as its newest unread message spells it, whatever was read since.
    const [one, two] = [await ben.send('team', 't', 'one'), await ben.send('team', 'T', 'two')]
    const told = await ben.sendPrivately([ann.id], 'hi @**Ann**')
    const [anns, bens] = await Promise.all([ann.register(), ben.register()])

    expect(await flag(ann, 'add', 'read', [two, one])).toMatchObject({
      messages: [one, two],
      ignored_because_not_subscribed_channels: [],
    })
    expect((await flag(ann, 'add', 'read', [one, told])).messages).toEqual([one, told])
    expect((await unreadOf(ann)).count).toBe(0)
    expect((await flag(ann, 'remove', 'read', [one, told])).messages).toEqual([one, told])
    expect(await unreadOf(ann)).toEqual({
      count: 2,
      pms: [{ other_user_id: ben.id, sender_id: ben.id, unread_message_ids: [told] }],
      streams: [
        { stream_id: streamId, topic: 't', unread_message_ids: [one], sender_ids: [ben.id] },
      ],
      huddles: [],
      mentions: [told],
      old_unreads_missing: false,
    })

    const added = { type: 'update_message_flags', op: 'add', operation: 'add', all: false }
    expect(await flagEvents(ann, anns)).toEqual([
      { ...added, flag: 'read', messages: [one, two] },
      { ...added, flag: 'read', messages: [told] },
      {
        ...added,
        op: 'remove',
        operation: 'remove',
        flag: 'read',
        messages: [one, told],
        message_details: {
          [one]: { type: 'stream', stream_id: streamId, topic: 't' },
          [told]: { type: 'private', user_ids: [ben.id], mentioned: true },
        },
      },
    ])
    expect(await flagEvents(ben, bens)).toEqual([])
  })

  it('stars and collapses readable messages, received or not', async () => {
    const [cat, dan] = await server.users('cat', 'dan')
    await server.stream('open', { subscribers: [dan] })
    await server.stream('closed', { subscribers: [dan], inviteOnly: true })
    const open = await dan.send('open', 't', 'x')
    const closed = await dan.send('closed', 't', 'x')
    const cats = await cat.register()

    expect((await flag(cat, 'add', 'starred', [closed, open, 999_999_999])).messages).toEqual([
      open,
    ])
    expect((await flag(cat, 'add', 'collapsed', [open])).messages).toEqual([open])
    expect(await starredOf(cat)).toEqual([open])
    expect((await flag(cat, 'add', 'starred', [open])).messages).toEqual([open])
    expect((await flag(cat, 'remove', 'starred', [open, closed])).messages).toEqual([open])
    expect((await flag(cat, 'remove', 'collapsed', [open])).messages).toEqual([open])
    expect(await starredOf(cat)).toEqual([])
    expect(
      (await flagEvents(cat, cats)).map(({ op, flag, messages }) => [op, flag, messages]),
    ).toEqual([
      ['add', 'starred', [open]],
      ['add', 'collapsed', [open]],
      ['remove', 'starred', [open]],
      ['remove', 'collapsed', [open]],
    ])
    const rows = await server.db
      .selectFrom('message_flags')
      .selectAll()
      .where('user_id', '=', cat.id)
      .execute()
    expect(rows).toEqual([])
  })

  it('makes nothing unread of a stream that is not subscribed to', async () => {
    const [eve, fay] = await server.users('eve', 'fay')
    const { id: streamId } = await server.stream('past', { subscribers: [eve, fay] })
    await catchUp(fay)
    const id = await eve.send('past', 't', 'x')
    await fay.delete('/users/me/subscriptions', { subscriptions: ['past'] })
    expect(await flag(fay, 'remove', 'read', [id])).toMatchObject({
      messages: [],
      ignored_because_not_subscribed_channels: [streamId],
    })
    expect((await flag(fay, 'add', 'read', [id])).messages).toEqual([id])
    expect((await unreadOf(fay)).count).toBe(0)
  })

  it('leaves messages that the sender has read out of the unread ones', async () => {
    const gus = await server.user('gus')
    await server.stream('own', { subscribers: [gus] })
    await catchUp(gus)
    const sent = await gus.post('/messages', {
      type: 'stream',
      to: 'own',
      topic: 't',
      content: 'x',
      read_by_sender: true,
    })
    const { id } = shapedLike(sent.body, { id: 0 })
    const unread = await gus.send('own', 't', 'by a script')
    expect((await unreadOf(gus)).streams.map((topic) => topic.unread_message_ids)).toEqual([
      [unread],
    ])
    expect((await flag(gus, 'remove', 'read', [id])).messages).toEqual([id])
    expect((await unreadOf(gus)).streams.map((topic) => topic.unread_message_ids)).toEqual([
      [id, unread],
    ])
  })

  it.each(['mentioned', 'has_alert_word', 'historical', 'nonsense'])(
    'refuses the flag %s',
    async (name) => {
      const answer = await server.owner.post('/messages/flags', {
        messages: [],
        op: 'add',
        flag: name,
      })
      expectError(answer, 400, { code: 'BAD_REQUEST', msg: `Invalid flag: '${name}'` })
    },
  )

  it('refuses a list without a readable message, and passes over single unreadable ones', async () => {
    const { owner } = server
    const nola = await server.user('nola')
    const known = await owner.sendPrivately([nola.id], 'here')
    const hidden = await owner.sendPrivately([owner.id], 'hidden')
    const missing = 2_000_000_000
    for (const [op, name] of [
      ['add', 'read'],
      ['remove', 'read'],
      ['add', 'starred'],
      ['remove', 'collapsed'],
    ] as const) {
      const change = (messages: number[]) =>
        nola.post('/messages/flags', { messages, op, flag: name })
      const invalid = { code: 'BAD_REQUEST', msg: 'Invalid message(s)' }
      expectError(await change([missing, hidden]), 400, invalid)
      expect(expectSuccess(await change([missing, known, hidden]))['messages']).toEqual([known])
      expect(expectSuccess(await change([]))['messages']).toEqual([])
    }
  })

  it('refuses another operation', async () => {
    const answer = await server.owner.post('/messages/flags', {
      messages: [],
      op: 'toggle',
      flag: 'read',
    })
    expectError(answer, 400, { msg: "Invalid message flag operation: 'toggle'" })
  })

  it('keeps the star of a message moved out of sight until it comes back, and hides it meanwhile', async () => {
    const { owner } = server
    const sue = await server.user('sue')
    const open = await server.stream('lobby', { subscribers: [owner, sue] })
    const closed = await server.stream('vault', { subscribers: [owner], inviteOnly: true })
    const [moved, stays] = [
      await owner.send('lobby', 'a', 'one'),
      await owner.send('lobby', 'b', 'two'),
    ]
    await flag(sue, 'add', 'starred', [moved, stays])
    const moveTo = async (streamId: number) =>
      expectSuccess(await owner.patch(`/messages/${moved}`, { stream_id: streamId }))

    await moveTo(closed.id)
    expect(await starredOf(sue)).toEqual([stays])
    await moveTo(open.id)
    expect(await starredOf(sue)).toEqual([moved, stays])
  })
})

describe('POST /messages/flags/narrow', () => {
  it('goes through a narrow that asks for the very flag, range by range', async () => {
    const [hal, ida] = await server.users('hal', 'ida')
    await server.stream('long', { subscribers: [hal, ida] })
    await catchUp(hal)
    const ids: number[] = []
    for (let n = 0; n < 5; n += 1) ids.push(await ida.send('long', 't', String(n)))
    await flag(hal, 'add', 'read', [elementAt(ids, 1)])
    const next = async (anchor: string | number, include_anchor: boolean) =>
      expectSuccess(
        await hal.post('/messages/flags/narrow', {
          anchor,
          include_anchor,
          num_before: 0,
          num_after: 2,
          narrow: [{ operator: 'is', operand: 'unread' }, ['channel', 'long']],
          op: 'add',
          flag: 'read',
        }),
      )
    expect(await next('oldest', true)).toMatchObject({
      processed_count: 2,
      updated_count: 2,
      first_processed_id: ids[0],
      last_processed_id: ids[2],
      found_oldest: true,
      found_newest: false,
      ignored_because_not_subscribed_channels: [],
    })
    expect(await next(elementAt(ids, 2), false)).toMatchObject({
      processed_count: 2,
      first_processed_id: ids[3],
      last_processed_id: ids[4],
      found_newest: false,
    })
    expect(await next(elementAt(ids, 4), false)).toMatchObject({
      processed_count: 0,
      updated_count: 0,
      first_processed_id: null,
      last_processed_id: null,
      found_newest: true,
    })
    expect((await unreadOf(hal)).count).toBe(0)
  })

  it('refuses too much, bad narrows and flags', async () => {
    const args = { anchor: 'oldest', num_before: 0, num_after: 1, op: 'add', flag: 'read' }
    const refused = async (changes: object) =>
      asRecord((await server.owner.post('/messages/flags/narrow', { ...args, ...changes })).body)
    expect(await refused({ num_after: 5_001 })).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await refused({ narrow: [['stream', 'no such stream']] })).toMatchObject({
      code: 'BAD_NARROW',
    })
    expect(await refused({ flag: 'mentioned' })).toMatchObject({ msg: "Invalid flag: 'mentioned'" })
    expect(await refused({ anchor: undefined })).toMatchObject({ var_name: 'anchor' })
  })
})

describe('marking many messages as read', () => {
  it('covers a topic, a stream, and everything', async () => {
    const [jim, kim] = await server.users('jim', 'kim')
    const { id: streamId } = await server.stream('busy', { subscribers: [jim, kim] })
    await catchUp(kim)
    const lunch = await jim.send('busy', 'Lunch', 'x')
    const dinner = await jim.send('busy', 'dinner', 'x')
    await jim.send('busy', 'lunch', 'x')
    const told = await jim.sendPrivately([kim.id], 'x')
    const kims = await kim.register()

    const topic = { stream_id: streamId, topic_name: 'LUNCH' }
    expectSuccess(await kim.post('/mark_topic_as_read', topic))
    expectSuccess(await kim.post('/mark_topic_as_read', topic))
    expect((await unreadOf(kim)).count).toBe(2)
    expectSuccess(await kim.post('/mark_stream_as_read', { stream_id: streamId }))
    expect(await unreadOf(kim)).toMatchObject({ count: 1, pms: [{ unread_message_ids: [told] }] })
    expect(expectSuccess(await kim.post('/mark_all_as_read'))).toMatchObject({ complete: true })
    expect((await unreadOf(kim)).count).toBe(0)

    const told3 = await flagEvents(kim, kims)
    expect(told3.map(({ op, flag, messages, all }) => [op, flag, messages, all])).toEqual([
      ['add', 'read', [lunch, lunch + 2], false],
      ['add', 'read', [dinner], false],
      ['add', 'read', [], true],
    ])
    const later = await jim.send('busy', 'lunch', 'later')
    const mine = await unreadOf(kim)
    expect(mine.streams).toMatchObject([{ topic: 'lunch', unread_message_ids: [later] }])
  })

  it('refuses a stream that the requester may not know of', async () => {
    const [lea, max] = await server.users('lea', 'max')
    const { id } = await server.stream('board', { subscribers: [lea], inviteOnly: true })
    for (const stream_id of [id, 999_999]) {
      const answers = [
        await max.post('/mark_stream_as_read', { stream_id }),
        await max.post('/mark_topic_as_read', { stream_id, topic_name: 't' }),
      ]
      for (const answer of answers) expectError(answer, 400, { msg: 'Invalid stream id' })
    }
  })
})

describe('the unread messages of the initial state', () => {
  it('are listed by topic and by conversation, muted ones included', async () => {
    const [ned, oda, pat] = await server.users('ned', 'oda', 'pat')
    const { id: streamId } = await server.stream('muted', { subscribers: [ned, oda] })
    expectSuccess(
      await ned.post('/users/me/subscriptions/properties', {
        subscription_data: [{ stream_id: streamId, property: 'is_muted', value: true }],
      }),
    )
    await catchUp(ned)
    const first = await oda.send('muted', 'Tea', 'x')
    const own = await ned.send('muted', 'tea', '@**all**')
    const trio = await oda.sendPrivately([ned.id, pat.id], 'x')
    const note = await ned.sendPrivately([ned.id], 'x')
    expect(await unreadOf(ned)).toEqual({
      count: 4,
      pms: [{ other_user_id: ned.id, sender_id: ned.id, unread_message_ids: [note] }],
      streams: [
        {
          stream_id: streamId,
          topic: 'tea',
          unread_message_ids: [first, own],
          sender_ids: [ned.id, oda.id],
        },
      ],
      huddles: [
        { user_ids_string: [ned.id, oda.id, pat.id].join(','), unread_message_ids: [trio] },
      ],
      mentions: [own],
      old_unreads_missing: false,
    })
    const recent = await ned.register({ fetch_event_types: ['recent_private_conversations'] })
    // Before these was what welcomes everybody.
    expect(asRecords(recent['recent_private_conversations']).slice(0, 2)).toEqual([
      { max_message_id: note, user_ids: [] },
      { max_message_id: trio, user_ids: [oda.id, pat.id] },
    ])
  })
})
