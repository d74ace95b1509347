import { asError, exactly, parsed } from '../support/checked'
import { EventSource } from '../support/event-source'
import { expectError, expectSuccess } from '../support/expectations'
import { messageIn } from '../support/person'
import type { Person, Queue } from '../support/person'
import { useOwnServer } from '../support/own-server'
import type { OwnServer } from '../support/own-server'

const refusal = (source: Promise<EventSource>) =>
  source.then(
    () => undefined,
    (error: unknown) => parsed(asError(error).message),
  )

async function parkedPolls(server: OwnServer, count: number): Promise<void> {
  while (server.ctx.events.parkedPolls !== count) await new Promise(setImmediate)
}

describe('GET /events/stream', () => {
  const server = useOwnServer()
  const send = (to: Person, content: string) => server.owner.sendPrivately([to.id], content)
  const listen = async (name: string): Promise<[Person, Queue]> => {
    const person = await server.user(name)
    return [person, await person.register({ event_types: ['message'] })]
  }

  it('sends waiting events of a queue first, then new ones as they come', async () => {
    const [ann, queue] = await listen('ann')
    await send(ann, 'one')
    await send(ann, 'line\nbreak \u2028 🍕')
    const source = await EventSource.open(ann, queue)
    expect(source.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
    })
    expect(await source.frame()).toEqual({ retry: '500' })
    const first = await source.frame()
    expect(first).toEqual({ id: 0, data: expect.any(String) })
    expect(await source.event()).toMatchObject({
      id: 1,
      message: { content: 'line\nbreak \u2028 🍕' },
    })

    await parkedPolls(server, 1)
    await send(ann, 'three')
    expect(await source.event()).toMatchObject({ id: 2, message: { content: 'three' } })
    source.close()
    await parkedPolls(server, 0)
    // Sent events are not acknowledged, and a poll returns the same text.
    const polled = await ann.poll(queue, { dont_block: true })
    expect(polled.map(({ id }) => id)).toEqual([0, 1, 2])
    expect(JSON.parse(first?.data ?? '')).toEqual(polled[0])
  })

  it('continues from the id of the client, in Last-Event-ID before the address', async () => {
    const [ann, queue] = await listen('back')
    for (const text of ['one', 'two', 'three']) await send(ann, text)
    const source = await EventSource.open(ann, queue, 0)
    expect(await source.events(2)).toMatchObject([{ id: 1 }, { id: 2 }])
    source.close()

    const again = await EventSource.open(ann, { ...queue, last_event_id: 1 })
    expect(await again.event()).toMatchObject({ id: 2 })
    again.close()
    expect(await ann.pollNow(queue)).toMatchObject([{ id: 2 }])
  })

  it('begins with the oldest event for a client that does not say where it is', async () => {
    const [ann, { queue_id }] = await listen('forgetful')
    for (const text of ['one', 'two']) await send(ann, text)
    const source = await EventSource.open(ann, { queue_id })
    expect(await source.events(2)).toMatchObject([{ id: 0 }, { id: 1 }])
    source.close()
  })

  it('drops events acknowledged by call, and goes on', async () => {
    const [ann, queue] = await listen('caller')
    await send(ann, 'one')
    const source = await EventSource.open(ann, queue)
    await source.event()
    await parkedPolls(server, 1)
    const args = { queue_id: queue.queue_id, last_event_id: 0 }
    expectSuccess(await ann.post('/events/acknowledge', args))
    await send(ann, 'two')
    expect(await source.event()).toMatchObject({ id: 1 })
    source.close()
    expect(await ann.pollNow(queue)).toMatchObject([{ id: 1 }])

    expectError(await server.owner.post('/events/acknowledge', args), 400, { code: 'BAD_REQUEST' })
    expectSuccess(await ann.delete('/events', args))
    expectError(await ann.post('/events/acknowledge', args), 400, { code: 'BAD_EVENT_QUEUE_ID' })
  })

  it('is refused like a poll, in JSON', async () => {
    const [ann, queue] = await listen('strict')
    const [bob] = await server.users('thief')
    expect(await refusal(EventSource.open(bob, queue))).toMatchObject({ code: 'BAD_REQUEST' })
    const unknown = { queue_id: '1:0', last_event_id: -1 }
    expect(await refusal(EventSource.open(ann, unknown))).toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
      queue_id: '1:0',
    })
    expect(await refusal(EventSource.open(ann, queue, Number.NaN))).toMatchObject({
      code: 'REQUEST_VARIABLE_INVALID',
      var_name: 'Last-Event-ID',
      bad_value: 'NaN',
    })
  })

  it('ends when a newer stream comes, and when a poll does', async () => {
    const [ann, queue] = await listen('restless')
    const older = await EventSource.open(ann, queue)
    await parkedPolls(server, 1)
    const newer = await EventSource.open(ann, queue)
    expect(await older.event()).toBeUndefined()
    await send(ann, 'for the newer')
    expect(await newer.event()).toMatchObject({ id: 0 })

    await parkedPolls(server, 1)
    const poll = ann.poll({ ...queue, last_event_id: 0 })
    expect(await newer.event()).toBeUndefined()
    await send(ann, 'for the poll')
    expect(await poll).toMatchObject([{ id: 1 }])
  })

  it('ends with its queue: cleanly when it was deleted, else with an error', async () => {
    const [ann, queue] = await listen('leaver')
    const deleted = await EventSource.open(ann, queue)
    await parkedPolls(server, 1)
    expectSuccess(await ann.delete('/events', { queue_id: queue.queue_id }))
    expect(await deleted.event()).toBeUndefined()
    expect(await refusal(EventSource.open(ann, queue, 0))).toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
    })

    const next = await ann.register()
    const lost = await EventSource.open(ann, next)
    await parkedPolls(server, 1)
    expectSuccess(await server.owner.delete(`/users/${ann.id}`))
    expect(await lost.frame()).toEqual({ retry: '500' })
    const { event, data } = (await lost.frame()) ?? {}
    expect(event).toBe('error')
    expect(JSON.parse(data ?? '')).toMatchObject({
      result: 'error',
      code: 'BAD_EVENT_QUEUE_ID',
      queue_id: next.queue_id,
    })
    expect(await lost.frame()).toBeUndefined()
  })
})

