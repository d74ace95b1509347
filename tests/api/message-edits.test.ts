import { createHash } from 'node:crypto'
import { elementAt, firstOf } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person } from '../support/person'
import { storedMessage } from '../support/stored-messages'
import { useOwnServer } from '../support/own-server'

let now = Date.now()
const server = useOwnServer({ clock: { now: () => new Date(now) } })
const later = (seconds: number) => (now += seconds * 1_000)

const edit = (person: Person, id: number, args: Arguments) => person.patch(`/messages/${id}`, args)
const refused = (msg: string) => ({ code: 'BAD_REQUEST', msg })
const invalidMessage = refused('Invalid message(s)')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('an edit of the content of a message', () => {
  let alice: Person
  let bob: Person
  let carol: Person
  let streamId: number
  let id: number
  beforeAll(async () => {
    ;[alice, bob, carol] = await server.users('alice', 'bob', 'carol')
    streamId = (await server.stream('lunch', { subscribers: [alice, bob] })).id
  })
  beforeEach(async () => {
    id = await alice.send('lunch', 'today', 'pizza')
  })

  it('reaches everybody who reads the message', async () => {
    const queue = await bob.register({ event_types: ['update_message'] })
    later(60)
    const answer = expectSuccess(await edit(alice, id, { content: '*pasta* \n', message_id: id }))
    expect(answer).toMatchObject({ detached_uploads: [] })
    const [event] = await bob.pollUntil(queue, 'update_message')
    expect(event).toEqual({
      id: expect.any(Number),
      type: 'update_message',
      user_id: alice.id,
      sender: alice.email,
      rendering_only: false,
      message_id: id,
      message_ids: [id],
      flags: [],
      edit_timestamp: Math.floor(now / 1_000),
      stream_id: streamId,
      stream_name: 'lunch',
      content: '*pasta*',
      rendered_content: '<p><em>pasta</em></p>',
      orig_content: 'pizza',
      orig_rendered_content: '<p>pizza</p>',
      prev_rendered_content_version: 0,
      is_me_message: false,
    })
    expect(await storedMessage(server, id)).toMatchObject({
      content: '*pasta*',
      rendered_content: '<p><em>pasta</em></p>',
      topic: 'today',
      last_edited_at: new Date(now),
    })
  })

  it('may have all of its arguments in the address, however long', async () => {
    const content = 'x'.repeat(9_000)
    const response = await server
      .call('patch', `/messages/${id}`)
      .auth(alice.email, alice.apiKey)
      .query({ content, topic: 'null', message_id: id })
    expectSuccess(response)
    expect(await storedMessage(server, id)).toMatchObject({ content, topic: 'today' })
  })

  it('reaches the participants of a private conversation', async () => {
    const secret = await alice.sendPrivately([bob.id], 'psst')
    const queues = await Promise.all(
      [bob, carol].map((person) => person.register({ event_types: ['update_message', 'message'] })),
    )
    expectSuccess(await edit(alice, secret, { content: 'hush', topic: '' }))
    await alice.sendPrivately([carol.id], 'done')
    const [event] = await bob.pollUntil(firstOf(queues), 'update_message')
    expect(event).toMatchObject({ message_ids: [secret], content: 'hush' })
    for (const key of ['stream_id', 'stream_name', 'orig_subject', 'subject', 'propagate_mode']) {
      expect(event).not.toHaveProperty(key)
    }
    expect(await carol.pollUntil(elementAt(queues, 1), 'message')).toMatchObject([
      { type: 'message' },
    ])
  })

  it('keeps blanks at the beginning of the content, which make a block of code', async () => {
    const code = await alice.send('lunch', 'today', '    if (hungry)\r\n      eat()')
    const queue = await bob.register({ event_types: ['update_message'] })
    for (const content of [
      '    if (hungry)\r\n      eat()\r\n \t',
      '    if (hungry)\n      eat()',
    ]) {
      expectSuccess(await edit(alice, code, { content }))
    }
    expect(await storedMessage(server, code)).toMatchObject({ last_edited_at: null })
    expectSuccess(await edit(alice, code, { content: '\n    if (hungry)\n      cook()\n' }))
    expect(await bob.pollUntil(queue, 'update_message')).toMatchObject([
      {
        content: '\n    if (hungry)\n      cook()',
        orig_content: expect.stringMatching(/^ {4}if/),
      },
    ])
    expect(await storedMessage(server, code)).toMatchObject({
      rendered_content: expect.stringContaining('<code>if (hungry)\n  cook()'),
    })
  })

  it('leaves "(deleted)" when it empties the content', async () => {
    expectSuccess(await edit(alice, id, { content: ' \n' }))
    expect((await storedMessage(server, id)).content).toBe('(deleted)')
  })

  it('publishes no event and makes no history when it keeps the content', async () => {
    const queue = await bob.register({ event_types: ['update_message'] })
    expectSuccess(await edit(alice, id, { content: 'pizza', topic: 'today', stream_id: streamId }))
    expectSuccess(await edit(alice, id, { content: 'pasta' }))
    expect(await bob.pollUntil(queue, 'update_message')).toMatchObject([{ content: 'pasta' }])
    expect((await storedMessage(server, id)).last_edited_at).not.toBeNull()
  })

  it('changes mentions, previews and HTML', async () => {
    const flagged = async () =>
      (
        await server.db
          .selectFrom('message_flags')
          .select(['user_id', 'mentioned', 'starred'])
          .where('message_id', '=', id)
          .orderBy('user_id')
          .execute()
      ).map(({ user_id, mentioned, starred }) => [user_id, mentioned, starred])
    const queue = await bob.register({ event_types: ['update_message'] })
    expectSuccess(await edit(alice, id, { content: '/me sees @**Bob** and @**Carol**' }))
    // Carol does not receive it.
    expect(await flagged()).toEqual([[bob.id, true, false]])
    expect(await storedMessage(server, id)).toMatchObject({ is_me_message: true, has_link: false })
    await server.db
      .updateTable('message_flags')
      .set({ starred: true })
      .where('message_id', '=', id)
      .execute()
    expectSuccess(await edit(alice, id, { content: '@**all** https://x.test/a.png' }))
    expect(await flagged()).toEqual([[bob.id, false, true]])
    expect(await storedMessage(server, id)).toMatchObject({
      is_me_message: false,
      has_link: true,
      has_image: true,
      mentions_everybody: true,
    })
    const isLast = (event: Record<string, unknown>) => event['is_me_message'] === false
    expect(await bob.pollUntil(queue, isLast)).toMatchObject([
      { flags: ['mentioned'], is_me_message: true },
      { flags: ['starred', 'stream_wildcard_mentioned', 'wildcard_mentioned'] },
    ])
  })

  it('tells each receiver whether they have read it', async () => {
    const dan = await server.user('dan')
    await bob.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'lunch' }],
      principals: [dan.id],
    })
    await server.db
      .updateTable('messages')
      .set({ read_by_sender: true })
      .where('id', '=', id)
      .execute()
    const people = [alice, bob, dan]
    const queues = await Promise.all(
      people.map((person) => person.register({ event_types: ['update_message'] })),
    )
    expectSuccess(await edit(alice, id, { content: 'pasta' }))
    const flags = await Promise.all(
      people.map(
        async (person, index) =>
          (await person.pollUntil(elementAt(queues, index), 'update_message'))[0]?.['flags'],
      ),
    )
    expect(flags).toEqual([['read'], [], ['read', 'historical']])
  })

  it('is for its sender alone', async () => {
    const admin = await server.user('dora', 'administrator')
    for (const person of [bob, admin]) {
      expectError(
        await edit(person, id, { content: 'x' }),
        400,
        refused("You don't have permission to edit this message"),
      )
    }
    expectError(await edit(alice, 987_654_321, { content: 'x' }), 400, invalidMessage)
    await server.stream('secret', { subscribers: [alice], inviteOnly: true })
    const hidden = await alice.send('secret', 't', 'x')
    expectError(await edit(bob, hidden, { content: 'x' }), 400, invalidMessage)
    expect((await storedMessage(server, id)).content).toBe('pizza')
  })

  it('is possible for ten minutes, and a little longer', async () => {
    later(620)
    expectSuccess(await edit(alice, id, { content: 'pasta' }))
    later(1)
    expectError(
      await edit(alice, id, { content: 'pizza' }),
      400,
      refused('The time limit for editing this message has passed'),
    )
  })

  it('is refused if the message was edited meanwhile', async () => {
    const expectation = { prev_content_sha256: sha256('pizza') }
    expectSuccess(await edit(alice, id, { content: 'pasta', ...expectation }))
    expectError(await edit(alice, id, { content: 'soup', ...expectation }), 400, {
      code: 'EXPECTATION_MISMATCH',
    })
    expect((await storedMessage(server, id)).content).toBe('pasta')
  })

  it.each<[string, Arguments, Record<string, unknown>]>([
    ['nothing', {}, { code: undefined, msg: 'Nothing to change' }],
    ['only a mode', { propagate_mode: 'change_all' }, { msg: 'Nothing to change' }],
    ['an unknown mode', { content: 'x', propagate_mode: 'some' }, { var_name: 'propagate_mode' }],
    [
      'too long a content',
      { content: 'x'.repeat(10_001) },
      refused('Message is too long: 10001 bytes (limit: 10000 bytes)'),
    ],
    ['a NUL', { content: 'a\0b' }, refused('Message must not contain null bytes')],
  ])('refuses %s', async (_what, args, expected) => {
    expectError(await edit(alice, id, args), 400, expected)
    expect((await storedMessage(server, id)).content).toBe('pizza')
  })

  it('is kept beside other edits at the same instant', async () => {
    const contents = ['one', 'two', 'three', 'four']
    const responses = await Promise.all(contents.map((content) => edit(alice, id, { content })))
    responses.forEach(expectSuccess)
    const history = await bob.call('GET /messages/{message_id}/history', { message_id: id })
    const revisions = history.message_history
    expect(revisions.map(({ content }) => content).sort()).toEqual([...contents, 'pizza'].sort())
    revisions.slice(1).forEach(({ prev_content }, index) => {
      expect(prev_content).toBe(elementAt(revisions, index).content)
    })
  })
})

