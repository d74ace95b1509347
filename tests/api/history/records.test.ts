import { sql } from 'kysely'
import { asRecord, asRecords, firstOf } from '../../support/checked'
import { expectError, expectSuccess } from '../../support/expectations'
import { contentsOf, readPage, setFlag } from '../../support/history'
import type { Arguments, Person } from '../../support/person'
import { useOwnServer } from '../../support/own-server'

const server = useOwnServer()

let alice: Person
let bob: Person
beforeAll(async () => {
  ;[alice, bob] = await server.users('alice', 'bob')
})

const record = async (person: Person, id: number, args = {}) => {
  const { messages } = await readPage(person, {
    narrow: [['id', id]],
    apply_markdown: true,
    ...args,
  })
  return firstOf(messages)
}

describe('a message of the history', () => {
  it('equals its event, with the flags inside', async () => {
    const stream = await server.stream('design', { subscribers: [alice, bob] })
    const queue = await alice.register({ event_types: ['message'], apply_markdown: true })
    const id = await bob.send('design', 'logo', 'a *fine* one')
    const [event] = await alice.pollUntil(queue, 'message')
    const told = asRecord(event?.['message'])
    expect(await record(alice, id)).toEqual({ ...told, flags: [] })
    expect(told).toMatchObject({ stream_id: stream.id, display_recipient: 'design' })

    expect(await record(alice, id, { apply_markdown: false })).toEqual({
      ...told,
      flags: [],
      content: 'a *fine* one',
      content_type: 'text/x-markdown',
    })
    const plain = expectSuccess(
      await alice.get('/messages', { anchor: id, num_before: 0, num_after: 0 }),
    )
    expect(plain['messages']).toMatchObject([
      { id, content: '<p>a <em>fine</em> one</p>', content_type: 'text/html' },
    ])
  })

  it('names everybody of a private conversation, by id', async () => {
    const zoe = await server.user('aaron')
    const id = await bob.sendPrivately([zoe.id, alice.id], 'hi')
    const people = [alice, bob, zoe].map((person) => ({
      id: person.id,
      email: person.email,
      full_name: person.fullName,
      short_name: person.email.split('@')[0],
      is_mirror_dummy: false,
    }))
    const found = await record(alice, id)
    expect(found).toMatchObject({ type: 'private', subject: '', display_recipient: people })
    expect(found).not.toHaveProperty('stream_id')

    const pair = await zoe.sendPrivately([bob.id], 'hi')
    expect(await record(bob, pair)).toMatchObject({ display_recipient: people.slice(1) })
    const self = await alice.sendPrivately([alice.id], 'note')
    expect(await record(alice, self)).toMatchObject({ display_recipient: people.slice(0, 1) })

    const queue = await bob.register({ event_types: ['message'] })
    for (const other of [alice, zoe]) {
      const sent = await bob.sendPrivately([other.id], 'recipient')
      const [event] = await bob.pollUntil(queue, 'message')
      const { recipient_id } = asRecord(event?.['message'])
      expect(await record(bob, sent)).toMatchObject({ recipient_id })
    }
  })

  it('carries the flags of its reader', async () => {
    const id = await bob.send('design', 'flags', 'x')
    await setFlag(server, alice, [id], 'starred')
    await setFlag(server, alice, [id], 'collapsed')
    await setFlag(server, alice, [id], 'mentioned')
    await setFlag(server, alice, [id], 'has_alert_word')
    expect(await record(alice, id)).toMatchObject({
      flags: ['starred', 'collapsed', 'mentioned', 'has_alert_word'],
    })
    expect(await record(bob, id)).toMatchObject({ flags: [] })
    await setFlag(server, bob, [id], 'topic_wildcard_mentioned')
    expect(await record(bob, id)).toMatchObject({
      flags: ['topic_wildcard_mentioned', 'wildcard_mentioned'],
    })
    await sql`update messages set mentions_everybody = true where id = ${id}`.execute(server.db)
    expect((await record(alice, id))['flags']).toEqual(
      expect.arrayContaining(['stream_wildcard_mentioned', 'wildcard_mentioned']),
    )
    const onlooker = await server.user('onlooker')
    await setFlag(server, onlooker, [id], 'starred')
    expect(await record(onlooker, id)).toMatchObject({ flags: ['read', 'starred', 'historical'] })
  })

  it('has its reactions in the order they were made', async () => {
    const id = await bob.send('design', 'reactions', 'x')
    const reactions = [
      [bob, 'tada', '1f389'],
      [alice, 'heart', '2764'],
      [alice, 'tada', '1f389'],
    ] as const
    for (const [person, name, code] of reactions) {
      await sql`
        insert into reactions
          (realm_id, message_id, user_id, emoji_name, emoji_code, reaction_type)
        select realm_id, ${id}, id, ${name}, ${code}, 'unicode_emoji'
        from users where id = ${person.id}`.execute(server.db)
    }
    expect((await record(alice, id))['reactions']).toEqual(
      reactions.map(([{ id: user_id, email, fullName: full_name }, emoji_name, emoji_code]) => ({
        emoji_name,
        emoji_code,
        reaction_type: 'unicode_emoji',
        user_id,
        user: { id: user_id, user_id, email, full_name },
      })),
    )
  })

  it('has its edit history, the last change first', async () => {
    const id = await bob.send('design', 'edits', 'new')
    expect(await record(alice, id)).not.toHaveProperty('edit_history')
    const other = await server.stream('other', { subscribers: [bob] })
    await sql`
      insert into message_edits (realm_id, message_id, editor_id, edited_at, prev_content,
        prev_rendered_content, prev_topic, topic, prev_stream_id, stream_id)
      select realm_id, ${id}::bigint, ${bob.id}::bigint, to_timestamp(1700000100.7), 'old',
        '<p>old</p>', null, null, null::bigint, null::bigint
      from messages where id = ${id}
      union all
      select realm_id, ${id}, null, to_timestamp(1700000200), null, null, 'was', 'edits',
        ${other.id}, stream_id
      from messages where id = ${id}`.execute(server.db)
    await sql`update messages set last_edited_at = to_timestamp(1700000200.5) where id = ${id}`.execute(
      server.db,
    )
    const found = await record(alice, id)
    expect(found).toMatchObject({
      last_edit_timestamp: 1700000100,
      last_moved_timestamp: 1700000200,
    })
    expect(found['edit_history']).toEqual([
      {
        user_id: null,
        timestamp: 1700000200,
        prev_topic: 'was',
        prev_subject: 'was',
        topic: 'edits',
        prev_stream: other.id,
        stream: found['stream_id'],
      },
      {
        user_id: bob.id,
        timestamp: 1700000100,
        prev_content: 'old',
        prev_rendered_content: '<p>old</p>',
        prev_rendered_content_version: 1,
      },
    ])

    await server.changeRealm({ settings: { message_edit_history_visibility_policy: 'moves' } })
    const moved = asRecords((await record(alice, id))['edit_history'])
    expect(moved).toMatchObject([{ prev_topic: expect.any(String) }])
    expect(JSON.stringify(moved)).not.toContain('prev_content')
    await server.changeRealm({ settings: { message_edit_history_visibility_policy: 'none' } })
    expect(await record(alice, id)).not.toHaveProperty('edit_history')
  })
})

