import { deleteOldMessages } from '../../src/server/chat/jobs/retention/retention'
import { purgeDeleted } from '../../src/server/chat/jobs/retention/purge'
import { present } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person, Queue } from '../support/person'
import { topicsOf } from '../support/streams'
import { useOwnServer } from '../support/own-server'
import { uploadedBy } from '../support/uploads'

let now = Date.now()
const server = useOwnServer({ clock: { now: () => new Date(now) } })
const laterDays = (days: number) => (now += days * 86_400_000)
const always = () => Promise.resolve(true)
const deleteOld = () => deleteOldMessages(server.ctx, always)
const purge = () => purgeDeleted(server.ctx, always)

async function keepFor(days: number | 'unlimited'): Promise<void> {
  expectSuccess(await server.owner.patch('/realm', { message_retention_days: days }))
}

async function keepInStream(id: number, days: number | null): Promise<void> {
  await server.db
    .updateTable('streams')
    .set({ message_retention_days: days })
    .where('id', '=', id)
    .execute()
}

async function storedIds(ids: readonly number[]): Promise<number[]> {
  const rows = await server.db
    .selectFrom('messages')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

describe('the retention of messages', () => {
  it.each([
    ['an owner', 'owner', 200],
    ['an administrator', 'administrator', 400],
    ['a member', undefined, 400],
  ] as const)('is chosen by owners alone: %s', async (_who, role, status) => {
    const person =
      role === 'owner' ? server.owner : await server.user(`chooser-${String(role)}`, role)
    const answer = await person.patch('/realm', { message_retention_days: 30 })
    expect(answer.status).toBe(status)
    if (role === 'administrator') {
      expectError(answer, 400, { code: 'BAD_REQUEST', msg: 'Must be an organization owner' })
    }
  })

  it.each([
    [30, 30],
    ['"unlimited"', -1],
    [-1, -1],
  ])('is published: %s', async (given, told) => {
    await keepFor(7)
    const queue = await server.owner.register({ fetch_event_types: ['realm'] })
    expect(queue['realm_message_retention_days']).toBe(7)
    expectSuccess(await server.owner.patch('/realm', { message_retention_days: given }))
    expect(await server.owner.pollUntil(queue, 'realm')).toMatchObject([
      { op: 'update', property: 'message_retention_days', value: told },
    ])
  })

  it.each([0, -2, 1.5, '"never"'])('is never %s', async (days) => {
    expectError(await server.owner.patch('/realm', { message_retention_days: days }), 400)
  })
})

describe('expired messages', () => {
  let alice: Person
  let bob: Person
  let carol: Person
  beforeAll(async () => {
    ;[alice, bob, carol] = await server.users('alice', 'bob', 'carol')
  })
  afterEach(() => keepFor('unlimited'))

  const register = (person: Person): Promise<Queue> => {
    const args: Arguments = {
      event_types: ['delete_message', 'message'],
      client_capabilities: { bulk_message_deletion: true },
    }
    return person.register(args)
  }

  it('are deleted with one event for each conversation, and topics with their last message', async () => {
    const stream = await server.stream('daily', { subscribers: [alice, bob] })
    await keepFor(1)
    laterDays(2)
    await deleteOld()
    await keepFor('unlimited')
    const old: number[] = []
    for (const topic of ['gone', 'stays']) {
      for (const text of ['a', 'b']) old.push(await alice.send('daily', topic, text))
    }
    const [third, fourth] = [
      await alice.sendPrivately([bob.id], 'psst'),
      await alice.sendPrivately([bob.id], 'psst psst'),
    ]
    laterDays(11)
    const fresh = await alice.send('daily', 'stays', 'new')
    await keepFor(10)
    const [bobs, carols] = [await register(bob), await register(carol)]
    await deleteOld()
    await alice.sendPrivately([bob.id, carol.id], 'done')
    const told = (await bob.pollUntil(bobs, 'message')).slice(0, -1)
    const place = { type: 'delete_message', message_type: 'stream', stream_id: stream.id }
    expect(told).toEqual([
      { id: expect.any(Number), ...place, topic: 'gone', message_ids: old.slice(0, 2) },
      { id: expect.any(Number), ...place, topic: 'stays', message_ids: old.slice(2) },
      {
        id: expect.any(Number),
        type: 'delete_message',
        message_type: 'private',
        message_ids: [third, fourth],
      },
    ])
    expect(await carol.pollUntil(carols, 'message')).toMatchObject([{ type: 'message' }])
    expect(await storedIds([...old, third, fourth, fresh])).toEqual([fresh])
    expect(JSON.stringify(await topicsOf(bob, stream.id))).not.toContain('gone')
  })

  it.each([
    ['as long as the organization says', null, 10, 11, false],
    ['longer than the organization says', 20, 10, 11, true],
    ['for ever if the organization does not', -1, 10, 11, true],
    ['for a while if the organization keeps all', 10, 'unlimited', 11, false],
    ['as long as it says, starred or not', null, 10, 11, false],
  ] as const)('stay in a stream %s', async (what, ofStream, ofRealm, age, stays) => {
    const stream = await server.stream(`kept ${what.slice(0, 40)}`, { subscribers: [alice] })
    const id = await alice.send(stream.name, 't', 'x')
    const star = { messages: [id], op: 'add', flag: 'starred' }
    expectSuccess(await alice.post('/messages/flags', star))
    await keepInStream(stream.id, ofStream)
    await keepFor(ofRealm)
    laterDays(age)
    await deleteOld()
    expect(await storedIds([id])).toEqual(stays ? [id] : [])
  })

  it('are deleted in an archived stream, and stay in a deactivated organization', async () => {
    const stream = await server.stream('closed', { subscribers: [alice] })
    const id = await alice.send('closed', 't', 'x')
    expectSuccess(await server.owner.delete(`/streams/${stream.id}`))
    const ended = await server.realm('ended')
    const dan = await ended.user('dan')
    await ended.stream('lost', { subscribers: [dan] })
    const kept = await dan.send('lost', 't', 'x')
    expectSuccess(await ended.owner.patch('/realm', { message_retention_days: 1 }))
    await ended.changeRealm({ deactivated_at: new Date() })
    await keepFor(1)
    laterDays(2)
    await deleteOld()
    expect(await storedIds([id, kept])).toEqual([kept])
  })

  it('are deleted in batches, and a worker that is stopped leaves the rest to the next', async () => {
    const stream = await server.stream('long', { subscribers: [alice] })
    await fill(stream.id, 450)
    await server.db.updateTable('streams').set({ message_retention_days: null }).execute()
    await keepInStream(stream.id, 1)
    laterDays(2)
    const counts: number[] = []
    const countThem = async () => {
      counts.push(await countOf(stream.id))
      return counts.length < 3
    }
    await deleteOldMessages(server.ctx, countThem)
    // First goes the notice that the stream was made, in its own topic.
    expect(counts).toEqual([450, 250, 50])
    await deleteOld()
    expect(await countOf(stream.id)).toBe(0)
  })

  async function fill(streamId: number, count: number): Promise<void> {
    const realm = await server.db
      .selectFrom('streams')
      .select('realm_id')
      .where('id', '=', streamId)
      .executeTakeFirstOrThrow()
    await server.db
      .insertInto('messages')
      .values(
        Array.from({ length: count }, () => ({
          ...realm,
          sender_id: alice.id,
          stream_id: streamId,
          topic: 't',
          content: 'x',
          rendered_content: 'x',
          client: 'test',
          sent_at: new Date(now),
        })),
      )
      .execute()
  }

  async function countOf(streamId: number): Promise<number> {
    const { count } = await server.db
      .selectFrom('messages')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('stream_id', '=', streamId)
      .executeTakeFirstOrThrow()
    return Number(count)
  }
})

describe('files of deleted messages', () => {
  it('are deleted with the archive, unless something links them', async () => {
    now = Date.now()
    const [dave, erin] = await server.users('dave', 'erin')
    await server.stream('files', { subscribers: [dave, erin] })
    const names = ['gone', 'linked', 'drafted', 'kept-text', 'archived-later', 'never-linked']
    const uri = new Map<string, string>()
    for (const name of names)
      uri.set(name, await uploadedBy(dave, `${name}.txt`, Buffer.from(name), 'text/plain'))
    const send = (...linked: string[]) =>
      dave.send('files', 't', linked.map((name) => `[f](${present(uri.get(name))})`).join(' '))
    const first = await send('gone', 'linked', 'drafted', 'kept-text', 'archived-later')
    const second = await send('archived-later')
    await send('linked')
    const draft = { type: '', to: [], topic: '', content: `[f](${present(uri.get('drafted'))})` }
    expectSuccess(await erin.post('/drafts', { drafts: [draft] }))
    const snippet = { title: 's', content: `[f](${present(uri.get('kept-text'))})` }
    expectSuccess(await erin.post('/saved_snippets', snippet))
    expectSuccess(await server.owner.delete(`/messages/${first}`))
    await ageArchive(4)
    expectSuccess(await server.owner.delete(`/messages/${second}`))
    const queue = await dave.register({ event_types: ['attachment'] })
    await purge()
    expect(await readable(dave, uri)).toEqual(names)
    await ageArchive(4)
    await purge()
    expect(await readable(dave, uri)).toEqual(names.filter((name) => name !== 'gone'))
    expect(await dave.pollUntil(queue, 'attachment')).toMatchObject([
      { op: 'remove', attachment: { id: expect.any(Number) } },
    ])
    await ageArchive(4)
    await purge()
    expect(await readable(dave, uri)).toEqual(['linked', 'drafted', 'kept-text', 'never-linked'])
    const doomed = await server.db.selectFrom('doomed_files').selectAll().execute()
    expect(doomed).toEqual([])
  })

  async function ageArchive(days: number): Promise<void> {
    const rows = await server.db.selectFrom('archived_messages').selectAll().execute()
    for (const { id, archived_at: at } of rows) {
      await server.db
        .updateTable('archived_messages')
        .set({ archived_at: new Date(Math.min(at.getTime(), now) - days * 86_400_000) })
        .where('id', '=', id)
        .execute()
    }
  }

  async function readable(person: Person, uris: ReadonlyMap<string, string>): Promise<string[]> {
    const found: string[] = []
    for (const [name, uri] of uris) {
      const answer = await person.file(uri)
      if (answer.status === 200) found.push(name)
    }
    return found
  }
})
