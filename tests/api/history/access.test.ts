import { firstOf } from '../../support/checked'
import { expectError, expectSuccess } from '../../support/expectations'
import { contentsOf, readPage } from '../../support/history'
import type { Arguments, Person } from '../../support/person'
import { useTestServer } from '../../support/test-server'

const server = useTestServer()
const subscriptions = '/users/me/subscriptions'

const leave = async (person: Person, stream: string) =>
  expectSuccess(await person.delete(subscriptions, { subscriptions: [stream] }))
const join = async (person: Person, stream: string, by: Person = person) =>
  expectSuccess(
    await by.post(subscriptions, {
      subscriptions: [{ name: stream }],
      principals: [person.id],
    }),
  )
const read = (person: Person, narrow: unknown, args: Arguments = {}) =>
  person.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow, ...args })

/** Every way to look at everything. */
const everywhere: unknown[] = [
  [],
  [['channels', 'public']],
  [['is', 'starred']],
  [['is', 'unread']],
  [['is', 'mentioned']],
  [['is', 'dm']],
  [['search', 'secret']],
  [['in', 'all']],
  [{ operator: 'is', operand: 'starred', negated: true }],
  [{ operator: 'is', operand: 'dm', negated: true }],
  [{ operator: 'stream', operand: 'general', negated: true }],
]

/** Nothing that somebody can ask for shows a message. */
async function expectHidden(person: Person, messageId: number, content: string): Promise<void> {
  const narrows = [...everywhere, [['id', messageId]], [['near', messageId]]]
  const calls = ['first_unread', messageId].flatMap((anchor) =>
    narrows.map((narrow) => read(person, narrow, { anchor, num_before: 100, num_after: 100 })),
  )
  for (const response of await Promise.all(calls)) {
    expectSuccess(response)
    expect(response.text).not.toContain(content)
  }
  expect(expectSuccess(await person.get('/messages', { message_ids: [messageId] }))).toMatchObject({
    messages: [],
  })
  const match = { msg_ids: [messageId], narrow: [] }
  expect(expectSuccess(await person.get('/messages/matches_narrow', match))['messages']).toEqual({})
  const missing = await person.get('/messages/987654321')
  expectError(missing, 400, { code: 'BAD_REQUEST', msg: 'Invalid message(s)' })
  expect((await person.get(`/messages/${messageId}`)).text).toBe(missing.text)
}

async function expectShown(person: Person, messageId: number, content: string): Promise<void> {
  const { messages } = expectSuccess(await person.get('/messages', { message_ids: [messageId] }))
  expect(messages).toMatchObject([{ id: messageId }])
  expect(await contentsOf(person, [['id', messageId]])).toEqual([content])
  expect(expectSuccess(await person.get(`/messages/${messageId}`))['raw_content']).toBe(content)
}

/** A stream is answered like one that does not exist. */
async function expectUnknown(person: Person, name: string, id: number): Promise<void> {
  for (const [hidden, missing] of [
    [name, 'nowhere'],
    [id, 987_654],
  ] as const) {
    for (const negated of [false, true]) {
      const term = { operator: 'stream', negated }
      const answers = await Promise.all(
        [hidden, missing].map((operand) => read(person, [{ ...term, operand }])),
      )
      const [text, expected] = answers.map((answer) => answer.text)
      expectError(firstOf(answers), 400, { code: 'BAD_NARROW' })
      expect(text?.replaceAll(String(hidden), String(missing))).toBe(expected)
    }
  }
}

