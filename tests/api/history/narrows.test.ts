import { sql } from 'kysely'
import { elementAt, present, shapedLike } from '../../support/checked'
import { expectError, expectSuccess } from '../../support/expectations'
import {
  contentsOf,
  readPage,
  readPrivatelyUpTo,
  readStreamUpTo,
  setFlag,
} from '../../support/history'
import type { Person } from '../../support/person'
import { useTestServer } from '../../support/test-server'

const server = useTestServer()

let alice: Person
let bob: Person
let carol: Person
let streams: { design: number; ops: number }
/** Ids by content. */
const sent: Record<string, number> = {}
const idOf = (content: string) => present(sent[content], content)

beforeAll(async () => {
  ;[alice, bob, carol] = await server.users('alice', 'bob', 'carol')
  const design = await server.stream('Design', { subscribers: [alice, bob] })
  const ops = await server.stream('ops', { subscribers: [bob] })
  streams = { design: design.id, ops: ops.id }
  await server.db.deleteFrom('messages').execute()

  const send = async (content: string, by: Person, topic: string, stream = 'Design') => {
    sent[content] = await by.send(stream, topic, content)
  }
  await send('logo 1', alice, 'Logo')
  await send('logo 2', bob, 'logo')
  await send('fonts', bob, 'fonts')
  await send('done', bob, '✔ colors')
  await send('disks', bob, 'disks', 'ops')
  await send('help', bob, 'Logo', 'ops')
  sent['to bob'] = await alice.sendPrivately([bob.email], 'to bob')
  sent['to alice'] = await bob.sendPrivately([alice.email], 'to alice')
  sent['to both'] = await carol.sendPrivately([alice.email, bob.email], 'to both')
  sent['note'] = await alice.sendPrivately([alice.email], 'note')
  sent['hidden'] = await carol.sendPrivately([bob.email], 'hidden')
})

const received = [
  ...['logo 1', 'logo 2', 'fonts', 'done'],
  ...['to bob', 'to alice', 'to both', 'note'],
]
const direct = ['to bob', 'to alice', 'to both', 'note']
const without = (...some: string[]) => received.filter((content) => !some.includes(content))
const not = (operator: string, operand: unknown) => [{ operator, operand, negated: true }]

