import { sql } from 'kysely'
import { datedAt, openDatabase } from '../../src/server/data/engine/database'
import type { Database } from '../../src/server/data/engine/database'
import type { DatabaseOptions } from '../../src/server/data/engine/pools'
import {
  isReadableBy,
  isReceivedBy,
  isUnreadBy,
} from '../../src/server/data/access/message-conditions'
import { migrate } from '../../src/server/data/engine/migrate'
import { idsAsJson, namedPlaces } from '../../src/server/data/access/named-messages'
import { markRead, markUnread } from '../../src/server/data/read-state/mark-messages'
import { gatherReadTopics } from '../../src/server/data/read-state/gather'
import {
  markAllRead,
  markStreamRead,
  markTopicRead,
} from '../../src/server/data/read-state/mark-all'
import { roles } from '../../src/shared/rules/roles'
import { endSubscriptions } from '../../src/server/data/streams/subscription-changes'
import { readOwnState } from '../../src/server/data/users/own-state'
import { listUnread as listUnreadFrom } from '../../src/server/data/read-state/unread'
import { anyValue, asNumbers, firstOf, shapedLike } from '../support/checked'

/** The contract of the sets of read messages, on any database. */
export function describeReadState(open: () => Promise<DatabaseOptions>): void {
  const now = new Date('2030-01-01T12:00:00Z')
  const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1_000)
  const reader = { realm_id: 1, id: 1, role: roles.member }
  const [team, other] = [1, 2]
  let time = now
  let db: Database

  beforeAll(async () => {
    db = openDatabase({ ...(await open()), poolSize: 1, clock: { now: () => time } })
    await migrate(db)
    await sql`insert into realms (string_id, name) values ('', 'test')`.execute(db.query)
    for (const name of ['reader', 'writer']) {
      await sql`insert into users (realm_id, email, full_name, short_name, role, api_key)
        values (1, ${name}, ${name}, ${name}, 400, md5(${name}))`.execute(db.query)
    }
    for (const name of ['team', 'other']) {
      await sql`insert into streams (realm_id, name) values (1, ${name})`.execute(db.query)
    }
    await sql`insert into dm_groups (realm_id, member_key) values (1, '1,2')`.execute(db.query)
  })
  beforeEach(async () => {
    time = now
    for (const table of [
      'outbox',
      'message_flags',
      'topic_read_states',
      'subscription_periods',
      'subscriptions',
      'dm_group_members',
      'messages',
    ]) {
      await sql`delete from ${sql.table(table)}`.execute(db.query)
    }
    await sql`insert into subscriptions (realm_id, user_id, stream_id, color)
      values (1, 1, 1, '#aaaaaa'), (1, 1, 2, '#aaaaaa')`.execute(db.query)
    await sql`insert into subscription_periods (realm_id, user_id, stream_id, from_message_id)
      values (1, 1, 1, 0), (1, 1, 2, 0)`.execute(db.query)
    await sql`insert into dm_group_members (realm_id, dm_group_id, user_id)
      values (1, 1, 1), (1, 1, 2)`.execute(db.query)
  })
  afterAll(() => db.close())

  interface Written {
    id: number
    stream?: number
    topic?: string
    sentAt?: Date
    bySelf?: boolean
  }

  /** Stores messages, by default sent a day ago. */
  async function write(...messages: Written[]): Promise<void> {
    for (const { id, stream, topic = '', sentAt = secondsAgo(86_400), bySelf } of messages) {
      await sql`insert into messages (realm_id, id, sender_id, stream_id, dm_group_id, topic, content,
        rendered_content, client, sent_at, read_by_sender) overriding system value
        values (1, ${id}, ${bySelf ? 1 : 2}, ${stream ?? null}, ${stream ? null : 1}, ${topic}, 'x',
          'x', 'test', ${sentAt.toISOString()}, ${bySelf ?? false})`.execute(db.query)
    }
  }

  const read = async (...ids: number[]) =>
    (await db.transaction((tx) => markRead(tx, reader, ids))).changedIds
  const topicA = { streamId: team, topic: 'A' }
  const event = { before: '{"ids":', after: '}' }
  /** Answers the ids in the outbox events since the last call, and deletes the events. */
  async function toldIds(): Promise<unknown[]> {
    const rows = await db.query.selectFrom('outbox').select('body').orderBy('id').execute()
    await db.query.deleteFrom('outbox').execute()
    return rows.map(({ body }) => shapedLike(JSON.parse(body), { ids: anyValue }).ids)
  }
  const unread = (...ids: number[]) => db.transaction((tx) => markUnread(tx, reader, ids))
  const listUnread = async (atMost: number) => {
    const limits = { conversations: 10, unread: atMost }
    const own = await readOwnState(db.query, reader, ['unread'], limits)
    return listUnreadFrom(db.query, reader, own.unread, atMost)
  }
  const unreadIds = async (atMost = 100) =>
    (await listUnread(atMost)).conversations.flatMap(({ ids }) => ids).sort((a, b) => a - b)

  async function topicSet(stream: number, topicKey: string): Promise<string | undefined> {
    const row = await db.query
      .selectFrom('topic_read_states')
      .select('read')
      .where('stream_id', '=', stream)
      .where('topic_key', '=', topicKey)
      .executeTakeFirst()
    return row?.read
  }

  async function streamSet(stream: number): Promise<string> {
    const row = await db.query
      .selectFrom('subscriptions')
      .select('read')
      .where('stream_id', '=', stream)
      .executeTakeFirstOrThrow()
    return row.read
  }

  /** Every second message is in topic "a" of the stream team, the others in topic "b" of both streams. */
  const mixed = (count: number, sentAt?: Date): Written[] =>
    Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      stream: index % 2 === 0 ? team : index % 4 === 1 ? other : team,
      topic: index % 2 === 0 ? 'A' : 'b',
      ...(sentAt ? { sentAt } : {}),
    }))

  it('The read state stores a completely read topic as one range', async () => {
    await write(...mixed(40))
    const ids = mixed(40).flatMap(({ id, topic }) => (topic === 'A' ? id : []))
    expect(await read(...ids)).toEqual(ids)
    expect(await topicSet(team, 'a')).toBe('{[1,40)}')
    expect(await read(...ids)).toEqual([])
    expect(await unreadIds()).toEqual(
      mixed(40).flatMap(({ id, topic }) => (topic === 'b' ? id : [])),
    )
  })

  it('The read state merges messages read one by one into ranges, with gaps at unread messages', async () => {
    await write(...mixed(20))
    for (const id of [1, 3, 5, 9, 11]) await read(id)
    expect(await topicSet(team, 'a')).toBe('{[1,6),[9,12)}')
    await read(7)
    expect(await topicSet(team, 'a')).toBe('{[1,12)}')
  })

  it('The read state keeps gaps in which a message may still appear', async () => {
    await write(
      { id: 1, stream: team, topic: 'a' },
      { id: 3, stream: team, topic: 'a', sentAt: secondsAgo(121) },
      { id: 5, stream: team, topic: 'a', sentAt: secondsAgo(119) },
      { id: 7, stream: team, topic: 'a', sentAt: secondsAgo(1) },
    )
    await read(1, 3, 5, 7)
    expect(await topicSet(team, 'a')).toBe('{[1,4),[5,6),[7,8)}')
    // Their transactions took smaller ids but committed later.
    await write({ id: 4, stream: team, topic: 'a' }, { id: 6, stream: team, topic: 'a' })
    expect(await unreadIds()).toEqual([4, 6])
  })

  it('The read state closes such gaps later', async () => {
    await write(...[1, 3, 5].map((id) => ({ id, stream: team, topic: 'a', sentAt: secondsAgo(9) })))
    await read(1, 3)
    expect(await topicSet(team, 'a')).toBe('{[1,2),[3,4)}')
    time = new Date(now.getTime() + 3_600_000)
    await db.transaction((tx) => markRead(tx, reader, [5]))
    expect(await topicSet(team, 'a')).toBe('{[1,6)}')
  })

  it('The read state covers private conversations and messages that the reader sent', async () => {
    await write({ id: 1 }, { id: 2, stream: team }, { id: 3 }, { id: 4, bySelf: true }, { id: 5 })
    expect(await unreadIds()).toEqual([1, 2, 3, 5])
    expect(await read(1, 3, 4)).toEqual([1, 3])
    const { rows } = await sql<{ read: string }>`
      select read from dm_group_members where user_id = 1`.execute(db.query)
    expect(rows).toEqual([{ read: '{[1,4)}' }])
    expect(await unread(3, 4)).toEqual({ ids: [3, 4], changedIds: [3, 4] })
    expect(await unreadIds()).toEqual([2, 3, 4, 5])
  })

  it('The read state marks messages as unread in the sets of topics and of streams', async () => {
    await write(...mixed(8))
    await db.transaction((tx) => markStreamRead(tx, reader, team, event))
    await read(1, 3)
    expect(await unread(3, 4)).toEqual({ ids: [3, 4], changedIds: [3, 4] })
    expect(await unread(3)).toEqual({ ids: [3], changedIds: [] })
    expect(await unreadIds()).toEqual([2, 3, 4, 6])
  })

  it('The read state marks a topic, a stream and everything as read, except for ids that may still appear', async () => {
    await write(...mixed(8), { id: 20, stream: team, topic: 'a', sentAt: secondsAgo(5) })
    await db.transaction((tx) => markTopicRead(tx, reader, topicA, event))
    expect(await topicSet(team, 'a')).toBe('{[0,9),[20,21)}')
    expect(await unreadIds()).toEqual([2, 4, 6, 8])
    await db.transaction((tx) => markStreamRead(tx, reader, team, event))
    expect(await streamSet(team)).toBe('{[0,9),[20,21)}')
    expect(await topicSet(team, 'a')).toBeUndefined()
    expect(await unreadIds()).toEqual([2, 6])
    await write({ id: 9 }, { id: 30, sentAt: secondsAgo(3) })
    await db.transaction((tx) => markAllRead(tx, reader))
    expect(await unreadIds()).toEqual([])
    await write({ id: 19, stream: team, topic: 'a' }, { id: 29 })
    expect(await unreadIds()).toEqual([19, 29])
  })

  it('An event tells which messages of a topic and of a stream were unread', async () => {
    await write(...mixed(12), { id: 13, stream: team, topic: 'a', bySelf: true })
    await read(3, 5, 8)
    await unread(5)
    await db.transaction((tx) => markTopicRead(tx, reader, topicA, event))
    expect(await toldIds()).toEqual([[1, 5, 7, 9, 11]])
    await db.transaction((tx) => markTopicRead(tx, reader, topicA, event))
    expect(await toldIds()).toEqual([])
    await unread(9)
    await db.transaction((tx) => markStreamRead(tx, reader, team, event))
    expect(await toldIds()).toEqual([[4, 9, 12]])
    await db.transaction((tx) => markStreamRead(tx, reader, team, event))
    expect(await toldIds()).toEqual([])
  })

  it('Several events carry many messages', async () => {
    await sql`insert into messages (realm_id, id, sender_id, stream_id, topic, content,
        rendered_content, client, sent_at) overriding system value
      select 1, id, 2, ${team}, 'a', '', '', 'test', ${secondsAgo(86_400).toISOString()}
      from generate_series(1, 10001) as id`.execute(db.query)
    await db.transaction((tx) => markTopicRead(tx, reader, topicA, event))
    const told = (await toldIds()).map(asNumbers)
    expect(told.map((ids) => ids.length)).toEqual([10_000, 1])
    expect(told.flat()).toEqual(Array.from({ length: 10_001 }, (_, index) => index + 1))
    expect(await unreadIds()).toEqual([])
  })

  it('The read state counts messages before and after a subscription as read', async () => {
    await sql`update subscription_periods set from_message_id = 2`.execute(db.query)
    await write(...mixed(4))
    expect(await unreadIds()).toEqual([3, 4])
    expect(await read(1, 2)).toEqual([])
    expect(await unread(1)).toEqual({ ids: [], changedIds: [] })
    await read(3)
    await db.transaction((tx) => endSubscriptions(tx, 1, [{ user_id: 1, stream_id: team }]))
    expect(await streamSet(team)).toBe('{[0,5)}')
    expect(await topicSet(team, 'a')).toBeUndefined()
    expect(await unreadIds()).toEqual([])
    expect(await unread(3)).toEqual({ ids: [], changedIds: [] })
  })

  it('The read state answers the newest unread messages, and whether there are more', async () => {
    await write(...mixed(10), { id: 11 })
    const { conversations, isCut } = await listUnread(4)
    expect(isCut).toBe(true)
    expect(conversations.flatMap(({ ids }) => ids).sort((a, b) => a - b)).toEqual([8, 9, 10, 11])
    expect((await listUnread(11)).isCut).toBe(false)
  })

  it('The read state finds unread messages far back', async () => {
    const ids = [5, 300_000, 900_000, 1_000_000]
    await write(...ids.map((id) => ({ id, stream: team, topic: id === 5 ? 'OLD' : 'old' })))
    const { conversations } = await listUnread(100)
    expect(conversations).toMatchObject([{ stream_id: team, topic: 'old', ids }])
  })

  it('The read state gathers the sets of topics without changing the unread messages', async () => {
    const old = Array.from({ length: 120 }, (_, index) => ({
      id: index + 1,
      stream: team,
      topic: `t${index % 3}`,
    }))
    await write(...old, { id: 130, stream: team, topic: 't0', sentAt: secondsAgo(2) })
    await read(...old.flatMap(({ id }) => (id === 60 ? [] : id)), 130)
    expect(await unreadIds()).toEqual([60])
    const before = await listUnread(10)
    expect(before.lookedAtInVain).toEqual(new Map([[team, 120]]))

    await gatherReadTopics(datedAt(db.query, now), reader, [team])
    expect(await streamSet(team)).toBe('{[0,60),[61,121)}')
    expect(await unreadIds()).toEqual([60])
    const after = await listUnread(10)
    expect(after.lookedAtInVain).toEqual(new Map([[team, 1]]))
    await write({ id: 129, stream: team, topic: 't0' })
    expect(await unreadIds()).toEqual([60, 129])
  })

  it('The read state finds the same messages by location as one by one', async () => {
    const kinds = [true, false].flatMap((isPrivate) =>
      [true, false].flatMap((sharesPast) =>
        (['active', 'left', 'none'] as const).map((tie) => ({ isPrivate, sharesPast, tie })),
      ),
    )
    for (const [index, { isPrivate, sharesPast, tie }] of kinds.entries()) {
      const { rows } = await sql<{ id: number }>`
        insert into streams (realm_id, name, invite_only, history_public_to_subscribers)
        values (1, ${`kind ${index}`}, ${isPrivate}, ${sharesPast}) returning id`.execute(db.query)
      const { id: stream } = firstOf(rows)
      await write(
        ...[1, 2, 3, 4, 5].map((n) => ({ id: index * 10 + n, stream, topic: `${n % 2}` })),
      )
      if (tie === 'none') continue
      await sql`insert into subscriptions (realm_id, user_id, stream_id, color, active, read)
        values (1, 1, ${stream}, '#aaaaaa', ${tie === 'active'}, '{[3,4),[13,14),[43,44)}')`.execute(
        db.query,
      )
      await sql`insert into subscription_periods
          (realm_id, user_id, stream_id, from_message_id, to_message_id)
        values (1, 1, ${stream}, ${index * 10}, ${index * 10 + 1}),
          (1, 1, ${stream}, ${index * 10 + 2}, ${tie === 'active' ? null : index * 10 + 4})`.execute(
        db.query,
      )
    }
    await sql`insert into dm_groups (realm_id, member_key) values (1, '2')`.execute(db.query)
    await write({ id: 201 }, { id: 202, bySelf: true }, { id: 203 })
    await sql`update messages set dm_group_id = 2 where id = 203`.execute(db.query)

    for (const role of [roles.member, roles.guest]) {
      const eyes = { ...reader, role }
      const { rows: expected } = await sql`
        select coalesce(array_to_json(array_agg(id order by id)), '[]') as readable,
          array_to_json(array_agg(id order by id)
            filter (where ${isReceivedBy(eyes, 'm')})) as received,
          array_to_json(array_agg(id order by id) filter (where ${isUnreadBy(eyes, 'm')})) as unread
        from messages m where ${isReadableBy(eyes, 'm')}`.execute(db.query)
      const all = Array.from({ length: 210 }, (_, index) => index)
      const { rows: places } = await sql`
        with places as (${namedPlaces(eyes, all)})
        select ${idsAsJson(sql`places`, sql`ids`)} as readable,
          ${idsAsJson(sql`places`, sql`received`)} as received,
          ${idsAsJson(sql`places`, sql`unread`)} as unread`.execute(db.query)
      expect(places).toEqual(expected)
      expect(shapedLike(expected, [{ readable: [0] }])[0]?.readable).not.toContain(203)
    }
  })

  it('The read state keeps a gap with too many messages to check at once', async () => {
    await write(...mixed(40))
    await read(1, 3, 39)
    expect(await topicSet(team, 'a')).toBe('{[1,4),[39,40)}')
    await read(5, 37)
    expect(await topicSet(team, 'a')).toBe('{[1,6),[37,40)}')
  })
}
