import { sql } from 'kysely'
import { elementAt, firstOf } from '../../support/checked'
import { expectError, expectSuccess } from '../../support/expectations'
import { readPage } from '../../support/history'
import type { ReadPage } from '../../support/history'
import type { Person } from '../../support/person'
import { useTestServer } from '../../support/test-server'

const server = useTestServer()

/** More HTML than one reply may hold: 120 times 100 kB, as `:+1: ` makes of a message. */
const count = 120
const html = `<p>${'x'.repeat(99_000)}</p>`
const narrow = [
  ['stream', 'loud'],
  ['topic', 'bang'],
]

let alice: Person
let ids: number[]

beforeAll(async () => {
  alice = await server.user('alice')
  await server.stream('loud', { subscribers: [alice] })
  const first = await alice.send('loud', 'bang', 'bang')
  const { rows } = await sql<{ id: number }>`
    insert into messages (realm_id, sender_id, stream_id, topic, content, rendered_content, client,
      sent_at)
    select realm_id, sender_id, stream_id, topic, content, ${html}, client, sent_at
    from messages, generate_series(1, ${count}::int) where id = ${first}
    returning id`.execute(server.db)
  ids = [first, ...rows.map(({ id }) => id)].sort((a, b) => a - b)
})

const read = (args: object) => readPage(alice, { narrow, apply_markdown: true, ...args })
const idsOf = ({ messages }: ReadPage) => messages.map(({ id }) => id)

describe('a page with more bytes than a reply may have', () => {
  it('holds the messages nearest to the anchor, and does not say that it reached the end', async () => {
    const page = await read({ anchor: 'newest', num_before: 1000, num_after: 0 })
    const got = idsOf(page)
    expect(got.length).toBeGreaterThan(50)
    expect(got.length * html.length).toBeLessThan(8_388_608)
    expect(got).toEqual(ids.slice(-got.length))
    expect(page).toMatchObject({ found_newest: true, found_oldest: false })
  })

  it('has no hole around an anchor in the middle', async () => {
    const anchor = elementAt(ids, 60)
    const page = await read({ anchor, num_before: 58, num_after: 58 })
    const got = idsOf(page)
    const start = ids.indexOf(firstOf(got))
    expect(got).toEqual(ids.slice(start, start + got.length))
    expect(page).toMatchObject({ found_anchor: true, found_oldest: false, found_newest: false })
    expect(Math.abs(got.indexOf(anchor) * 2 + 1 - got.length)).toBeLessThanOrEqual(1)
  })

  it.each([
    ['older', 'num_before', 'num_after', 'found_oldest'],
    ['newer', 'num_after', 'num_before', 'found_newest'],
  ] as const)('is followed by %s ones until the end', async (direction, wanted, other, isAtEnd) => {
    const seen = new Set<number>()
    let anchor: number | undefined
    for (let pages = 0; pages < 10; pages += 1) {
      const page = await read({
        anchor: anchor ?? (direction === 'older' ? 'newest' : 'oldest'),
        [wanted]: 500,
        [other]: 0,
        include_anchor: anchor === undefined,
      })
      idsOf(page).forEach((id) => seen.add(id))
      if (page[isAtEnd]) break
      anchor = idsOf(page).at(direction === 'older' ? 0 : -1)
    }
    expect([...seen].sort((a, b) => a - b)).toEqual(ids)
  })

  it('is as short when the worker remembers its messages', async () => {
    const wide = { anchor: firstOf(ids), num_before: 0, num_after: 500 }
    await read({ anchor: elementAt(ids, 40), num_before: 0, num_after: 60 })
    const first = await read(wide)
    expect(await read(wide)).toEqual(first)
    expect(first).toMatchObject({ found_newest: false })
  })

  it('holds all of them if their Markdown is asked for', async () => {
    const page = await read({
      anchor: 'newest',
      num_before: 1000,
      num_after: 0,
      apply_markdown: false,
    })
    expect(idsOf(page)).toEqual(ids)
    expect(page).toMatchObject({ found_oldest: true })
  })

  it('is refused if its messages were named one by one', async () => {
    const msg = 'The messages are too large for one reply. Please ask for fewer at a time.'
    const refusal = { code: 'BAD_REQUEST', msg }
    const all = { message_ids: ids, apply_markdown: true }
    expectError(await alice.get('/messages', all), 400, refusal)
    const matches = { msg_ids: ids, narrow }
    expectError(await alice.get('/messages/matches_narrow', matches), 400, refusal)

    const some = ids.slice(0, 20)
    expect(idsOf(await read({ message_ids: some }))).toEqual(some)
    expectSuccess(await alice.get('/messages/matches_narrow', { msg_ids: some, narrow }))
  })
})

it('The size of a poll includes its submessages', async () => {
  const sent: number[] = []
  for (let poll = 0; poll < 12; poll += 1) {
    sent.push(await alice.send('loud', 'polls', `/poll ${poll}\nyes`))
  }
  await sql`
    insert into submessages (realm_id, message_id, sender_id, content)
    select realm_id, id, sender_id, repeat('x', 900000) from messages
    where id = any(${sent}::bigint[])`.execute(server.db)
  const range = {
    narrow: [
      ['stream', 'loud'],
      ['topic', 'polls'],
    ],
    num_before: 100,
    num_after: 0,
  }
  const page = await read({ ...range, anchor: 'newest' })
  expect(idsOf(page)).toEqual(sent.slice(-9))
  expect(page).toMatchObject({ found_oldest: false })
  expect(idsOf(await read({ ...range, anchor: elementAt(sent, 2) }))).toEqual(sent.slice(0, 3))
})