describe('a narrow', () => {
  it('finds the received messages if it is empty', async () => {
    expect(await contentsOf(alice, [])).toEqual(received)
    expect(await contentsOf(alice, undefined)).toEqual(received)
    expect(await contentsOf(carol, [])).toEqual(['to both', 'hidden'])
  })

  it.each<[string, () => unknown, string[]]>([
    ['a stream by name', () => [['stream', 'Design']], ['logo 1', 'logo 2', 'fonts', 'done']],
    ['in any letter case', () => [['channel', 'dEsIgN']], ['logo 1', 'logo 2', 'fonts', 'done']],
    ['by id', () => [['channel', streams.design]], ['logo 1', 'logo 2', 'fonts', 'done']],
    ['by the text of an id', () => [['stream', `${streams.design}`]], received.slice(0, 4)],
    ['a pair alone', () => ['stream', 'ops'], ['disks', 'help']],
    ['one that is not subscribed to', () => [['stream', 'ops']], ['disks', 'help']],
    ['all but a stream', () => not('stream', 'Design'), direct],
    [
      'a topic of a stream',
      () => [
        ['stream', 'Design'],
        ['topic', 'LOGO'],
      ],
      ['logo 1', 'logo 2'],
    ],
    [
      'the old word for it',
      () => [
        ['stream', 'Design'],
        ['subject', 'logo'],
      ],
      ['logo 1', 'logo 2'],
    ],
    [
      'pairs and objects',
      () => [['stream', 'ops'], { operator: 'topic', operand: 'logo' }],
      ['help'],
    ],
    ['a topic wherever it is received', () => [['topic', 'logo']], ['logo 1', 'logo 2']],
    ['all but a topic', () => not('topic', 'logo'), without('logo 1', 'logo 2')],
    ['a stream but for a topic', () => [['stream', 'ops'], ...not('topic', 'disks')], ['help']],
    [
      'a topic that is none',
      () => [
        ['stream', 'Design'],
        ['topic', ''],
      ],
      [],
    ],
    ['public streams', () => [['channels', 'public']], [...received.slice(0, 4), 'disks', 'help']],
    [
      'their old name',
      () => [
        ['streams', 'public'],
        ['topic', 'logo'],
      ],
      ['logo 1', 'logo 2', 'help'],
    ],
    ['all but public streams', () => not('channels', 'public'), direct],
    ['streams of the web', () => [['channels', 'web-public']], []],
  ])('names places: %s', async (_name, narrow, expected) => {
    expect(await contentsOf(alice, narrow())).toEqual(expected)
  })

  it.each<[string, () => unknown, string[]]>([
    ['by email', () => [['pm-with', bob.email]], ['to bob', 'to alice']],
    ['in any letter case', () => [['pm-with', bob.email.toUpperCase()]], ['to bob', 'to alice']],
    ['by id', () => [['dm', [bob.id]]], ['to bob', 'to alice']],
    ['by id alone', () => [['dm', bob.id]], ['to bob', 'to alice']],
    ['with oneself among them', () => [['dm', [bob.id, alice.id]]], ['to bob', 'to alice']],
    ['several', () => [['pm-with', `${bob.email}, ${carol.email}`]], ['to both']],
    ['several without blanks', () => [['pm-with', `${carol.email},${bob.email}`]], ['to both']],
    ['emails and ids', () => [['dm', [carol.email, bob.id, alice.id]]], ['to both']],
    ['only oneself', () => [['dm', [alice.id]]], ['note']],
    ['who never wrote', () => [['dm', [carol.id]]], []],
    ['all but one', () => not('dm', [bob.id]), without('to bob', 'to alice')],
    ['somebody takes part', () => [['dm-including', bob.id]], ['to bob', 'to alice', 'to both']],
    ['two take part', () => [['dm-with', [bob.id, carol.id]]], ['to both']],
    ['the old word for it', () => [['group-pm-with', carol.email]], ['to both']],
    ['somebody does not', () => not('dm-including', carol.id), without('to both')],
    ['all', () => [['is', 'private']], direct],
    ['all, by their new name', () => [['is', 'dm']], direct],
    ['none', () => not('is', 'dm'), received.slice(0, 4)],
  ])('names private conversations: %s', async (_name, narrow, expected) => {
    expect(await contentsOf(alice, narrow())).toEqual(expected)
  })

  it.each<[string, () => unknown, string[]]>([
    ['by email', () => [['sender', carol.email]], ['to both']],
    ['by id', () => [['sender', carol.id]], ['to both']],
    ['by the old word', () => [['from', carol.id]], ['to both']],
    ['not by somebody', () => not('sender', bob.email), ['logo 1', 'to bob', 'to both', 'note']],
    [
      'in a stream',
      () => [
        ['sender', bob.id],
        ['stream', 'Design'],
      ],
      ['logo 2', 'fonts', 'done'],
    ],
  ])('names senders: %s', async (_name, narrow, expected) => {
    expect(await contentsOf(alice, narrow())).toEqual(expected)
  })

  it.each<[string, () => unknown, string[]]>([
    ['resolved topics', () => [['is', 'resolved']], ['done']],
    ['other ones', () => not('is', 'resolved'), without('done')],
    ['one message', () => [['id', sent['fonts']]], ['fonts']],
    ['one by its text', () => [['id', `${sent['fonts']}`]], ['fonts']],
    ['one that was not received', () => [['id', sent['disks']]], ['disks']],
    ['one that may not be read', () => [['id', sent['hidden']]], []],
    ['all but one', () => not('id', sent['fonts']), without('fonts')],
    ['an anchor', () => [['near', sent['fonts']]], received],
    ['an anchor turned round', () => not('near', 5), received],
    ['everything', () => [['in', 'all']], received],
    ['nothing', () => not('in', 'all'), []],
    [
      'two streams at once',
      () => [
        ['stream', 'Design'],
        ['stream', 'ops'],
      ],
      [],
    ],
  ])('has other terms: %s', async (_name, narrow, expected) => {
    expect(await contentsOf(alice, narrow())).toEqual(expected)
  })

  it('may end before a time or begin after one', async () => {
    // Four on January 1, from midnight on, and four on January 2; messages between them have the time of the one before.
    const hours = received.map((_, index) => new Date(Date.UTC(2026, 0, 1, 6 * index)))
    for (const [content, id] of Object.entries(sent)) {
      const before = received.filter((other) => present(sent[other]) <= id || other === content)
      const row = server.db
        .updateTable('messages')
        .set({ sent_at: elementAt(hours, before.length - 1) })
      await row.where('id', '=', id).execute()
    }
    const [first, second] = [received.slice(0, 4), received.slice(4)]
    const cases: [unknown, string[]][] = [
      [[['before', '2026-01-02']], first],
      [[['after', '2026-01-02']], second],
      [not('before', '2026-01-02'), second],
      [not('after', '2026-01-02'), first],
      [[['after', '2026-01-01T18:00:00+06:00']], received.slice(2)],
      [
        [
          ['after', hours[1]],
          ['before', hours[3]],
          ['before', '2026-01-02'],
        ],
        received.slice(1, 3),
      ],
      [
        [
          ['after', '2026-01-02'],
          ['before', '2026-01-02'],
        ],
        [],
      ],
      [[['before', '2001-01-01']], []],
      [
        [
          ['stream', 'Design'],
          ['topic', 'logo'],
          ['after', hours[1]],
        ],
        ['logo 2'],
      ],
      [
        [
          ['is', 'dm'],
          ['before', hours[6]],
        ],
        second.slice(0, 2),
      ],
      [
        [
          ['is', 'unread'],
          ['before', hours[2]],
        ],
        received.slice(0, 2),
      ],
    ]
    for (const [narrow, expected] of cases)
      expect(await contentsOf(alice, narrow)).toEqual(expected)
    const forward = { anchor: 'oldest', num_before: 0, num_after: 1 }
    expect(await contentsOf(alice, [['after', hours[2]]], forward)).toEqual([received[2]])
    const page = await readPage(alice, { narrow: [['before', hours[2]]], num_before: 2 })
    expect(page).toMatchObject({ found_oldest: false, found_newest: true })
    for (const operand of [
      'soon',
      '2026-02-30',
      '2026-13-01',
      '0000-01-01',
      '',
      5,
      ['2026-01-01'],
    ]) {
      expectError(
        await alice.get('/messages', { ...forward, narrow: [['before', operand]] }),
        400,
        {
          code: 'BAD_NARROW',
          desc: 'invalid operand of before',
        },
      )
    }
  })

  it('may follow a message to its present place', async () => {
    const [moved] = [idOf('fonts')]
    const before = { stream: streams.design, topic: 'fonts' }
    const put = (stream_id: number, topic: string) =>
      server.db.updateTable('messages').set({ stream_id, topic }).where('id', '=', moved).execute()
    const link = [
      ['stream', 'Design'],
      ['topic', 'fonts'],
      ['with', moved],
    ]
    expect(await contentsOf(alice, link)).toEqual(['fonts'])
    await put(streams.ops, 'Disks')
    expect(await contentsOf(alice, link)).toEqual(['fonts', 'disks'])
    expect(await contentsOf(alice, [['with', `${moved}`]])).toEqual(['fonts', 'disks'])
    await put(before.stream, before.topic)

    expect(await contentsOf(alice, [['with', sent['to bob']]])).toEqual(['to bob', 'to alice'])
    const other = [
      ['dm', [carol.id, bob.id]],
      ['with', sent['to bob']],
    ]
    expect(await contentsOf(alice, other)).toEqual(['to bob', 'to alice'])
    for (const unreadable of [sent['hidden'], 987_654_321]) {
      const stays = [
        ['stream', 'Design'],
        ['topic', 'logo'],
        ['with', unreadable],
      ]
      expect(await contentsOf(alice, stays)).toEqual(['logo 1', 'logo 2'])
      expectError(await read(alice, [['with', unreadable]]), 400, { code: 'BAD_NARROW' })
    }
    expectError(await read(alice, not('with', moved)), 400, { code: 'BAD_NARROW' })
  })
})

