import { elementAt, firstOf } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person, Queue } from '../support/person'
import { useOwnServer } from '../support/own-server'

const server = useOwnServer()

const badQueue = (queue: Queue) => ({
  code: 'BAD_EVENT_QUEUE_ID',
  msg: `Bad event queue id: ${queue.queue_id}`,
  queue_id: queue.queue_id,
})
const deactivated = { code: 'USER_DEACTIVATED', msg: 'Account is deactivated' }

/** A poll that waits at a queue, and is known to wait when this resolves. */
async function parkedPoll(person: Person, queue: Queue) {
  const { events } = server.ctx
  const before = events.parkedPolls
  const answer = person.get('/events', {
    queue_id: queue.queue_id,
    last_event_id: queue.last_event_id,
  })
  while (events.parkedPolls <= before) await new Promise(setImmediate)
  return { answer }
}

describe('deactivation', () => {
  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['by an administrator', (person) => server.owner.delete(`/users/${person.id}`)],
    ['by oneself', (person) => person.delete('/users/me')],
  ])('%s ends key, queues and waiting polls of the person and of their bots', async (how, end) => {
    const name = how.replaceAll(' ', '-')
    const person = await server.user(`person-${name}`)
    const bot = await server.bot(person, `robot-${name}`)
    const accounts = [person, bot]
    // Their queues may still get events about others, but no messages.
    const wish = { event_types: ['message'] }
    const queues = await Promise.all(accounts.map((account) => account.register(wish)))
    const idle = await person.register()
    const polls = [
      await parkedPoll(person, firstOf(queues)),
      await parkedPoll(bot, elementAt(queues, 1)),
    ]

    await end(person)
    for (const [index, { answer }] of polls.entries()) {
      expectError(await answer, 400, badQueue(elementAt(queues, index)))
    }
    expect(server.ctx.events.parkedPolls).toBe(0)
    for (const account of accounts) {
      expectError(
        await account.get('/events', { queue_id: idle.queue_id, last_event_id: -1 }),
        401,
        deactivated,
      )
      expectError(await account.post('/register'), 401, deactivated)
    }

    for (const { id } of accounts) expectSuccess(await server.owner.post(`/users/${id}/reactivate`))
    for (const [account, queue] of [
      [person, firstOf(queues)],
      [bot, elementAt(queues, 1)],
      [person, idle],
    ] as const) {
      const args = { queue_id: queue.queue_id, last_event_id: -1 }
      expectError(await account.get('/events', args), 400, badQueue(queue))
    }
    const fresh = await person.register()
    await server.owner.sendPrivately([person.id], 'welcome back')
    expect(await person.pollUntil(fresh, 'message')).toHaveLength(1)
  })

  it('leaves the owner of a deactivated bot alone', async () => {
    const alice = await server.user('alice')
    const bot = await server.bot(alice, 'robot')
    const [hers, its] = [await alice.register({ event_types: ['realm_bot'] }), await bot.register()]
    const { answer } = await parkedPoll(bot, its)
    expectSuccess(await alice.delete(`/bots/${bot.id}`))
    expectError(await answer, 400, badQueue(its))
    expectError(await bot.post('/register'), 401, deactivated)
    expect(await alice.pollUntil(hers, 'realm_bot')).toMatchObject([
      { op: 'update', bot: { is_active: false } },
    ])
  })

  it('makes a person unreachable, and takes them out of streams', async () => {
    const [bob, carol] = await server.users('bob', 'carol')
    const { id } = await server.stream('club', { subscribers: [bob, carol] })
    expectSuccess(await server.owner.delete(`/users/${bob.id}`))
    const to = { type: 'private', to: [bob.id], content: 'x' }
    expectError(await carol.post('/messages', to), 400, {
      msg: `'${bob.email}' is no longer using Zulip.`,
    })
    const members = await carol.get(`/streams/${id}/members`)
    expect(expectSuccess(members)['subscribers']).toEqual([carol.email])
    const invitation = { subscriptions: [{ name: 'club' }], principals: [bob.email] }
    expectError(await carol.post('/users/me/subscriptions', invitation), 403, {
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
  })
})

describe('a queue', () => {
  it('is not handed over with a key: the new key takes over at once', async () => {
    const dan = await server.user('dan')
    const queue = await dan.register()
    const { api_key: key } = expectSuccess(await dan.post('/users/me/api_key/regenerate'))
    const args = { queue_id: queue.queue_id, last_event_id: -1, dont_block: true }
    expectError(await dan.get('/events', args), 401, { code: 'INVALID_API_KEY' })
    expectSuccess(await dan.withKey(String(key)).get('/events', args))
  })

  it('answers to no other account of the same person, nor to administrators', async () => {
    const eva = await server.user('eva')
    const bot = await server.bot(eva, 'evabot')
    const queue = await eva.register({ event_types: ['message'] })
    await eva.sendPrivately([eva.id], 'private')
    for (const other of [bot, server.owner]) {
      const args = { queue_id: queue.queue_id, last_event_id: 99 }
      const refused = await other.get('/events', args)
      expectError(refused, 400, {
        code: 'BAD_REQUEST',
        msg: 'You are not authorized to get events from this queue',
      })
      expectError(await other.delete('/events', { queue_id: queue.queue_id }), 400, {
        code: undefined,
        msg: 'You are not authorized to access this queue',
      })
    }
    // The calls of the others have acknowledged nothing.
    expect(await eva.poll(queue)).toMatchObject([{ message: { content: 'private' } }])
  })

  it('learns no local ids from others who name it', async () => {
    const [fay, gus] = await server.users('fay', 'gus')
    const queue = await fay.register({ event_types: ['message'] })
    const args = { type: 'private', to: [fay.id], content: 'x', local_id: '1.1' }
    expectSuccess(await gus.post('/messages', { ...args, queue_id: queue.queue_id }))
    const [event] = await fay.pollUntil(queue, 'message')
    expect(event).not.toHaveProperty('local_message_id')
  })

  it('is deleted when its owner becomes a guest', async () => {
    const hal = await server.user('hal')
    const queue = await hal.register({ all_public_streams: true })
    const { answer } = await parkedPoll(hal, queue)
    expectSuccess(await server.owner.patch(`/users/${hal.id}`, { is_guest: true }))
    const waiting = await answer
    // The change itself may still have been told; the queue is gone either way.
    if (waiting.status !== 200) expectError(waiting, 400, badQueue(queue))
    const args = { queue_id: queue.queue_id, last_event_id: -1 }
    expectError(await hal.get('/events', args), 400, badQueue(queue))
  })
})