describe('the history of a message', () => {
  it('shows it as it was sent and as each edit left it', async () => {
    const [eve, fay] = await server.users('eve', 'fay')
    const { id: streamId } = await server.stream('news', { subscribers: [eve, fay] })
    const { id: otherId } = await server.stream('olds', { subscribers: [eve, fay] })
    const id = await eve.send('news', 'today', 'good *news*')
    const sentAt = Math.floor(now / 1_000)
    later(10)
    expectSuccess(await edit(eve, id, { content: 'bad *news* today' }))
    later(10)
    expectSuccess(await edit(fay, id, { topic: 'yesterday' }))
    later(10)
    expectSuccess(await edit(server.owner, id, { stream_id: otherId }))

    const history = expectSuccess(await fay.get(`/messages/${id}/history`))['message_history']
    const rendered = {
      content: 'bad *news* today',
      rendered_content: '<p>bad <em>news</em> today</p>',
    }
    expect(history).toEqual([
      {
        topic: 'today',
        content: 'good *news*',
        rendered_content: '<p>good <em>news</em></p>',
        timestamp: sentAt,
        user_id: eve.id,
      },
      {
        topic: 'today',
        ...rendered,
        timestamp: sentAt + 10,
        user_id: eve.id,
        prev_content: 'good *news*',
        prev_rendered_content: '<p>good <em>news</em></p>',
        content_html_diff:
          '<p><span class="highlight_text_deleted">good</span>' +
          '<span class="highlight_text_inserted">bad</span> <em>news</em>' +
          '<span class="highlight_text_inserted"> today</span></p>',
      },
      {
        topic: 'yesterday',
        ...rendered,
        timestamp: sentAt + 20,
        user_id: fay.id,
        prev_topic: 'today',
      },
      {
        topic: 'yesterday',
        ...rendered,
        timestamp: sentAt + 30,
        user_id: server.owner.id,
        prev_stream: streamId,
        stream: otherId,
      },
    ])
  })

  it('has one entry for an unedited message, and is refused for a hidden one', async () => {
    const [gus, hal] = await server.users('gus', 'hal')
    await server.stream('hush', { subscribers: [gus], inviteOnly: true })
    const id = await gus.send('hush', 't', 'x')
    const { message_history: history } = expectSuccess(await gus.get(`/messages/${id}/history`))
    expect(history).toMatchObject([{ topic: 't', content: 'x', user_id: gus.id }])
    expectError(await hal.get(`/messages/${id}/history`), 400, invalidMessage)
  })
})