describe('a narrow by flags', () => {
  beforeAll(async () => {
    await setFlag(server, alice, [idOf('logo 2'), idOf('disks')], 'starred')
    await setFlag(server, alice, [idOf('hidden')], 'starred')
    await setFlag(server, bob, [idOf('fonts')], 'starred')
    await setFlag(server, alice, [idOf('to both')], 'mentioned')
    await setFlag(server, alice, [idOf('fonts')], 'topic_wildcard_mentioned')
    await setFlag(server, alice, [idOf('note')], 'has_alert_word')
    await sql`update messages set mentions_everybody = true
      where id in (${sent['done']}, ${sent['help']})`.execute(server.db)
    await sql`update messages set has_link = true where id = ${sent['logo 1']}`.execute(server.db)
    await sql`update messages set has_image = true where id = ${sent['logo 2']}`.execute(server.db)
    await sql`update messages set has_attachment = true where id = ${sent['fonts']}`.execute(
      server.db,
    )
    await server.db
      .insertInto('reactions')
      .values({
        realm_id: server.realmId,
        message_id: idOf('done'),
        user_id: alice.id,
        emoji_name: 'tada',
        emoji_code: '1f389',
        reaction_type: 'unicode_emoji',
      })
      .execute()
    await readStreamUpTo(server, alice, streams.design, idOf('logo 1'))
    await readPrivatelyUpTo(server, alice, idOf('to alice'))
  })

  it.each<[string, unknown, string[]]>([
    ['starred, received or not', [['is', 'starred']], ['logo 2', 'disks']],
    [
      'starred in a stream',
      [
        ['is', 'starred'],
        ['stream', 'ops'],
      ],
      ['disks'],
    ],
    ['not starred', not('is', 'starred'), without('logo 2')],
    ['mentions, of everybody too', [['is', 'mentioned']], ['fonts', 'done', 'to both']],
    [
      'mentions in a stream',
      [
        ['is', 'mentioned'],
        ['stream', 'ops'],
      ],
      [],
    ],
    ['no mentions', not('is', 'mentioned'), without('fonts', 'done', 'to both')],
    ['alert words', [['is', 'alerted']], ['note']],
    ['unread', [['is', 'unread']], ['logo 2', 'fonts', 'done', 'to both', 'note']],
    [
      'unread in a stream',
      [
        ['is', 'unread'],
        ['stream', 'design'],
      ],
      ['logo 2', 'fonts', 'done'],
    ],
    [
      'unread in a topic',
      [
        ['is', 'unread'],
        ['stream', 'design'],
        ['topic', 'logo'],
      ],
      ['logo 2'],
    ],
    [
      'unread, never received',
      [
        ['is', 'unread'],
        ['stream', 'ops'],
      ],
      [],
    ],
    [
      'unread and private',
      [
        ['is', 'unread'],
        ['is', 'dm'],
      ],
      ['to both', 'note'],
    ],
    ['read', not('is', 'unread'), ['logo 1', 'to bob', 'to alice']],
    ['read in a stream', [['stream', 'design'], ...not('is', 'unread')], ['logo 1']],
    ['links', [['has', 'link']], ['logo 1']],
    ['pictures', [['has', 'image']], ['logo 2']],
    ['files', [['has', 'attachment']], ['fonts']],
    ['files, in the plural', [['has', 'attachments']], ['fonts']],
    ['reactions', [['has', 'reaction']], ['done']],
    ['no pictures', not('has', 'image'), without('logo 2')],
    ['followed', [['is', 'followed']], []],
    ['not followed', not('is', 'followed'), received],
  ])('finds %s', async (_name, narrow, expected) => {
    expect(await contentsOf(alice, narrow)).toEqual(expected)
    const fromTheOldest = { anchor: 'oldest', num_before: 0, num_after: 100 }
    expect(await contentsOf(alice, narrow, fromTheOldest)).toEqual(expected)
    const anchor = sent['fonts']
    const aroundOne = { anchor, num_before: 100, num_after: 100 }
    expect(await contentsOf(alice, narrow, aroundOne)).toEqual(expected)
  })

  it('finds who was mentioned', async () => {
    expect(await contentsOf(bob, [['mentions', alice.id]])).toEqual(['to both'])
    expect(await contentsOf(bob, [['mentions', alice.email]])).toEqual(['to both'])
  })

  it('counts messages that the program of the sender marked as read', async () => {
    const note = await alice.post('/messages', {
      ...{ type: 'stream', to: 'Design', topic: 'mine', content: 'mine' },
      client: 'website',
    })
    const { id } = shapedLike(expectSuccess(note), { id: 0 })
    await sql`update messages set read_by_sender = true where id = ${id}`.execute(server.db)
    const narrow = [
      ['stream', 'Design'],
      ['topic', 'mine'],
    ]
    expect(await readPage(alice, { narrow })).toMatchObject({ messages: [{ flags: ['read'] }] })
    expect(await readPage(bob, { narrow })).toMatchObject({ messages: [{ flags: [] }] })
    expect(await contentsOf(alice, [...narrow, ['is', 'unread']])).toEqual([])
  })
})

