import { elementAt, firstOf, present } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

const path = (id: number) => `/messages/${id}/reactions`
const react = (person: Person, id: number, args: Arguments) => person.post(path(id), args)
const takeBack = (person: Person, id: number, args: Arguments) => person.delete(path(id), args)

async function reactionsOf(id: number) {
  return server.db
    .selectFrom('reactions')
    .select(['user_id', 'emoji_name', 'emoji_code', 'reaction_type'])
    .where('message_id', '=', id)
    .orderBy('id')
    .execute()
}

describe('a reaction', () => {
  let alice: Person
  let bob: Person
  let carol: Person
  let id: number
  beforeAll(async () => {
    ;[alice, bob, carol] = await server.users('alice', 'bob', 'carol')
    await server.stream('lunch', { subscribers: [alice, bob] })
  })
  beforeEach(async () => {
    id = await alice.send('lunch', 'today', 'pizza')
  })

  it('is told to the receivers of the message, and so is its removal', async () => {
    const queue = await alice.register({ event_types: ['reaction'] })
    expectSuccess(await react(bob, id, { emoji_name: 'tada', message_id: String(id) }))
    expectSuccess(await takeBack(bob, id, { emoji_name: 'tada' }))
    const reaction = {
      type: 'reaction',
      message_id: id,
      emoji_name: 'tada',
      emoji_code: '1f389',
      reaction_type: 'unicode_emoji',
      user_id: bob.id,
      user: { id: bob.id, user_id: bob.id, email: bob.email, full_name: 'Bob' },
    }
    const events = await alice.pollUntil(queue, (event) => event['op'] === 'remove')
    expect(events).toMatchObject([
      { ...reaction, op: 'add' },
      { ...reaction, op: 'remove' },
    ])
    expect(await reactionsOf(id)).toEqual([])
  })

  it('reaches the reacting user in a stream that they are not subscribed to', async () => {
    const queue = await carol.register({ event_types: ['reaction'] })
    expectSuccess(await react(carol, id, { emoji_name: 'eyes' }))
    expect(await carol.pollUntil(queue, 'reaction')).toMatchObject([{ user_id: carol.id }])
  })

  it.each<[string, Arguments, Record<string, string>]>([
    ['a name', { emoji_name: 'thumbs_up' }, { emoji_name: 'thumbs_up', emoji_code: '1f44d' }],
    [
      'a name, the code and the type',
      { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' },
      { emoji_name: '+1', emoji_code: '1f44d' },
    ],
    ['a name and the code', { emoji_name: 'tada', emoji_code: '1f389' }, { emoji_code: '1f389' }],
    [
      'a name and the type',
      { emoji_name: 'tada', reaction_type: 'unicode_emoji' },
      { emoji_code: '1f389' },
    ],
    [
      'that of the server',
      { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' },
      { emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' },
    ],
    [
      'that of the server, by name',
      { emoji_name: 'zulip' },
      { reaction_type: 'zulip_extra_emoji' },
    ],
  ])('is named by %s', async (_what, args, stored) => {
    expectSuccess(await react(bob, id, args))
    expect(await reactionsOf(id)).toMatchObject([stored])
  })

  it.each<[string, Arguments]>([
    ['a name', { emoji_name: '+1' }],
    ['another name', { emoji_name: 'thumbs_up' }],
    ['a code', { emoji_code: '1f44d' }],
    ['all of it', { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }],
  ])('is removed by %s', async (_what, args) => {
    expectSuccess(await react(bob, id, { emoji_name: '+1' }))
    expectSuccess(await react(bob, id, { emoji_name: 'tada' }))
    expectSuccess(await takeBack(bob, id, args))
    expect(await reactionsOf(id)).toMatchObject([{ emoji_name: 'tada' }])
  })

  it.each([
    ['robot', '1f916'],
    ['smile', '1f642'],
    ['cross_mark', '274c'],
    ['fingers_crossed', '1f91e'],
    ['family', '1f46a'],
    ['ok', '1f44c'],
    ['calendar', '1f4c5'],
    ['cat', '1f408'],
    ['newspaper', '1f5de'],
  ])('is the %s of other clients, with its code and without', async (emoji_name, emoji_code) => {
    expectSuccess(await react(alice, id, { emoji_name }))
    expectSuccess(await react(bob, id, { emoji_name, emoji_code, reaction_type: 'unicode_emoji' }))
    const reaction = { emoji_name, emoji_code }
    expect(await reactionsOf(id)).toMatchObject([reaction, reaction])
  })

  it('has the code of its emoji if two emoji share the name', async () => {
    expectSuccess(await react(bob, id, { emoji_name: 'smile', emoji_code: '263a' }))
    expectSuccess(await react(bob, id, { emoji_name: 'smile' }))
    expect(await reactionsOf(id)).toMatchObject([{ emoji_code: '263a' }, { emoji_code: '1f642' }])
    expectSuccess(await takeBack(bob, id, { emoji_name: 'smile' }))
    expectSuccess(await takeBack(bob, id, { emoji_name: 'smile' }))
    expect(await reactionsOf(id)).toEqual([])
  })

  it('is removed by any name of its emoji if it has an older name', async () => {
    for (const [was, now] of [
      ['relaxed', 'smile'],
      ['beetle', 'ladybug'],
      ['cat', 'kitten'],
    ] as const) {
      const code = { relaxed: '263a', beetle: '1f41e', cat: '1f431' }[was]
      expectSuccess(await react(bob, id, { emoji_name: was, emoji_code: code }))
      expectSuccess(await takeBack(bob, id, { emoji_name: now }))
    }
    expect(await reactionsOf(id)).toEqual([])
  })

  it('goes by the name under which others have given it', async () => {
    expectSuccess(await react(alice, id, { emoji_name: '+1' }))
    expectSuccess(await react(bob, id, { emoji_name: 'thumbs_up' }))
    expect(await reactionsOf(id)).toMatchObject([{ emoji_name: '+1' }, { emoji_name: '+1' }])
    const again = { emoji_name: 'agreed', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }
    expectSuccess(await react(carol, id, again))
    expect(await reactionsOf(id)).toHaveLength(3)
  })

  it('is added once, also by two calls at the same instant', async () => {
    const args = { emoji_name: 'tada' }
    const responses = await Promise.all([react(bob, id, args), react(bob, id, args)])
    const refused = responses.find((response) => response.status !== 200)
    expectError(present(refused, 'refused'), 400, {
      code: 'REACTION_ALREADY_EXISTS',
      msg: 'Reaction already exists.',
    })
    expect(await reactionsOf(id)).toHaveLength(1)
  })

  it.each<[string, Arguments, Record<string, unknown>]>([
    ['an unknown name', { emoji_name: 'nosuch' }, { msg: "Emoji 'nosuch' does not exist" }],
    [
      'a code of something else',
      { emoji_name: 'tada', emoji_code: '1f44d' },
      { msg: "Emoji 'tada' does not exist" },
    ],
    [
      'a type of something else',
      { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'realm_emoji' },
      { msg: "Emoji 'tada' does not exist" },
    ],
    ['no name', {}, { code: 'REQUEST_VARIABLE_MISSING', var_name: 'emoji_name' }],
  ])('cannot be %s', async (_what, args, expected) => {
    expectError(await react(bob, id, args), 400, { code: 'BAD_REQUEST', ...expected })
    expect(await reactionsOf(id)).toEqual([])
  })

  it('is removed only by its user, while it exists, and by a name or a code', async () => {
    expectSuccess(await react(alice, id, { emoji_name: 'tada' }))
    for (const args of [
      { emoji_name: 'tada' },
      { emoji_code: '1f389' },
      { emoji_name: 'nosuch' },
    ]) {
      expectError(await takeBack(bob, id, args), 400, {
        code: 'REACTION_DOES_NOT_EXIST',
        msg: "Reaction doesn't exist.",
      })
    }
    expectError(await takeBack(alice, id, { message_id: id }), 400, {
      code: 'BAD_REQUEST',
      msg: "Missing 'emoji_name' or 'emoji_code' argument",
    })
  })

  it('is refused to users who cannot read the message', async () => {
    await server.stream('secret', { subscribers: [alice], inviteOnly: true })
    const hidden = await alice.send('secret', 't', 'x')
    for (const messageId of [hidden, 987_654_321]) {
      const expected = { code: 'BAD_REQUEST', msg: 'Invalid message(s)' }
      expectError(await react(bob, messageId, { emoji_name: 'tada' }), 400, expected)
      expectError(await takeBack(bob, messageId, { emoji_name: 'tada' }), 400, expected)
    }
  })

  it('reaches only the participants of a private conversation', async () => {
    const secret = await alice.sendPrivately([bob.id], 'psst')
    const queues = await Promise.all(
      [bob, carol].map((person) => person.register({ event_types: ['reaction', 'message'] })),
    )
    expectSuccess(await react(alice, secret, { emoji_name: 'tada' }))
    await alice.sendPrivately([carol.id], 'done')
    expect(await bob.pollUntil(firstOf(queues), 'reaction')).toMatchObject([{ message_id: secret }])
    expect(await carol.pollUntil(elementAt(queues, 1), 'message')).toMatchObject([
      { type: 'message' },
    ])
  })
})