describe('GET /messages/{message_id}', () => {
  it('returns the message and its Markdown', async () => {
    const id = await bob.send('design', 'raw', '**bold**')
    expect(expectSuccess(await alice.get(`/messages/${id}`))).toMatchObject({
      raw_content: '**bold**',
      message: { id, content: '<p><strong>bold</strong></p>', flags: [], sender_id: bob.id },
    })
    expect(
      expectSuccess(await alice.get(`/messages/${id}`, { apply_markdown: false })),
    ).toMatchObject({
      raw_content: '**bold**',
      message: { id, content: '**bold**', content_type: 'text/x-markdown' },
    })
    for (const unknown of [987_654_321, 0, Number.MAX_SAFE_INTEGER]) {
      expectError(await alice.get(`/messages/${unknown}`), 400, { msg: 'Invalid message(s)' })
    }
    expectError(await alice.get('/messages/first'), 400, { code: 'REQUEST_VARIABLE_INVALID' })
  })
})

describe('a page of thousands of messages', () => {
  it('takes as few statements as one of a few', async () => {
    const [carol, dave] = await server.users('carol', 'dave')
    await server.stream('counted', { subscribers: [carol, dave] })
    for (const person of [carol, dave]) {
      await person.send('counted', 't', `by ${person.id}`)
      await person.sendPrivately([carol.id, dave.id], `by ${person.id}`)
      await person.sendPrivately([carol.id], `by ${person.id}`)
    }
    const count = async (args: Arguments) => {
      const executor = server.db.getExecutor()
      const spy = jest.spyOn(executor, 'executeQuery')
      const contents = await contentsOf(carol, [], args)
      const texts = spy.mock.calls.map(([{ sql: text }]) => text)
      const statements = texts.filter((text) => /messages m|dm_group_members/.test(text)).length
      spy.mockRestore()
      return { contents: contents.length, statements }
    }
    const few = await count({ num_before: 2 })
    const many = await count({ num_before: 1000 })
    const again = await count({ num_before: 1000 })
    expect(few.contents).toBe(2)
    expect(many.contents).toBeGreaterThanOrEqual(6)
    // Ids, bodies and annotations.
    expect(few.statements).toBe(3)
    // Fewer messages than wanted are near, so streams and conversations were merged, too.
    expect(many.statements).toBe(4)
    // The bodies are cached.
    expect(again.statements).toBe(3)
  })
})
