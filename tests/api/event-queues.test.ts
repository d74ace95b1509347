import { shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { messageIn } from '../support/person'
import type { ReceivedEvent } from '../support/person'
import { useOwnServer } from '../support/own-server'
import type { OwnServer } from '../support/own-server'

describe('GET /events', () => {
  const server = useOwnServer()

  it('waits for an event, and gives it again until it is acknowledged', async () => {
    const [ann] = await server.users('ann')
    const queue = await ann.register({ event_types: ['message'] })
    const waiting = ann.get('/events', { queue_id: queue.queue_id, last_event_id: -1 })
    await parkedPolls(server, 1)
    const id = await server.owner.sendPrivately([ann.id], 'hello')

    const body = expectSuccess(await waiting)
    expect(body).toMatchObject({
      queue_id: queue.queue_id,
      events: [{ id: 0, type: 'message', flags: [], message: { id, content: 'hello' } }],
    })
    expect(await ann.poll(queue, { last_event_id: -1 })).toEqual(body['events'])
    expect(await ann.pollNow(queue)).toEqual([])
  })

  it('answers a client that does not say where it is with all that the queue holds', async () => {
    const [ann] = await server.users('forgetful')
    const { queue_id } = await ann.register({ event_types: ['message'] })
    const poll = async (args: object) =>
      shapedLike(expectSuccess(await ann.get('/events', { queue_id, ...args })), {
        events: [{ id: 0, type: '' }],
      }).events
    expect(await poll({ dont_block: true })).toEqual([])
    const waiting = poll({})
    await parkedPolls(server, 1)
    for (const content of ['one', 'two', 'three']) await ann.sendPrivately([ann.id], content)
    const contents = (events: readonly ReceivedEvent[]) =>
      events.map((event) => messageIn(event).content)
    expect(contents(await waiting)[0]).toBe('one')
    expect(contents(await poll({}))).toEqual(['one', 'two', 'three'])
    expect(contents(await poll({ dont_block: true }))).toEqual(['one', 'two', 'three'])
    expect(contents(await poll({ last_event_id: 1 }))).toEqual(['three'])
    expect(contents(await poll({}))).toEqual(['three'])
  })

  it('requires a valid id of the last event', async () => {
    const [ann] = await server.users('inexact')
    const { queue_id } = await ann.register()
    for (const last_event_id of ['x', '-2', '1.5', '', '9'.repeat(30)]) {
      expectError(await ann.get('/events', { queue_id, last_event_id }), 400, {
        code: 'REQUEST_VARIABLE_INVALID',
        msg: `Bad value for 'last_event_id': ${last_event_id}`,
        var_name: 'last_event_id',
        bad_value: last_event_id,
      })
    }
  })

  it('registers a queue for a client that names none, and returns its first id', async () => {
    const [ann] = await server.users('newcomer')
    const args = { dont_block: true, event_types: ['message'], narrow: ['is', 'private'] }
    const body = expectSuccess(await ann.get('/events', args))
    expect(body).toMatchObject({ events: [], last_event_id: -1 })

    await server.owner.sendPrivately([ann.id], 'psst')
    const { queue_id, last_event_id } = shapedLike(body, { queue_id: '', last_event_id: 0 })
    expect(await ann.poll({ queue_id, last_event_id })).toMatchObject([{ type: 'message' }])
  })

  it('waits for the first event of the queue that it registered', async () => {
    const [ann] = await server.users('patient')
    const waiting = ann.get('/events', { event_types: ['realm_user'], user_client: 'Waiter' })
    await parkedPolls(server, 1)
    await server.users('noise')
    const heard = expectSuccess(await waiting)
    expect(heard).toMatchObject({
      queue_id: expect.stringMatching(/^\d+:\d+$/),
      last_event_id: -1,
      events: [{ type: 'realm_user', op: 'add' }],
    })
  })

  it('refuses a registration that it would refuse at POST /register', async () => {
    const guest = await server.user('visitor', 'guest')
    expectError(await guest.get('/events', { all_public_streams: true }), 400, {
      msg: 'User not authorized for this query',
    })
    expectError(await guest.get('/events', { narrow: [['pm-with', 'x']] }), 400, {
      msg: 'Operator pm-with not supported.',
    })
    expectError(await guest.get('/events', { lifespan_secs: -1 }), 400, {
      code: 'REQUEST_VARIABLE_INVALID',
      var_name: 'lifespan_secs',
    })
    expectError(await guest.get('/events', { dont_block: '1' }), 400, {
      code: 'BAD_REQUEST',
      msg: 'dont_block is not a boolean',
    })
  })

  it('answers only to the owner of a queue', async () => {
    const [ann, bob] = await server.users('owner', 'thief')
    const queue = await ann.register()
    expectError(await bob.get('/events', { ...queue, last_event_id: -1 }), 400, {
      code: 'BAD_REQUEST',
      msg: 'You are not authorized to get events from this queue',
    })
    const botOfAnn = await server.bot(ann, 'double')
    expectError(await botOfAnn.get('/events', { ...queue, last_event_id: -1 }), 400, {
      msg: 'You are not authorized to get events from this queue',
    })
  })

  it('refuses queues that do not exist', async () => {
    for (const queue_id of ['1544180400:99', 'nonsense', '', '🦜:0', '1:1:1']) {
      expectError(await server.owner.get('/events', { queue_id, last_event_id: -1 }), 400, {
        code: 'BAD_EVENT_QUEUE_ID',
        msg: `Bad event queue id: ${queue_id}`,
        queue_id,
      })
    }
  })

  it('forgets a queue that it registered for somebody who hung up', async () => {
    const [ann] = await server.users('hasty')
    const deleted = jest.spyOn(server.ctx.events, 'delete')
    const gone = new AbortController()
    const waiting = fetch(`${server.url}/api/v1/events`, {
      headers: { authorization: `Basic ${btoa(`${ann.email}:${ann.apiKey}`)}` },
      signal: gone.signal,
    })
    await parkedPolls(server, 1)
    gone.abort()
    await expect(waiting).rejects.toThrow()
    while (deleted.mock.calls.length === 0) await new Promise(setImmediate)
    expect(server.ctx.events.parkedPolls).toBe(0)
  })

  it('answers the older of two polls at once', async () => {
    const [ann] = await server.users('impatient')
    const queue = await ann.register({ event_types: ['message'] })
    const polls = [ann.poll({ ...queue }), ann.poll({ ...queue })]
    expect(await Promise.race(polls)).toEqual([])
    await server.owner.sendPrivately([ann.id], 'now')
    expect((await Promise.all(polls)).flat()).toMatchObject([{ type: 'message' }])
  })
})

describe('DELETE /events', () => {
  const server = useOwnServer()

  it('deletes a queue once, and ends the poll that waits at it', async () => {
    const [ann] = await server.users('leaver')
    const queue = await ann.register({ event_types: ['message'] })
    const waiting = ann.get('/events', { queue_id: queue.queue_id, last_event_id: -1 })
    await parkedPolls(server, 1)
    expectSuccess(await ann.delete('/events', { queue_id: queue.queue_id }))
    expectSuccess(await waiting)
    expectError(await ann.delete('/events', { queue_id: queue.queue_id }), 400, {
      code: 'BAD_EVENT_QUEUE_ID',
      queue_id: queue.queue_id,
    })
    expectError(await ann.get('/events', { ...queue, last_event_id: -1 }), 400, {
      code: 'BAD_EVENT_QUEUE_ID',
    })
  })

  it('is refused for somebody else’s queue, without a code', async () => {
    const [ann, bob] = await server.users('keeper', 'vandal')
    const queue = await ann.register()
    expectError(await bob.delete('/events', { queue_id: queue.queue_id }), 400, {
      msg: 'You are not authorized to access this queue',
      code: undefined,
    })
    expect(await ann.pollNow(queue)).toEqual([])
  })

  it('needs the id of the queue', async () => {
    expectError(await server.owner.delete('/events'), 400, {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'queue_id',
    })
  })
})

/** Resolves once this many polls wait at the server. */
async function parkedPolls(server: OwnServer, count: number): Promise<void> {
  while (server.ctx.events.parkedPolls < count) await new Promise(setImmediate)
}
