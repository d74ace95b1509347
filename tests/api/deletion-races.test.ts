import { systemClock } from '../../src/server/lib/clock'
import { sql } from 'kysely'
import type { Response } from 'supertest'
import type { Reader } from '../../src/server/data/access/rule'
import { openDatabase } from '../../src/server/data/engine/database'
import type { Database, Tx } from '../../src/server/data/engine/database'
import { insertReaction } from '../../src/server/data/messages/reactions'
import type { EmojiKey } from '../../src/server/data/messages/reactions'
import { listUnreadLeft } from '../../src/server/data/read-state/leaving'
import { markUnread } from '../../src/server/data/read-state/mark-messages'
import { lockStreams } from '../../src/server/data/streams/update-streams'
import { endSubscriptions } from '../../src/server/data/streams/subscription-changes'
import { roles } from '../../src/shared/rules/roles'
import { exactly, firstOf, maybe, present, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { readPage } from '../support/history'
import type { Person } from '../support/person'
import { useOwnServer } from '../support/own-server'
import { unreadAmong } from '../support/stored-messages'
import { untilHolds } from '../support/until'
import { uploadedBy } from '../support/uploads'

/*
 * Writes about a row that is being deleted or changed: that transaction is held open until the call waits for it.
 * The race takes two connections, so the embedded database has none.
 */

const server = useOwnServer()

let alice: Person
let others: Database | undefined

beforeAll(async () => {
  alice = await server.user('alice')
  await server.stream('kitchen', { subscribers: [alice] })
  const { databaseUrl: url } = server.ctx.config
  if (!url) return
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(
    server.db,
  )
  others = openDatabase({ clock: systemClock, url, poolSize: 1, searchPath: firstOf(rows).schema })
})
afterAll(() => others?.close())

/** The answers to calls that are made, one after the other, while something is held open. */
async function whileHeld(
  hold: (tx: Tx) => Promise<unknown>,
  ...calls: (() => PromiseLike<Response>)[]
): Promise<Response[]> {
  const answers: Promise<Response>[] = []
  await present(others, 'others').transaction(async (tx) => {
    await hold(tx)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    for (const [index, call] of calls.entries()) {
      answers.push(Promise.resolve(call()))
      await untilHolds('the call waits', async () => (await waitingFor(firstOf(rows).pid)) > index)
    }
  })
  return Promise.all(answers)
}

/** Connections that wait for one, or for somebody who waits for it. */
async function waitingFor(pid: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with recursive waiting (pid) as (
      select ${pid}::int
      union
      select activity.pid from pg_stat_activity activity
      join waiting on waiting.pid = any(pg_blocking_pids(activity.pid))
    )
    select count(*) - 1 as count from waiting`.execute(server.db)
  return firstOf(rows).count
}

const deletion = (table: 'messages' | 'uploads', id: number) => (tx: Tx) =>
  tx.deleteFrom(table).where('id', '=', id).execute()

const itRaces = (name: string, test: () => Promise<void>) =>
  it(`${name} (on PostgreSQL)`, async () => {
    if (others) await test()
  })

describe('a message that is being deleted', () => {
  let id: number
  let kept: number

  beforeEach(async () => {
    id = await alice.send('kitchen', 'race', 'going')
    kept = await alice.send('kitchen', 'race', 'staying')
  })

  const race = async (call: () => PromiseLike<Response>): Promise<Response> =>
    firstOf(await whileHeld(deletion('messages', id), call))
  const invalid = { code: 'BAD_REQUEST', msg: 'Invalid message(s)' }

  itRaces('is skipped when it is starred or collapsed', async () => {
    const change = { messages: [id, kept], op: 'add', flag: 'starred' }
    const response = await race(() => alice.post('/messages/flags', change))
    expect(expectSuccess(response)).toMatchObject({ messages: [kept] })
  })

  itRaces('is skipped when a narrow is starred', async () => {
    const response = await race(() =>
      alice.post('/messages/flags/narrow', {
        narrow: [['topic', 'race']],
        anchor: 'newest',
        num_before: 100,
        num_after: 0,
        op: 'add',
        flag: 'starred',
      }),
    )
    expectSuccess(response)
    const { messages } = await readPage(alice, { narrow: [['is', 'starred']] })
    expect(messages.map((message) => message.id)).toContain(kept)
  })

  itRaces('cannot be reacted to', async () => {
    const response = await race(() =>
      alice.post(`/messages/${id}/reactions`, { emoji_name: 'octopus' }),
    )
    expectError(response, 400, invalid)
  })

  itRaces('cannot be edited, nor moved', async () => {
    expectError(await race(() => alice.patch(`/messages/${id}`, { content: 'new' })), 400, invalid)
    id = kept
    expectError(await race(() => alice.patch(`/messages/${id}`, { topic: 'new' })), 400, invalid)
  })

  itRaces('takes no vote as a poll', async () => {
    id = await alice.send('kitchen', 'race', '/poll dinner?\nsoup')
    const vote = { type: 'vote', key: 'canned,0', vote: 1 }
    const response = await race(() =>
      alice.post('/submessage', { message_id: id, msg_type: 'widget', content: vote }),
    )
    expectError(response, 400, invalid)
  })

  itRaces('is deleted once', async () => {
    const response = await race(() => server.owner.delete(`/messages/${id}`))
    expectError(response, 400, invalid)
  })
})

describe('a message that is being edited', () => {
  const edit = (id: number) => (tx: Tx) =>
    tx.selectFrom('messages').select('id').where('id', '=', id).forNoKeyUpdate().execute()

  itRaces('is starred, and no longer, after the edit, whose event has the flags', async () => {
    const id = await alice.send('kitchen', 'race', 'as it was')
    for (const op of ['add', 'remove']) {
      const star = () => alice.post('/messages/flags', { messages: [id], op, flag: 'starred' })
      const changed = firstOf(await whileHeld(edit(id), star))
      expect(expectSuccess(changed)).toMatchObject({ messages: [id] })
    }
  })

  itRaces('is not starred if the edit moves it out of sight', async () => {
    const id = await server.owner.send('kitchen', 'race', 'soon elsewhere')
    const board = await server.stream('board', { inviteOnly: true })
    const star = () => alice.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    const starred = firstOf(
      await whileHeld(
        (tx) =>
          tx.updateTable('messages').set({ stream_id: board.id }).where('id', '=', id).execute(),
        star,
      ),
    )
    expectError(starred, 400, {
      code: 'BAD_REQUEST',
      msg: 'Invalid message(s)',
    })
    const stars = server.db
      .selectFrom('message_flags')
      .select('starred')
      .where('message_id', '=', id)
    expect(await stars.execute()).toEqual([])
  })

  itRaces('has its edits in the order of their times', async () => {
    const id = await alice.send('kitchen', 'race', 'as it was')
    // The edit begins, and waits for one of a transaction that began later.
    const later = sql<Date>`now() + interval '3 seconds'`
    const edited = firstOf(
      await whileHeld(
        (tx) =>
          tx.updateTable('messages').set({ last_edited_at: later }).where('id', '=', id).execute(),
        () => alice.patch(`/messages/${id}`, { content: 'as it is' }),
      ),
    )
    expectSuccess(edited)
    const { rows } = await sql<{ is_last: boolean }>`
      select edit.edited_at = message.last_edited_at and edit.edited_at > now() as is_last
      from message_edits edit join messages message on message.id = edit.message_id
      where message.id = ${id}`.execute(server.db)
    expect(rows).toEqual([{ is_last: true }])
  })
})

describe('two changes of the read state of a message', () => {
  let id: number
  let reader: Reader
  let pantry: { user_id: number; stream_id: number }

  const move = () =>
    server.owner.patch(`/messages/${id}`, {
      ...{ stream_id: pantry.stream_id, propagate_mode: 'change_one' },
    })

  beforeEach(async () => {
    const { id: streamId } = await server.stream('pantry', { subscribers: [alice] })
    const { realm_id } = await server.db
      .selectFrom('users')
      .select('realm_id')
      .where('id', '=', alice.id)
      .executeTakeFirstOrThrow()
    reader = { id: alice.id, realm_id, role: roles.member }
    pantry = { user_id: alice.id, stream_id: streamId }
    id = await server.owner.send('kitchen', 'race', 'moving')
  })

  itRaces('A mark as unread and a move both take effect', async () => {
    const read = { messages: [id], op: 'add', flag: 'read' }
    expectSuccess(await alice.post('/messages/flags', read))
    const moved = firstOf(await whileHeld((tx) => markUnread(tx, reader, [id]), move))
    expectSuccess(moved)
    expect(await unreadAmong(server, alice, [id])).toEqual([id])
    const { messages } = await readPage(alice, { narrow: [['is', 'unread']] })
    expect(messages.map((message) => message.id)).toContain(id)
  })

  itRaces(
    'A move into a stream that the reader leaves makes the message read, as clients hear',
    async () => {
      const queue = await alice.register({ event_types: ['update_message_flags'] })
      const leaving = async (tx: Tx) => {
        await lockStreams(tx, reader.realm_id, [pantry.stream_id])
        await listUnreadLeft(tx, reader.realm_id, [pantry])
        await endSubscriptions(tx, reader.realm_id, [pantry])
      }
      const moved = firstOf(await whileHeld(leaving, move))
      expectSuccess(moved)
      expect(await unreadAmong(server, alice, [id])).toEqual([])
      const { events } = expectSuccess(await alice.get('/events', { ...queue, dont_block: true }))
      expect(events).toMatchObject([{ op: 'add', flag: 'read', messages: [id] }])
    },
  )
})

describe('a message that is being marked as unread', () => {
  for (const whole of ['topic', 'stream'] as const) {
    itRaces(`is read as clients hear, when its ${whole} is marked as read`, async () => {
      const name = `attic ${whole}`
      const bob = await server.user(`bob-${whole}`)
      const { id: stream_id } = await server.stream(name, { subscribers: [alice, bob] })
      const id = await bob.send(name, 'race', 'news')
      expectSuccess(await alice.post('/mark_all_as_read'))
      const queue = await alice.register({ event_types: ['update_message_flags'] })
      const { realm_id } = await server.db
        .selectFrom('messages')
        .select('realm_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const reader = { realm_id, id: alice.id, role: roles.member }
      // Another message of the topic is unread, so that there is something to mark.
      const other = await bob.send(name, 'race', 'more')
      const args = whole === 'topic' ? { stream_id, topic_name: 'race' } : { stream_id }
      const marked = firstOf(
        await whileHeld(
          (tx) => markUnread(tx, reader, [id]),
          () => alice.post(`/mark_${whole}_as_read`, args),
        ),
      )
      expectSuccess(marked)
      expect(await unreadAmong(server, alice, [id, other])).toEqual([])
      const { events } = expectSuccess(await alice.get('/events', { ...queue, dont_block: true }))
      expect(events).toMatchObject([{ op: 'add', flag: 'read', messages: [id, other] }])
    })
  }
})

describe('a reaction', () => {
  itRaces('waits for one that is being added, so that ids and events have one order', async () => {
    const id = await alice.send('kitchen', 'race', 'news')
    const { realm_id: realmId } = await server.db
      .selectFrom('messages')
      .select('realm_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const octopus: EmojiKey = {
      emoji_name: 'octopus',
      emoji_code: '1f419',
      reaction_type: 'unicode_emoji',
    }
    const first = { realmId, messageId: id, userId: server.owner.id }
    const second = firstOf(
      await whileHeld(
        (tx) => insertReaction(tx, first, octopus),
        () => alice.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }),
      ),
    )
    expectSuccess(second)
    const { message } = await alice.call('GET /messages/{message_id}', { message_id: id })
    expect(message.reactions.map((reaction) => reaction.emoji_name)).toEqual(['octopus', 'tada'])
  })
})

describe('a file that is being deleted', () => {
  const upload = async () => {
    const url = await uploadedBy(alice)
    const { id } = await server.db
      .selectFrom('uploads')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return { content: `[file](${url})`, id }
  }

  itRaces('does not keep a message that links it from being sent', async () => {
    const { content, id } = await upload()
    const message = { type: 'stream', to: 'kitchen', topic: 'files', content }
    const sent = firstOf(
      await whileHeld(deletion('uploads', id), () => alice.post('/messages', message)),
    )
    const { id: messageId } = shapedLike(expectSuccess(sent), { id: maybe(0) })
    const { messages } = await readPage(alice, { message_ids: [messageId] })
    expect(messages).toMatchObject([{ content }])
  })

  itRaces('does not keep a message from being edited to link it', async () => {
    const { content, id } = await upload()
    const messageId = await alice.send('kitchen', 'files', 'see below')
    const edited = firstOf(
      await whileHeld(deletion('uploads', id), () =>
        alice.patch(`/messages/${messageId}`, { content }),
      ),
    )
    expectSuccess(edited)
  })
})

itRaces('A group that is deleted gets no members afterwards', async () => {
  expectSuccess(
    await server.owner.post('/user_groups/create', { name: 'cooks', description: '', members: [] }),
  )
  const { id, realm_id: realmId } = await server.db
    .selectFrom('user_groups')
    .select(['id', 'realm_id'])
    .where('name', '=', 'cooks')
    .executeTakeFirstOrThrow()
  const [deleted, changed] = exactly(
    await whileHeld(
      (tx) =>
        tx.selectFrom('realms').select('id').where('id', '=', realmId).forNoKeyUpdate().execute(),
      () => server.owner.delete(`/user_groups/${id}`),
      () => server.owner.post(`/user_groups/${id}/members`, { add: [alice.id] }),
    ),
    2,
  )
  expectSuccess(deleted)
  expectError(changed, 400, { msg: 'Invalid user group' })
})
