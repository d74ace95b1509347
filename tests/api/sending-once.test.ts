import { deleteOldBatches } from '../../src/server/data/messages/local-ids'
import { shapedLike } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { messageIn } from '../support/person'
import type { Person, Queue } from '../support/person'
import { useOwnServer } from '../support/own-server'

/* Clients that hear no answer send again, with the same local id. */
describe('a message that is sent again', () => {
  const server = useOwnServer()

  const kinds = {
    stream: { type: 'stream', to: 'once', topic: 't' },
    private: { type: 'private' },
  }
  const send = async (person: Person, kind: keyof typeof kinds, args: object) => {
    const to = kind === 'private' ? { to: [server.owner.id] } : {}
    const answer = await person.post('/messages', {
      ...kinds[kind],
      ...to,
      queue_id: '1:0',
      content: 'x',
      ...args,
    })
    return shapedLike(expectSuccess(answer), { id: 0 }).id
  }
  const contentsHeard = async (person: Person, queue: Queue) => {
    const events = await person.eventsUntilNow(queue)
    return events.map((event) => messageIn(event).content)
  }

  beforeAll(async () => {
    await server.stream('once', { subscribers: [server.owner] })
  })

  it.each(['stream', 'private'] as const)('is stored and told once, %s', async (kind) => {
    const [ann] = await server.users(`ann of ${kind}`.replaceAll(' ', '-'))
    const queue = await server.owner.register({ event_types: ['message'] })
    const first = await send(ann, kind, { local_id: '1', content: 'first' })
    expect(await send(ann, kind, { local_id: '1', content: 'first' })).toBe(first)
    expect(await send(ann, kind, { local_id: '1', content: 'something else' })).toBe(first)
    expect(await send(ann, kind, { local_id: '2', content: 'second' })).toBeGreaterThan(first)
    expect(await contentsHeard(server.owner, queue)).toEqual(['first', 'second'])
  })

  it.each(['stream', 'private'] as const)('is stored once at one instant, %s', async (kind) => {
    const [ben] = await server.users(`ben-of-${kind}`)
    const queue = await server.owner.register({ event_types: ['message'] })
    const pairs = Array.from({ length: 20 }, (_, index) => index % 4)
    const ids = await Promise.all(
      pairs.map((n) => send(ben, kind, { local_id: String(n), content: `number ${n}` })),
    )
    expect(new Set(ids).size).toBe(4)
    expect(ids).toEqual(pairs.map((n) => ids[n]))
    expect((await contentsHeard(server.owner, queue)).sort()).toEqual(
      [0, 1, 2, 3].map((n) => `number ${n}`),
    )
  })

  it('is another message if somebody else sends it, or another queue', async () => {
    const [cat, dan] = await server.users('cat', 'dan')
    const ids = [
      await send(cat, 'stream', { local_id: '1' }),
      await send(dan, 'stream', { local_id: '1' }),
      await send(cat, 'stream', { local_id: '1', queue_id: '2:0' }),
      await send(cat, 'stream', { local_id: '1', queue_id: undefined }),
      await send(cat, 'stream', { local_id: '1', queue_id: undefined }),
    ]
    expect(new Set(ids).size).toBe(5)
  })

  it('warns the owner of a bot once about a stream without subscribers', async () => {
    const [eve] = await server.users('eve')
    const bot = await server.bot(eve, 'shouter')
    await server.stream('desert')
    const sand = { local_id: '1', to: 'desert', content: 'anybody?' }
    expect(await send(bot, 'stream', sand)).toBe(await send(bot, 'stream', sand))
  })

  it('stays the first message in a stream that has changed meanwhile', async () => {
    const [fay] = await server.users('fay')
    const { id } = await server.stream('moving', { subscribers: [fay, server.owner] })
    const first = await send(fay, 'stream', { local_id: '1', to: 'moving' })
    expectSuccess(await server.owner.patch(`/streams/${id}`, { description: 'moved' }))
    expect(await send(fay, 'stream', { local_id: '1', to: 'moving' })).toBe(first)
  })

  it('is another message a day later', async () => {
    const { query } = server.ctx.db
    const [gus] = await server.users('gus')
    const sendAll = (localIds: string[]) =>
      Promise.all(localIds.map((local_id) => send(gus, 'stream', { local_id })))
    const old = await sendAll(['1', '2', '3'])
    await query
      .updateTable('local_messages')
      .set({ sent_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('user_id', '=', gus.id)
      .execute()
    const young = await sendAll(['4'])

    await deleteOldBatches(query, 2)
    const again = await sendAll(['1', '2', '3', '4'])
    expect(again.slice(3)).toEqual(young)
    expect(new Set([...old, ...again]).size).toBe(7)
  })
})
