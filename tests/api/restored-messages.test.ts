import { followers } from '../../src/server/data/messages/archive'
import { restoreDeletedMessages } from '../../src/server/chat/jobs/retention/restore'
import type { Restored } from '../../src/server/chat/jobs/retention/restore'
import { sql } from 'kysely'
import { Bystanders } from '../support/bystanders'
import { elementAt, firstOf } from '../support/checked'
import { expectEventsToExplain } from '../support/explain'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { markRead } from '../support/stored-messages'
import { useOwnServer } from '../support/own-server'
import { uploadedBy } from '../support/uploads'

const server = useOwnServer()
let cast: Bystanders
beforeAll(async () => {
  cast = await Bystanders.gather(server)
})

type Filter = Parameters<typeof restoreDeletedMessages>[2]

async function restore(filter: Filter = {}, isDryRun = false): Promise<Restored> {
  const realm = await server.db
    .selectFrom('realms')
    .selectAll()
    .where('string_id', '=', '')
    .executeTakeFirstOrThrow()
  return restoreDeletedMessages(server.ctx, realm, filter, { isDryRun })
}

const remove = async (author: Person, id: number) =>
  expectSuccess(await author.delete(`/messages/${id}`))

/** All that anybody may see of messages, and all that is stored of them. */
async function everythingOf(ids: readonly number[], people: readonly Person[]): Promise<unknown> {
  const tables = ['messages', ...followers, 'message_uploads'].sort()
  const stored: unknown[] = []
  for (const table of tables) {
    const id = table === 'messages' ? 'id' : 'message_id'
    const { rows } = await sql`
      select * from ${sql.table(table)} where ${sql.id(id)} = any(${[...ids]}::bigint[])
      order by 1, 2, 3`.execute(server.db)
    stored.push([table, rows])
  }
  const read = await Promise.all(
    people.map(async (person) => {
      const page = { anchor: 'newest', num_before: 1000, num_after: 0 } as const
      const answer = await person.call('GET /messages', page)
      const messages = answer.messages
      const { unread_msgs: unread } = await person.register({
        fetch_event_types: ['message', 'update_message_flags'],
      })
      return { messages: messages.filter(({ id }) => ids.includes(id)), unread }
    }),
  )
  return { stored, read }
}

describe('deleted messages', () => {
  it('are kept with the rows of every table that belongs to messages', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct source.relname as name from pg_constraint
      join pg_class source on source.oid = conrelid
      where contype = 'f' and confrelid = 'messages'::regclass
      order by 1`.execute(server.db)
    const kept = [...followers, 'message_uploads']
    // A job of a deleted message has nothing left to do.
    const dropped = ['link_preview_jobs']
    expect(rows.map(({ name }) => name)).toEqual([...kept, ...dropped].sort())
  })

  it('come back unchanged, with their read state', async () => {
    const { alice, bob, guest, owner } = cast
    const stream = await cast.peopledStream()
    const link = await uploadedBy(alice)
    // Only messages from here on are unread.
    expectSuccess(await bob.post('/mark_all_as_read'))
    const ids: number[] = []
    for (const [topic, text] of [
      ['a', `[file](${link}) @**Gwen**`],
      ['a', 'second'],
      ['b', '/poll Lunch?\nyes\nno'],
      ['a', 'third'],
    ] as const) {
      ids.push(await alice.send(stream.name, topic, text))
    }
    ids.push(await alice.sendPrivately([bob.id], 'psst'))
    ids.push(await bob.sendPrivately([alice.id], 'what?'))
    ids.push(await alice.sendPrivately([bob.id, guest.id], 'you two'))
    expectSuccess(await guest.post(`/messages/${firstOf(ids)}/reactions`, { emoji_name: 'tada' }))
    expectSuccess(
      await alice.patch(`/messages/${elementAt(ids, 1)}`, { content: 'second, mended' }),
    )
    const star = { messages: [ids[0], ids[5]], op: 'add', flag: 'starred' }
    expectSuccess(await alice.post('/messages/flags', star))
    await markRead(server, guest, { streamId: stream.id, topic: 'a' }, ids.slice(0, 2))
    const read = { messages: [ids[4]], op: 'add', flag: 'read' }
    expectSuccess(await bob.post('/messages/flags', read))

    const people = [alice, bob, guest, owner]
    const before = await everythingOf(ids, people)
    for (const id of ids) await remove(id === ids[5] ? bob : alice, id)
    // Marking everything as read does not cover deleted messages.
    expectSuccess(await bob.post('/mark_all_as_read'))
    const everything = { messages: ids.length, streams: 1, conversations: 2 }
    expect(await restore({}, true)).toMatchObject(everything)
    expect(await restore()).toEqual(everything)
    expect(await restore()).toEqual({ messages: 0, streams: 0, conversations: 0 })
    expect(await everythingOf(ids, people)).toEqual(before)
  })

  it('come back into a table that has got another column meanwhile', async () => {
    const { alice } = cast
    const stream = await cast.peopledStream()
    const id = await alice.send(stream.name, 't', 'old')
    await remove(alice, id)
    await sql`update archived_messages set message = message - 'is_widget' - 'has_link'`.execute(
      server.db,
    )
    expect(await restore()).toMatchObject({ messages: 1 })
  })

  it('come back by stream and by the time of their end', async () => {
    const { alice } = cast
    const [one, two] = [await cast.peopledStream(), await cast.peopledStream()]
    const ids = [
      await alice.send(one.name, 't', 'x'),
      await alice.send(two.name, 't', 'x'),
      await alice.send(two.name, 't', 'y'),
    ]
    for (const id of ids) await remove(alice, id)
    const hourAgo = new Date(Date.now() - 3_600_000)
    await server.db
      .updateTable('archived_messages')
      .set({ archived_at: new Date(hourAgo.getTime() - 1) })
      .where('id', '=', elementAt(ids, 1))
      .execute()
    expect(await restore({ streamId: two.id, since: hourAgo })).toMatchObject({ messages: 1 })
    expect(await restore({ until: hourAgo })).toMatchObject({ messages: 1 })
    expect(await restore({ streamId: one.id, until: hourAgo })).toMatchObject({ messages: 0 })
    expect(await restore({ streamId: one.id })).toMatchObject({ messages: 1 })
  })

  it.each([false, true])('are published when they come back, private: %s', async (inviteOnly) => {
    const { owner, admin, alice, bob, guest } = cast
    const stream = await cast.peopledStream({ inviteOnly })
    const ids: number[] = []
    for (const [person, text] of [
      [alice, '@**Gwen** @**all**'],
      [guest, 'pizza'],
      [alice, 'soup'],
    ] as const) {
      ids.push(await person.send(stream.name, 'lunch', text))
    }
    ids.push(
      await alice.sendPrivately([bob.id], 'psst'),
      await bob.sendPrivately([alice.id], 'what'),
    )
    const star = { messages: [ids[0], ids[3]], op: 'add', flag: 'starred' }
    expectSuccess(await alice.post('/messages/flags', star))
    await bob.sendPrivately([owner.id], 'newer')
    const authors = [alice, guest, alice, alice, bob]
    for (const [index, id] of ids.entries()) await remove(elementAt(authors, index), id)
    const people = { owner, administrator: admin, subscriber: alice, outsider: bob, guest }
    await expectEventsToExplain(server, people, () => restore())
  })
})
