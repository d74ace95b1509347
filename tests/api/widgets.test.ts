import { sql } from 'kysely'
import { sizeLimits } from '../../src/server/chat/rules/limits'
import { asNumber, asRecord, asText, elementAt, firstOf, lastOf, parsed } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { readPage } from '../support/history'
import type { Arguments, Person } from '../support/person'
import { messageIn } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

let alice: Person
let bob: Person
let carol: Person
beforeAll(async () => {
  ;[alice, bob, carol] = await server.users('alice', 'bob', 'carol')
  await server.stream('lunch', { subscribers: [alice, bob] })
})

const act = (person: Person, message_id: number, content: unknown, args: Arguments = {}) =>
  person.post('/submessage', { message_id, msg_type: 'widget', content, ...args })
const vote = (key = 'canned,0', vote = 1) => ({ type: 'vote', key, vote })

interface Submessage {
  id: number
  message_id: number
  sender_id: number
  msg_type: string
  content: string
}

const submessagesOf = async (person: Person, id: number) => {
  const { messages } = await readPage(person, { narrow: [['id', id]] })
  return firstOf(messages)['submessages'] as Submessage[]
}
/** Senders and contents of a message's submessages. */
const doneIn = async (id: number) =>
  (await submessagesOf(alice, id)).slice(1).map(({ sender_id, content }) => ({
    sender_id,
    done: parsed(content),
  }))

const poll = { widget_type: 'poll', extra_data: { question: 'Where?', options: ['here', 'there'] } }
const sendPoll = () => alice.send('lunch', 'today', '/poll Where?\n- here\n- there')

describe('the first word of a message', () => {
  it.each([
    ['/poll', '/poll Where?\nhere\nthere', poll],
    [
      '/todo',
      '/todo Lunch\npizza: much',
      {
        widget_type: 'todo',
        extra_data: { task_list_title: 'Lunch', tasks: [{ task: 'pizza', desc: 'much' }] },
      },
    ],
  ])(
    'makes a widget of a message with %s, in its event and in every page',
    async (_word, content, widget) => {
      const queue = await bob.register({ event_types: ['message'] })
      const ids = [
        await alice.send('lunch', 'today', content),
        await alice.sendPrivately([bob.id], content),
      ]
      const events = await bob.pollUntil(queue, ({ message }) => asRecord(message)['id'] === ids[1])
      for (const [index, message_id] of ids.entries()) {
        const told = messageIn(events[index]).submessages
        expect(told).toEqual([
          {
            id: expect.any(Number),
            message_id,
            sender_id: alice.id,
            msg_type: 'widget',
            content: expect.any(String),
          },
        ])
        expect(JSON.parse(firstOf(told).content)).toEqual(widget)
        expect(await submessagesOf(bob, message_id)).toEqual(told)
        const { message } = expectSuccess(await bob.get(`/messages/${message_id}`))
        expect(message).toMatchObject({ submessages: told })
      }
    },
  )

  it('makes no submessages if it is no command', async () => {
    const id = await alice.send('lunch', 'today', '/polls are open')
    expect(await submessagesOf(bob, id)).toEqual([])
  })

  it('makes one poll of /poll that is sent again under the same local id', async () => {
    const echo = { queue_id: (await alice.register()).queue_id, local_id: '1.1' }
    const send = async () => {
      const args = { type: 'stream', to: 'lunch', topic: 'today', content: '/poll Where?', ...echo }
      return asNumber(expectSuccess(await alice.post('/messages', args))['id'])
    }
    const id = await send()
    expect(await send()).toBe(id)
    expect(await submessagesOf(alice, id)).toHaveLength(1)
  })
})