describe('a stream to which nothing happens', () => {
  const server = useOwnServer({ settings: { HEARTBEAT_MS: '50' } })

  it('says that it lives, in comments that move its id', async () => {
    const ann = await server.user('ann')
    const queue = await ann.register({ event_types: ['message'] })
    const source = await EventSource.open(ann, queue)
    expect(await source.frame()).toEqual({ retry: '500' })
    expect(await source.frame()).toEqual({ id: 0, comment: 'heartbeat' })
    expect(await source.frame()).toEqual({ id: 1, comment: 'heartbeat' })
    await server.owner.sendPrivately([ann.id], 'at last')
    const event = await source.event()
    expect(event).toMatchObject({ type: 'message', message: { content: 'at last' } })
    expect(source.lastEventId).toBe(event?.id)
    source.close()
  })
})

describe('a stream of many events', () => {
  const server = useOwnServer({ settings: { QUEUE_MAX_EVENTS: '20' } })

  it('ends in time, so that its client acknowledges them before the queue is full', async () => {
    const ann = await server.user('ann')
    const queue = await ann.register({ event_types: ['message'] })
    const received: string[] = []
    let source = await EventSource.open(ann, queue)
    let streams = 1
    for (let n = 0; n < 60; n += 1) {
      await server.owner.sendPrivately([ann.id], String(n))
      let event = await source.event()
      while (!event) {
        source = await EventSource.open(ann, queue, source.lastEventId)
        streams += 1
        event = await source.event()
      }
      received.push(messageIn(event).content)
    }
    source.close()
    expect(received).toEqual(Array.from({ length: 60 }, (_, n) => String(n)))
    expect(streams).toBeGreaterThanOrEqual(12)
  })
})

describe('streams and polls together', () => {
  const server = useOwnServer({ settings: { MAX_POLLS_PER_USER: '2' } })

  it('are bounded: a stream takes the room of one poll, until it ends', async () => {
    const ann = await server.user('ann')
    const queues = await Promise.all([1, 2, 3].map(async () => ann.register()))
    const [one, two, three] = exactly(queues, 3)
    const sources = [await EventSource.open(ann, one), await EventSource.open(ann, two)]
    expect(await refusal(EventSource.open(ann, three))).toMatchObject({
      code: 'RATE_LIMIT_HIT',
      'retry-after': expect.any(Number),
    })
    expectError(await ann.get('/events', { ...three }), 429, { code: 'RATE_LIMIT_HIT' })
    // A newer stream of the same queue needs no more room.
    sources.push(await EventSource.open(ann, two))
    await parkedPolls(server, 2)
    for (const source of sources) source.close()
    await parkedPolls(server, 0)
    const last = await EventSource.open(ann, three)
    last.close()
  })
})

describe('a stream at a worker that stops', () => {
  const server = useOwnServer()

  it('ends at once', async () => {
    const ann = await server.user('ann')
    const queue = await ann.register({ event_types: ['message'] })
    const source = await EventSource.open(ann, queue)
    await parkedPolls(server, 1)
    await server.ctx.events.drain()
    expect(await source.event()).toBeUndefined()
    const late = await EventSource.open(ann, queue)
    expect(await late.event()).toBeUndefined()
  })
})
