import { anyValue, elementAt, shapedLike } from '../support/checked'
import type { Person } from '../support/person'
import { useTestServer } from '../support/test-server'

describe('the row of a new message', () => {
  const server = useTestServer()

  const flagsOf = async (messageId: number) => {
    const rows = await server.db
      .selectFrom('message_flags')
      .selectAll()
      .where('message_id', '=', messageId)
      .orderBy('user_id')
      .execute()
    return rows.map((row) => ({
      user: row.user_id,
      flags: Object.entries(row).flatMap(([name, value]) => (value === true ? [name] : [])),
    }))
  }

  const rowOf = (messageId: number) =>
    server.db
      .selectFrom('messages')
      .selectAll()
      .where('id', '=', messageId)
      .executeTakeFirstOrThrow()

  it('has flags only for mentioned users who receive it', async () => {
    const [ann, ben, outsider] = await server.users('ann', 'ben', 'outsider')
    await server.stream('flags', { subscribers: [ann, ben] })
    const id = await ann.send('flags', 't', '@**Ben** @**Outsider** @**all**')
    expect(await flagsOf(id)).toEqual([{ user: ben.id, flags: ['mentioned'] }])
    expect(await rowOf(id)).toMatchObject({ mentions_everybody: true, read_by_sender: false })

    const privately = await ann.sendPrivately([ben.id], '@**Ben** @**Outsider** @**Ann**')
    expect((await flagsOf(privately)).map(({ user }) => user)).toEqual([ann.id, ben.id])
    expect(outsider.id).toBeGreaterThan(ben.id)
  })

  it('has a flag for a bot that gets a mention on a public stream', async () => {
    const [cat] = await server.users('cat')
    const bot = await server.bot(cat, 'assistant')
    await server.stream('public', { subscribers: [cat] })
    await server.stream('private', { subscribers: [cat], inviteOnly: true })
    const mention = { user: bot.id, flags: ['mentioned'] }
    expect(await flagsOf(await cat.send('public', 't', '@**Assistant**'))).toEqual([mention])
    expect(await flagsOf(await cat.send('private', 't', '@**Assistant**'))).toEqual([])
  })

  it('has flags for participants of a topic, when the topic is mentioned', async () => {
    const [dan, eve, fay] = await server.users('dan', 'eve', 'fay')
    await server.stream('topics', { subscribers: [dan, eve, fay] })
    await eve.send('topics', 'Pizza', 'me too')
    await fay.send('topics', 'pasta', 'not me')
    const queues = await Promise.all([eve.register(), fay.register()])
    const id = await dan.send('topics', 'pizza', 'who of @**topic** comes?')

    const flags = ['topic_wildcard_mentioned']
    expect(await flagsOf(id)).toEqual([
      { user: dan.id, flags },
      { user: eve.id, flags },
    ])
    const told = async (person: Person, index: number) =>
      (await person.pollUntil(elementAt(queues, index), 'message')).map((event) => event['flags'])
    expect(await told(eve, 0)).toEqual([['topic_wildcard_mentioned', 'wildcard_mentioned']])
    expect(await told(fay, 1)).toEqual([[]])
  })

  it('tells whether the sender has read it, and what it contains', async () => {
    const [gus] = await server.users('gus')
    await server.stream('links', { subscribers: [gus] })
    const content = 'https://parley.test/a.png'
    const sent = await gus.post('/messages', {
      type: 'stream',
      to: 'links',
      topic: 't',
      content,
      read_by_sender: true,
    })
    expect(await rowOf(shapedLike(sent.body, { id: 0 }).id)).toMatchObject({
      read_by_sender: true,
      has_link: true,
      has_image: true,
    })
    const plain = await gus.send('links', 't', '`<a href="x">` @**all** #**links**')
    expect(await rowOf(plain)).toMatchObject({
      read_by_sender: false,
      has_link: false,
      has_image: false,
    })
    const own = await gus.sendPrivately([gus.id], '[this](https://parley.test/)')
    expect(await rowOf(own)).toMatchObject({ has_link: true, has_image: false })
  })
})

describe('the addressees of a message', () => {
  const server = useTestServer()

  it('takes every form of a stream and of people', async () => {
    const [ann, ben] = await server.users('ann', 'ben')
    const { id } = await server.stream('forms', { subscribers: [ann] })
    const queue = await ann.register({ event_types: ['message'] })
    const streams = ['forms', '"forms"', '["forms"]', String(id), `[${id}]`]
    const people = [
      `${ben.email},${server.owner.email}`,
      `["${ben.email}"]`,
      `[${ben.id},${server.owner.id}]`,
      String(ben.id),
      `[${ann.id}]`,
      ann.email,
    ]
    const accepted = async (type: string, to: string) =>
      (await ann.post('/messages', { type, to, topic: 'x', content: 'hello' })).status
    for (const to of streams) expect([to, await accepted('channel', to)]).toEqual([to, 200])
    for (const to of people) expect([to, await accepted('direct', to)]).toEqual([to, 200])

    await ann.sendPrivately([ann.id], 'the end')
    const events = await ann.pollUntil(queue, (event) => JSON.stringify(event).includes('the end'))
    const heard = events.map((event) => {
      const { display_recipient: to } = shapedLike(event['message'], {
        display_recipient: anyValue,
      })
      return Array.isArray(to) ? to.map((user: { id: number }) => user.id).sort(ascending) : to
    })
    const trio = [server.owner.id, ann.id, ben.id].sort(ascending)
    const pair = [ann.id, ben.id]
    const self = [ann.id]
    expect(heard).toEqual([
      ...streams.map(() => 'forms'),
      ...[trio, pair, trio, pair, self, self],
      self,
    ])
  })
})

function ascending(a: number, b: number): number {
  return a - b
}
