import { asNumber, elementAt, exactly, firstOf, lastOf } from '../../support/checked'
import { expectError, expectSuccess } from '../../support/expectations'
import {
  contentsOf,
  multiply,
  readPage,
  readPrivatelyUpTo,
  readStreamUpTo,
  sendAll,
} from '../../support/history'
import type { Arguments, Person } from '../../support/person'
import { useTestServer } from '../../support/test-server'

const server = useTestServer()
const newest = 10_000_000_000_000_000

describe('GET /messages around an anchor', () => {
  let alice: Person
  let ids: number[]
  const narrow = [['stream', 'diary']]
  const page = (args: Arguments) => readPage(alice, { narrow, ...args })
  const idsOf = async (args: Arguments) => (await page(args)).messages.map(({ id }) => id)

  beforeAll(async () => {
    alice = await server.user('alice')
    await server.stream('diary', { subscribers: [alice] })
    const hello = (await page({})).messages.length
    ids = await sendAll(alice, 'diary', 'days', ['1', '2', '3', '4', '5', '6', '7', '8'])
    await page({ num_before: hello })
    // Removes the notices about new streams.
    await server.db.deleteFrom('messages').where('topic', '=', 'hello').execute()
  })

  it.each([
    ['newest', { num_before: 3, num_after: 0 }],
    ['10000000000000000', { num_before: 3, num_after: 10 }],
    ['99999999999999999999999', { num_before: 3, num_after: 10 }],
  ])('ends with the newest: %s', async (anchor, counts) => {
    const found = await page({ anchor, ...counts })
    expect(found.messages.map(({ id }) => id)).toEqual(ids.slice(-3))
    expect(found).toMatchObject({
      anchor: newest,
      found_anchor: false,
      found_oldest: false,
      found_newest: true,
      history_limited: false,
    })
  })

  it('takes an id that is larger than any message like any other', async () => {
    const found = await page({ anchor: 10_000_000_000, num_before: 2, num_after: 5 })
    expect(found.messages.map(({ id }) => id)).toEqual(ids.slice(-2))
    expect(found).toMatchObject({ anchor: 10_000_000_000, found_anchor: false, found_newest: true })
    expect(await page({ anchor: 10_000_000_000, num_before: 2, num_after: 0 })).toMatchObject({
      found_newest: false,
    })
  })

  it.each(['oldest', '0', '-1', '-10000000000000000000', '+0'])(
    'begins with the oldest: %s',
    async (anchor) => {
      const found = await page({ anchor, num_before: 10, num_after: 3 })
      expect(found.messages.map(({ id }) => id)).toEqual(ids.slice(0, 3))
      expect(found).toMatchObject({
        anchor: 0,
        found_anchor: false,
        found_oldest: true,
        found_newest: false,
      })
    },
  )

  it('has the anchor in the middle, with as many on each side as were asked for', async () => {
    const anchor = elementAt(ids, 3)
    const found = await page({ anchor, num_before: 2, num_after: 2 })
    expect(found.messages.map(({ id }) => id)).toEqual(ids.slice(1, 6))
    expect(found).toMatchObject({
      anchor,
      found_anchor: true,
      found_oldest: false,
      found_newest: false,
    })
    expect(await idsOf({ anchor, num_before: 0, num_after: 0 })).toEqual([anchor])
    expect(await idsOf({ anchor, num_before: 0, num_after: 1 })).toEqual(ids.slice(3, 5))
    expect(await idsOf({ anchor, num_before: 1, num_after: 0 })).toEqual(ids.slice(2, 4))
  })

  it('is split by an anchor that is not there', async () => {
    const elsewhere = await alice.sendPrivately([alice.id], 'elsewhere')
    const ninth = firstOf(await sendAll(alice, 'diary', 'days', ['9']))
    ids.push(ninth)
    const found = await page({ anchor: elsewhere, num_before: 2, num_after: 1 })
    expect(found.messages.map(({ id }) => id)).toEqual(ids.slice(-3))
    expect(found).toMatchObject({
      anchor: elsewhere,
      found_anchor: false,
      found_newest: false,
      found_oldest: false,
    })
    expect(await idsOf({ anchor: elsewhere, num_before: 1, num_after: 0 })).toEqual(
      ids.slice(-2, -1),
    )
    expect(await idsOf({ anchor: elsewhere, num_before: 0, num_after: 0 })).toEqual([])
  })

  it('leaves the anchor out at one end of a range only', async () => {
    const anchor = elementAt(ids, 3)
    const without = { anchor, include_anchor: false }
    expect(await idsOf({ ...without, num_before: 2, num_after: 0 })).toEqual(ids.slice(1, 3))
    expect(await idsOf({ ...without, num_before: 0, num_after: 2 })).toEqual(ids.slice(4, 6))
    expect(await page({ ...without, num_before: 0, num_after: 2 })).toMatchObject({
      found_anchor: false,
    })
    expectError(
      await alice.get('/messages', { ...without, narrow, num_before: 1, num_after: 1 }),
      400,
      { code: 'BAD_REQUEST' },
    )
  })

  it('ends paging at both ends, and tells so', async () => {
    const backwards: number[] = []
    let anchor = newest
    let found = await page({ anchor, num_before: 2, num_after: 0 })
    for (let calls = 0; ; calls += 1) {
      backwards.unshift(...found.messages.map(({ id }) => id))
      if (found.found_oldest || calls > 10) break
      anchor = firstOf(backwards)
      found = await page({ anchor, include_anchor: false, num_before: 2, num_after: 0 })
    }
    expect(backwards).toEqual(ids)

    const forwards: number[] = []
    found = await page({ anchor: 'oldest', num_before: 0, num_after: 3 })
    for (let calls = 0; ; calls += 1) {
      forwards.push(...found.messages.map(({ id }) => id))
      if (found.found_newest || calls > 10) break
      anchor = lastOf(forwards)
      found = await page({ anchor, include_anchor: false, num_before: 0, num_after: 3 })
    }
    expect(forwards).toEqual(ids)
  })

  it('does not call the oldest found because nothing was asked for before', async () => {
    const anchor = firstOf(ids)
    expect(await page({ anchor, num_before: 0, num_after: 1 })).toMatchObject({
      found_oldest: false,
    })
    expect(await page({ anchor, num_before: 1, num_after: 1 })).toMatchObject({
      found_oldest: true,
    })
  })

  it('finds the first message since a time', async () => {
    const { messages } = await page({})
    const last = asNumber(messages.at(-1)?.['timestamp'])
    const since = (seconds: number) => new Date(seconds * 1000).toISOString()
    const args = { anchor: 'date', num_before: 0, num_after: 0 }
    expect(await page({ ...args, anchor_date: '2001-01-01' })).toMatchObject({
      anchor: ids[0],
      found_anchor: true,
    })
    const [oldest] = await idsOf({
      ...args,
      anchor_date: since(asNumber(messages[0]?.['timestamp'])),
    })
    expect(oldest).toBe(ids[0])
    expect(await page({ ...args, anchor_date: since(last + 60) })).toMatchObject({
      anchor: newest,
      messages: [],
    })
    expectError(await alice.get('/messages', args), 400, {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'anchor_date',
    })
    for (const anchor_date of ['soon', '2001-13-01', '2001-02-30', '0000-01-01', '']) {
      expectError(await alice.get('/messages', { ...args, anchor_date }), 400, {
        code: 'REQUEST_VARIABLE_INVALID',
      })
    }
  })

  it('refuses invalid ranges', async () => {
    const good = { anchor: 'newest', num_before: 1, num_after: 1 }
    for (const [name, value] of Object.entries(good)) {
      expectError(await alice.get('/messages', { ...good, [name]: undefined }), 400, {
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: name,
      })
      void value
    }
    for (const anchor of ['latest', '1.5', '1e5', '', '0x10']) {
      expectError(await alice.get('/messages', { ...good, anchor }), 400, {
        code: 'REQUEST_VARIABLE_INVALID',
        var_name: 'anchor',
      })
    }
    expectError(await alice.get('/messages', { ...good, num_before: -1 }), 400)
    expectError(await alice.get('/messages', { ...good, num_before: 2500, num_after: 2501 }), 400, {
      code: 'BAD_REQUEST',
    })
    expectSuccess(await alice.get('/messages', { ...good, num_before: 2500, num_after: 2500 }))
  })

  it('reads single messages by their ids instead', async () => {
    const wanted = [ids[4], ids[1], 987_654_321, ids[1]]
    const found = expectSuccess(await alice.get('/messages', { message_ids: wanted }))
    expect(found['messages']).toMatchObject([{ id: ids[1] }, { id: ids[4] }])
    expect(found).toMatchObject({ anchor: null, found_anchor: false, history_limited: false })
  })
})