describe('messages of a private stream', () => {
  it('are for its subscribers, also the old ones, until they leave', async () => {
    const [alice, bob] = await server.users('alice', 'bob')
    const guest = await server.user('gast', 'guest')
    const { id } = await server.stream('vault', { subscribers: [alice], inviteOnly: true })
    const old = await alice.send('vault', 't', 'secret one')
    await expectHidden(bob, old, 'secret one')
    await expectHidden(guest, old, 'secret one')
    await expectUnknown(bob, 'vault', id)

    await join(bob, 'vault', alice)
    await server.db
      .updateTable('streams')
      .set({ history_public_to_subscribers: true })
      .where('id', '=', id)
      .execute()
    await expectShown(bob, old, 'secret one')
    const { messages } = await readPage(bob, {
      narrow: [
        ['stream', 'vault'],
        ['topic', 't'],
      ],
    })
    expect(messages).toMatchObject([{ content: 'secret one', flags: ['read', 'historical'] }])
    expect(await contentsOf(bob, [])).not.toContain('secret one')
    const newer = await alice.send('vault', 't', 'secret two')
    expect(await contentsOf(bob, [])).toContain('secret two')

    await leave(bob, 'vault')
    await expectHidden(bob, old, 'secret one')
    await expectHidden(bob, newer, 'secret two')
    await expectUnknown(bob, 'vault', id)
  })

  it('are hidden from later subscribers if history is not shared', async () => {
    const [cleo, dan] = await server.users('cleo', 'dan')
    const { id } = await server.stream('board', { subscribers: [cleo], inviteOnly: true })
    await server.db
      .updateTable('streams')
      .set({ history_public_to_subscribers: false })
      .where('id', '=', id)
      .execute()
    const before = await cleo.send('board', 't', 'secret before')
    await join(dan, 'board', cleo)
    await cleo.send('board', 't', 'first time')
    await leave(dan, 'board')
    const between = await cleo.send('board', 't', 'secret between')
    await join(dan, 'board', cleo)
    const last = await cleo.send('board', 't', 'second time')

    await expectHidden(dan, before, 'secret before')
    await expectHidden(dan, between, 'secret between')
    await expectShown(dan, last, 'second time')
    for (const anchor of ['newest', 'oldest', before, between]) {
      const args = { anchor, num_before: 100, num_after: 100 }
      for (const narrow of [
        [
          ['stream', 'board'],
          ['topic', 't'],
        ],
        [
          ['stream', id],
          ['topic', 't'],
          ['with', last],
        ],
      ]) {
        const expected =
          anchor === 'oldest' || anchor === 'newest'
            ? ['first time', 'second time']
            : expect.any(Array)
        const contents = await contentsOf(dan, narrow, args)
        expect(contents).toEqual(expected)
        expect(contents.join()).not.toContain('secret')
      }
    }
    expect(
      await contentsOf(cleo, [
        ['stream', 'board'],
        ['topic', 't'],
      ]),
    ).toHaveLength(4)
  })

  it('are not for administrators, who may know that it exists', async () => {
    const eve = await server.user('eve')
    const dora = await server.user('dora', 'administrator')
    await server.stream('council', { subscribers: [eve], inviteOnly: true })
    const id = await eve.send('council', 't', 'secret vote')
    expect(await contentsOf(dora, [['stream', 'council']])).toEqual([])
    const negated = { operator: 'stream', operand: 'council', negated: true }
    expect(await contentsOf(dora, [negated])).not.toContain('secret vote')
    await expectHidden(dora, id, 'secret vote')
  })

  it('go out of sight when they are moved there', async () => {
    const [fay, gus] = await server.users('fay', 'gus')
    await server.stream('plaza', { subscribers: [fay, gus] })
    const { id: stream_id } = await server.stream('cellar', {
      subscribers: [fay],
      inviteOnly: true,
    })
    const moved = await fay.send('plaza', 't', 'secret plan')
    await expectShown(gus, moved, 'secret plan')
    await server.db.updateTable('messages').set({ stream_id }).where('id', '=', moved).execute()
    await expectHidden(gus, moved, 'secret plan')
    await expectShown(fay, moved, 'secret plan')
  })
})