describe('a widget', () => {
  it('is changed by its readers, and its audience is told', async () => {
    const id = await sendPoll()
    const queues = await Promise.all(
      [alice, bob, carol].map((person) => person.register({ event_types: ['submessage'] })),
    )
    const changes = [
      [bob, vote()],
      [bob, { type: 'new_option', idx: 0, option: 'nowhere' }],
      [carol, vote(`${bob.id},0`)],
      [bob, vote('canned,0', -1)],
      [alice, { type: 'question', question: 'When?' }],
    ] as const
    for (const [person, change] of changes) expectSuccess(await act(person, id, change))

    const done = changes.map(([{ id: sender_id }, done]) => ({ sender_id, done }))
    expect(await doneIn(id)).toEqual(done)
    const submessages = (await submessagesOf(carol, id)).slice(1)
    const asTold = submessages.map(({ id: submessage_id, ...rest }) => ({
      ...{ type: 'submessage', submessage_id, ...rest },
    }))
    for (const [index, person] of [alice, bob].entries()) {
      const events = await person.pollUntil(
        elementAt(queues, index),
        ({ content }) => JSON.parse(asText(content)).type === 'question',
      )
      expect(events.map(({ id: _id, ...event }) => event)).toEqual(asTold)
    }
    // A reader without a subscription gets events of their own acts.
    expect(await carol.pollUntil(elementAt(queues, 2), 'submessage')).toMatchObject([
      { sender_id: carol.id, message_id: id },
    ])
  })

  it('is checked off and extended if it is a list of tasks', async () => {
    const id = await alice.send('lunch', 'today', '/todo Lunch\npizza')
    const changes = [
      { type: 'new_task', key: 0, task: 'salad', desc: '', completed: false },
      { type: 'strike', key: 'canned,0' },
      { type: 'strike', key: `${bob.id},0` },
    ]
    for (const change of changes) expectSuccess(await act(bob, id, change))
    const title = { type: 'new_task_list_title', title: 'Dinner' }
    expectSuccess(await act(alice, id, title))
    expect((await doneIn(id)).map(({ done }) => done)).toEqual([...changes, title])
    expectError(await act(bob, id, title), 400, {
      code: 'BAD_REQUEST',
      msg: "You can't edit the task list title unless you are the author.",
    })
  })

  it.each<[string, unknown, string]>([
    [
      'what is done in another',
      { type: 'strike', key: 'canned,0' },
      'Unknown type for poll data: strike',
    ],
    [
      'a question of somebody else',
      { type: 'question', question: 'When?' },
      "You can't edit a question unless you are the author.",
    ],
    ['nothing known', { type: 'shout' }, 'Invalid content["type"]'],
    ['half a vote', { type: 'vote', key: 'canned,0' }, 'vote key is missing from content'],
    ['half of a vote', vote('canned,0', 0.5), 'Invalid content["vote"]'],
    ['a vote that clients cannot read', vote('bob,0'), 'Invalid content["key"]'],
    ['more than a vote', { ...vote(), voter: 5 }, 'Unexpected arguments: content["voter"]'],
    [
      'an option that clients do not count to',
      { type: 'new_option', idx: 1_001, option: 'x' },
      'content["idx"] must be at most 1000',
    ],
    [
      'a long option',
      { type: 'new_option', idx: 1, option: 'x'.repeat(1_001) },
      'content["option"] is too long (limit: 1000 characters)',
    ],
    ['a list', [], 'content is not a dict'],
  ])('does not take %s', async (_what, change, msg) => {
    const id = await sendPoll()
    expectError(await act(bob, id, change), 400, { code: 'BAD_REQUEST', msg })
    expect(await doneIn(id)).toEqual([])
  })

  it('takes JSON of its own type alone', async () => {
    const id = await sendPoll()
    expectError(await act(bob, id, '{'), 400, { msg: 'Argument "content" is not valid JSON.' })
    expectError(await act(bob, id, vote(), { msg_type: 'whatever' }), 400, {
      code: 'REQUEST_VARIABLE_INVALID',
      msg: "Bad value for 'msg_type': whatever",
    })
  })

  it('can take no more at some point', async () => {
    const id = await sendPoll()
    await sql`
      insert into submessages (realm_id, message_id, sender_id, content)
      select realm_id, id, sender_id, repeat('x', ${sizeLimits.submessageBytes})
      from messages where id = ${id}`.execute(server.db)
    const queue = await bob.register({ event_types: ['submessage', 'message'] })
    expectError(await act(bob, id, vote()), 400, {
      code: 'BAD_REQUEST',
      msg: 'Too many submessages (limit: 1000000 bytes)',
    })
    await bob.sendPrivately([bob.id], 'That is all.')
    expect(await bob.pollUntil(queue, 'message')).toHaveLength(1)
    expect(await submessagesOf(bob, id)).toHaveLength(2)
  })

  it('takes votes that come at once, in the order in which they are told of', async () => {
    const id = await sendPoll()
    const queue = await alice.register({ event_types: ['submessage'] })
    const keys = Array.from({ length: 10 }, (_, index) => `canned,${index}`)
    const responses = await Promise.all(
      keys.map((key, index) => act(index % 2 ? alice : bob, id, vote(key))),
    )
    responses.forEach(expectSuccess)
    const read = (await submessagesOf(alice, id)).slice(1)
    const last = lastOf(read).id
    const told = await alice.pollUntil(queue, (event) => event['submessage_id'] === last)
    expect(told.map((event) => event['submessage_id'])).toEqual(read.map((said) => said.id))
  })

  it('stays as it was sent, wherever it goes, and goes with its message', async () => {
    const id = await sendPoll()
    expectSuccess(await act(bob, id, vote()))
    expectError(await alice.patch(`/messages/${id}`, { content: '/poll When?' }), 400, {
      code: 'BAD_REQUEST',
      msg: 'Widgets cannot be edited.',
    })
    expectSuccess(await alice.patch(`/messages/${id}`, { topic: 'tomorrow' }))
    expect(await submessagesOf(bob, id)).toHaveLength(2)
    expectSuccess(await act(bob, id, vote('canned,1')))

    expectSuccess(await alice.delete(`/messages/${id}`))
    const left = await server.db
      .selectFrom('submessages')
      .select('id')
      .where('message_id', '=', id)
      .execute()
    expect(left).toEqual([])
    expectError(await act(bob, id, vote()), 400, { msg: 'Invalid message(s)' })
  })
})

describe('a vote', () => {
  it('is refused in a message that is no widget, or became like one', async () => {
    const id = await alice.send('lunch', 'today', 'Where?')
    expectSuccess(await alice.patch(`/messages/${id}`, { content: '/poll Where?' }))
    for (const person of [alice, bob]) {
      expectError(await act(person, id, vote()), 400, {
        code: 'BAD_REQUEST',
        msg: 'You cannot attach a submessage to this message.',
      })
    }
    expect(await submessagesOf(bob, id)).toEqual([])
    expectSuccess(await alice.patch(`/messages/${id}`, { content: 'Here!' }))
  })

  it('is refused in an unreadable message', async () => {
    await server.stream('secret', { subscribers: [alice], inviteOnly: true })
    const hidden = [
      await alice.send('secret', 't', '/poll Where?'),
      await alice.sendPrivately([bob.id], '/poll Where?'),
      987_654_321,
    ]
    for (const id of hidden) {
      expectError(await act(carol, id, vote()), 400, {
        code: 'BAD_REQUEST',
        msg: 'Invalid message(s)',
      })
    }
    expectSuccess(await act(bob, elementAt(hidden, 1), vote()))
  })
})