describe('the first unread message', () => {
  let alice: Person
  let bob: Person
  const args = { anchor: 'first_unread', num_before: 1, num_after: 1 }

  beforeAll(async () => {
    ;[alice, bob] = await server.users('amy', 'ben')
  })

  it('is the anchor, also in the older form; the newest message is the anchor without one', async () => {
    const { id: streamId } = await server.stream('news', { subscribers: [alice, bob] })
    const [one, two, three] = exactly(await sendAll(bob, 'news', 't', ['one', 'two', 'three']), 3)
    await readStreamUpTo(server, alice, streamId, one)
    await readPrivatelyUpTo(server, alice, three)
    const narrow = [['stream', 'news']]
    const older = { use_first_unread_anchor: true, anchor: 0, num_before: 1, num_after: 1 }
    for (const range of [args, older, { ...older, anchor: undefined }]) {
      for (const where of [narrow, [], [['topic', 't']], [['is', 'unread']]]) {
        expect(await readPage(alice, { narrow: where, ...range })).toMatchObject({
          anchor: two,
          found_anchor: true,
        })
      }
    }
    await readStreamUpTo(server, alice, streamId, three)
    expect(await readPage(alice, { narrow, ...args })).toMatchObject({
      anchor: newest,
      messages: [{ content: 'three' }],
      found_newest: true,
    })
  })

  it('may be a private message', async () => {
    const id = await bob.sendPrivately([alice.id], 'psst')
    for (const narrow of [[], [['is', 'private']], [['dm', bob.email]]]) {
      expect(await readPage(alice, { narrow, ...args })).toMatchObject({ anchor: id })
    }
    await readPrivatelyUpTo(server, alice, id)
  })

  it('is not in a muted stream, unless the narrow names that stream', async () => {
    const { id: stream_id } = await server.stream('noise', { subscribers: [alice, bob] })
    const noise = firstOf(await sendAll(bob, 'noise', 't', ['noise']))
    const [music] = await sendAll(bob, 'news', 't', ['music'])
    await readStreamUpTo(server, alice, stream_id, noise - 1)
    const mute = { stream_id, property: 'is_muted', value: true }
    expectSuccess(
      await alice.post('/users/me/subscriptions/properties', { subscription_data: [mute] }),
    )
    expect(await readPage(alice, args)).toMatchObject({ anchor: music })
    const narrow = [['stream', 'noise']]
    expect(await readPage(alice, { ...args, narrow })).toMatchObject({ anchor: noise })
    expect(await contentsOf(alice, [['in', 'home']])).not.toContain('noise')
    expect(await contentsOf(alice, [['in', 'all']])).toContain('noise')
    expect(await contentsOf(alice, [['is', 'muted']])).toContain('noise')

    const see = (topic: string, visibility_policy: number) =>
      alice.post('/user_topics', { stream_id, topic, visibility_policy })
    expectSuccess(await see('T', 3))
    expect(await readPage(alice, args)).toMatchObject({ anchor: noise })
    expect(await contentsOf(alice, [['is', 'followed']])).toEqual(['noise'])
    expect(await contentsOf(alice, [['in', 'home']])).toContain('noise')
    expect(await contentsOf(alice, [['is', 'muted']])).not.toContain('noise')
    expectSuccess(await see('t', 1))
    expect(await readPage(alice, args)).toMatchObject({ anchor: music })
    expect(await contentsOf(alice, [['is', 'muted']])).toContain('noise')
  })
})