describe('messages of a public stream', () => {
  it('may be read by all but guests, received or not', async () => {
    const hal = await server.user('hal')
    const guest = await server.user('visitor', 'guest')
    const { id } = await server.stream('market', { subscribers: [server.owner] })
    const message = await server.owner.send('market', 't', 'secret price')
    const narrow = [
      ['stream', 'market'],
      ['topic', 't'],
    ]
    expect(await readPage(hal, { narrow })).toMatchObject({
      messages: [{ content: 'secret price', flags: ['read', 'historical'] }],
    })
    expect(await contentsOf(hal, [])).not.toContain('secret price')
    expect(await contentsOf(hal, [['channels', 'public']])).toContain('secret price')
    await expectHidden(guest, message, 'secret price')
    await expectUnknown(guest, 'market', id)

    await join(guest, 'market', server.owner)
    expect(await readPage(guest, { narrow })).toMatchObject({
      messages: [{ content: 'secret price', flags: ['read', 'historical'] }],
    })
    expect(await contentsOf(guest, [['channels', 'public']])).toContain('secret price')
    await leave(guest, 'market')
    await expectHidden(guest, message, 'secret price')
  })

  it('stay readable for former subscribers, and in an archived stream', async () => {
    const [ivy, jon] = await server.users('ivy', 'jon')
    const { id } = await server.stream('park', { subscribers: [ivy, jon] })
    await jon.send('park', 't', 'a bench')
    await leave(ivy, 'park')
    await jon.send('park', 't', 'a swing')
    expect(await contentsOf(ivy, [['topic', 't']])).toEqual(['a bench'])
    expect(
      await contentsOf(ivy, [
        ['stream', 'park'],
        ['topic', 't'],
      ]),
    ).toEqual(['a bench', 'a swing'])
    expectSuccess(await server.owner.delete(`/streams/${id}`))
    expect(await contentsOf(ivy, [['topic', 't']])).toEqual(['a bench'])
    expect(
      await contentsOf(jon, [
        ['stream', id],
        ['topic', 't'],
      ]),
    ).toEqual(['a bench', 'a swing'])
  })
})

describe('other people', () => {
  it('read no private conversation that they are not in', async () => {
    const [kim, lea, mia] = await server.users('kim', 'lea', 'mia')
    const id = await kim.sendPrivately([lea.id], 'secret whisper')
    await expectHidden(mia, id, 'secret whisper')
    for (const narrow of [
      [['dm', [kim.id, lea.id]]],
      [['dm-including', kim.id]],
      [['dm-including', [kim.id, lea.id]]],
      [
        ['sender', kim.id],
        ['is', 'dm'],
      ],
      [['mentions', lea.id]],
    ]) {
      expect(await contentsOf(mia, narrow)).toEqual([])
    }
    await expectShown(lea, id, 'secret whisper')
  })

  it('read nothing if they are in another organization, and cannot be found', async () => {
    const [ned] = await server.users('ned')
    const { id } = await server.stream('here', { subscribers: [ned] })
    const message = await ned.send('here', 't', 'secret local')
    const other = await server.realm('elsewhere')
    await expectHidden(other.owner, message, 'secret local')
    await expectUnknown(other.owner, 'here', id)
    for (const operator of ['sender', 'dm', 'dm-including', 'mentions']) {
      for (const operand of [ned.id, ned.email]) {
        expectError(await read(other.owner, [[operator, operand]]), 400, { code: 'BAD_NARROW' })
      }
    }
  })

  it('are still found as senders after they were deactivated', async () => {
    const [olaf, pia] = await server.users('olaf', 'pia')
    await server.stream('attic', { subscribers: [olaf, pia] })
    await olaf.send('attic', 't', 'farewell')
    await olaf.sendPrivately([pia.id], 'bye')
    expectSuccess(await server.owner.delete(`/users/${olaf.id}`))
    expect(await contentsOf(pia, [['sender', olaf.email]])).toEqual(
      expect.arrayContaining(['farewell', 'bye']),
    )
    expect(await contentsOf(pia, [['dm', [olaf.id]]])).toEqual(['bye'])
  })
})