const read = (person: Person, narrow: unknown) =>
  person.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow })

describe('a bad narrow', () => {
  it.each<[string, unknown]>([
    ['an unknown operator', [['color', 'red']]],
    ['a word of JavaScript', [['constructor', 'x']]],
    ['another', [['__proto__', 'x']]],
    ['an unknown stream', [['stream', 'nowhere']]],
    ['an unknown stream by id', [['stream', 987_654]]],
    ['no stream at all', [['stream', '']]],
    ['a stream in a list', [['stream', ['Design']]]],
    ['half a stream', [['stream', 1.5]]],
    ['a stream that is null', [['stream', null]]],
    ['unknown public streams', [['channels', 'secret']]],
    ['an unknown user', [['sender', 'nobody@parley.test']]],
    ['an unknown user by id', [['dm', [987_654]]]],
    ['nobody', [['dm', []]]],
    ['nobody in words', [['pm-with', ' , ']]],
    ['users in objects', [['dm', [{}]]]],
    ['an unknown state', [['is', 'purple']]],
    ['another word of JavaScript', [['is', 'constructor']]],
    ['a state in a list', [['is', ['unread']]]],
    ['an unknown possession', [['has', 'money']]],
    ['an unknown place', [['in', 'bed']]],
    ['a message by name', [['id', 'first']]],
    ['a negative one', [['id', -1]]],
    ['an enormous one', [['id', '99999999999999999999']]],
    ['a conversation of none', [['with', 'x']]],
    [
      'two conversations',
      [
        ['with', 1],
        ['with', 2],
      ],
    ],
    ['a search for nothing', [['search', {}]]],
  ])('is refused as a bad narrow: %s', async (_name, narrow) => {
    const response = await read(alice, narrow)
    expectError(response, 400, { code: 'BAD_NARROW' })
    const { desc } = shapedLike(response.body, { desc: '' })
    expect(desc).not.toBe('')
    expectError(await alice.get('/messages/matches_narrow', { msg_ids: [1], narrow }), 400, {
      code: 'BAD_NARROW',
      desc,
    })
  })

  it.each<[string, unknown]>([
    ['no list', 'stream'],
    ['an object', { stream: 'Design' }],
    ['a term of one', [['stream']]],
    ['a term of three', [['stream', 'Design', true]]],
    ['a number', [5]],
    ['no operand', [{ operator: 'stream' }]],
    ['no operator', [{ operand: 'Design' }]],
    ['a doubtful sign', [{ operator: 'stream', operand: 'Design', negated: 'yes' }]],
    ['101 terms', Array.from({ length: 101 }, () => ['is', 'dm'])],
    ['a long text', [['topic', 'x'.repeat(501)]]],
    ['a long search', [['search', 'x '.repeat(300)]]],
    ['a NUL', [['topic', 'a\0b']]],
  ])('is refused because it is no narrow: %s', async (_name, narrow) => {
    expectError(await read(alice, JSON.stringify(narrow)), 400, { code: 'BAD_REQUEST' })
  })
})