describe('the history of somebody who reads little', () => {
  it('is found behind any number of messages of others', async () => {
    const [carol, dave] = await server.users('carol', 'dave')
    await server.stream('quiet', { subscribers: [carol, dave] })
    await server.stream('loud', { subscribers: [dave] })
    const early = await sendAll(dave, 'quiet', 't', ['first', 'second'])
    const loud = await dave.send('loud', 't', 'loud')
    await multiply(server, loud, 4_500)
    const late = await dave.send('quiet', 't', 'third')

    const ofQuiet = { num_before: 3, num_after: 0 }
    const { messages } = await readPage(carol, ofQuiet)
    expect(messages.map(({ id }) => id)).toEqual([...early, late])
    const onwards = { anchor: early[0], num_before: 0, num_after: 2 }
    expect((await readPage(carol, onwards)).messages.map(({ id }) => id)).toEqual([...early, late])
    expect(await readPage(carol, { num_before: 1000 })).toMatchObject({ found_oldest: true })
    const negated = [{ operator: 'search', operand: 'third', negated: true }]
    expect((await contentsOf(carol, negated, ofQuiet)).slice(-2)).toEqual(['first', 'second'])
    expect(await contentsOf(dave, [], { num_before: 2 })).toEqual(['loud 4500', 'third'])
  })
})
