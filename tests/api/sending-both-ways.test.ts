import { asRecord, elementAt, firstOf, shapedLike } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { useOwnServer } from '../support/own-server'
import type { Person, Queue } from '../support/person'

/**
 * A message to a stream is stored in a batch, or in a transaction. Both ways must leave the same rows and events:
 * docs/fast-ways.md.
 */
describe('messages stored in a batch and in a transaction', () => {
  const server = useOwnServer()
  let ann: Person
  let people: Person[]
  let queues: [Person, Queue][]

  beforeAll(async () => {
    const [first, bob, guest, outsider] = await server.users('ann', 'bob', 'gus', 'otto')
    ann = first
    const bot = await server.bot(ann, 'helper')
    const watcher = await server.bot(bob, 'watcher')
    people = [ann, bob, guest, outsider, bot, watcher]
    await server.stream('both', { subscribers: [ann, bob, guest] })
    await server.stream('closed', { subscribers: [ann, bob], inviteOnly: true })
    expectSuccess(await bob.post('/users/me/alert_words', { alert_words: ['pizza'] }))
    const members = [bob.id, outsider.id]
    expectSuccess(
      await server.owner.post('/user_groups/create', { name: 'cooks', description: '', members }),
    )
    queues = [
      [ann, await ann.register({ event_types: ['message'] })],
      [bob, await bob.register({ event_types: ['message'], apply_markdown: true })],
      [outsider, await outsider.register({ event_types: ['message'], all_public_streams: true })],
      [watcher, await watcher.register({ event_types: ['message'] })],
    ]
  })

  const contents = {
    'plain text': 'hello *all* 😀',
    'a status': '/me cooks',
    code: '```python\nprint(1)\n```',
    'a link': 'see https://example.org/x',
    'a picture': 'https://example.org/x.png',
    'a mention': '@**bob** and @_**gus**',
    'a mention of an outsider': '@**otto**',
    'a mention of a group': '@*cooks*',
    'a mention of a bot': '@**watcher**',
    'a mention of everybody': '@**all**',
    'a mention of the topic': '@**topic**',
    'an alert word': 'who wants Pizza?',
    'quotes and backslashes': 'a "b" \\u0041 \\ \u2028 {"id":0}',
  }
  const cases: [name: string, content: string, more: Record<string, string>, by: number][] = [
    ...Object.entries(contents).map(
      ([name, content]): [string, string, Record<string, string>, number] => [name, content, {}, 0],
    ),
    ['a private stream', '@**bob** @**otto** pizza', { to: 'closed' }, 0],
    ['a message read by its sender', 'seen', { read_by_sender: 'true' }, 0],
    ['a message not read by its sender', 'unseen', { read_by_sender: 'false' }, 0],
    ['a message of a bot', 'beep @**bob**', {}, 4],
    ['a message with a local id', 'once', { local_id: '7.01' }, 0],
  ]

  it.each(cases)('are equal: %s', async (name, content, more, by) => {
    const sender = elementAt(people, by)
    const topic = `about ${name}`.slice(0, 60)
    // A participant of the topic.
    await elementAt(people, 1).send(more['to'] ?? 'both', topic, 'opening')
    const store = jest.spyOn(server.ctx, 'storeMessage')
    const sendAndLook = async (localIdEnding: string) => {
      const echo = more['local_id'] && {
        local_id: more['local_id'] + localIdEnding,
        queue_id: firstOf(queues)[1].queue_id,
      }
      const answer = await sender.post('/messages', {
        ...{ type: 'stream', to: 'both', topic, content },
        ...more,
        ...echo,
      })
      expectSuccess(answer)
      const { id, ...others } = shapedLike(answer.body, { id: 0 })
      return { answer: others, rows: await rowsOf(id), events: await eventsOf(id) }
    }
    try {
      const fast = await sendAndLook('1')
      const [result] = await Promise.all(store.mock.results.map(({ value }): unknown => value))
      expect(typeof result).toBe('number')
      // As if the stream had changed since the sender was checked.
      store.mockReset().mockResolvedValue(undefined)
      const general = await sendAndLook('2')
      expect(store).toHaveBeenCalled()
      expect(fast).toEqual(general)
      expect(fast.events.flat().length).toBeGreaterThan(0)
    } finally {
      store.mockRestore()
    }
  })

  it.each(['fast', 'general'])(
    'follow a committed change whose event is late: %s way',
    async (way) => {
      const queue = await ann.register({ event_types: ['pointer', 'message'] })
      // As a worker leaves it that dies right after the commit.
      const body = { event: { type: 'pointer', pointer: 5 }, audience: { userIds: [ann.id] } }
      await server.ctx.db.query
        .insertInto('outbox')
        .values({ realm_id: server.realmId, body: JSON.stringify(body), in_order: true })
        .execute()
      const store = jest.spyOn(server.ctx, 'storeMessage')
      if (way === 'general') store.mockResolvedValue(undefined)
      try {
        await ann.send('both', 'order', way)
      } finally {
        store.mockRestore()
      }
      const events = await ann.eventsUntilNow(queue)
      expect(events.map(({ type }) => type)).toEqual(['pointer', 'message'])
    },
  )

  it.each(['fast', 'general'])('do not wait for changes of other streams: %s way', async (way) => {
    const { query } = server.ctx.db
    const streams = await query.selectFrom('streams').select(['id', 'name']).execute()
    const holds = streams.filter(({ name }) => name === 'closed').map(({ id }) => id)
    const body = { event: { type: 'pointer', pointer: 5 }, audience: { userIds: [] } }
    const late = await query
      .insertInto('outbox')
      .values({
        realm_id: server.realmId,
        body: JSON.stringify(body),
        in_order: true,
        holds_streams: holds,
        // No sweep takes the row yet.
        created_at: new Date(Date.now() + 3_600_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const isWaiting = async () =>
      (await query.selectFrom('outbox').select('id').where('id', '=', late.id).execute()).length > 0
    const store = jest.spyOn(server.ctx, 'storeMessage')
    if (way === 'general') store.mockResolvedValue(undefined)
    try {
      await ann.send('both', 'order', way)
      expect(await isWaiting()).toBe(true)
      await ann.send('closed', 'order', way)
      expect(await isWaiting()).toBe(false)
    } finally {
      store.mockRestore()
    }
  })

  /** The rows of a message, without its id and times. */
  async function rowsOf(id: number): Promise<object> {
    const { query } = server.ctx.db
    const message = await query
      .selectFrom('messages')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const flags = await query
      .selectFrom('message_flags')
      .selectAll()
      .where('message_id', '=', id)
      .orderBy('user_id')
      .execute()
    const local = await query
      .selectFrom('local_messages')
      .select(['user_id', 'queue_id'])
      .where('message_id', '=', id)
      .execute()
    const submessages = await query
      .selectFrom('submessages')
      .select('id')
      .where('message_id', '=', id)
      .execute()
    return {
      message: { ...message, id: 0, sent_at: typeof message.sent_at },
      flags: flags.map((row) => ({ ...row, message_id: 0 })),
      local,
      submessages,
    }
  }

  /** The events of a message in every queue, without ids and times. */
  function eventsOf(id: number): Promise<object[][]> {
    return Promise.all(
      queues.map(async ([person, queue]) => {
        const events = await person.eventsUntilNow(queue)
        return events
          .map((event) => ({ ...event, message: asRecord(event['message']) }))
          .filter(({ message }) => message['id'] === id)
          .map(({ id: _id, message, ...overlay }) => ({
            ...overlay,
            ...('local_message_id' in overlay && { local_message_id: 'some' }),
            message: { ...message, id: 0, timestamp: typeof message['timestamp'] },
          }))
      }),
    )
  }
})
