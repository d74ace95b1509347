import type { Response } from 'supertest'
import { shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person, Queue } from '../support/person'
import { useOwnServer } from '../support/own-server'
import type { OwnServer } from '../support/own-server'

const poll = (person: Person, { queue_id }: Queue) =>
  person.get('/events', { queue_id, last_event_id: -1 })

/** Resolves once this many polls wait at the server. */
async function parkedPolls(server: OwnServer, count: number): Promise<void> {
  while (server.ctx.events.parkedPolls !== count) await new Promise(setImmediate)
}

async function registerSeveral(person: Person, count: number): Promise<Queue[]> {
  return Promise.all(Array.from({ length: count }, async () => person.register()))
}

/** Waits at these queues until they are deleted. */
function waitAt(server: OwnServer, person: Person, queues: readonly Queue[]) {
  const polls = queues.map((queue) => poll(person, queue))
  return {
    parked: parkedPolls(server, queues.length),
    async end(): Promise<void> {
      for (const { queue_id } of queues) expectSuccess(await person.delete('/events', { queue_id }))
      for (const response of await Promise.all(polls)) expectSuccess(response)
    },
  }
}

function expectPause(response: Response): void {
  const { 'retry-after': seconds } = shapedLike(response.body, { 'retry-after': 0 })
  expect(response.headers['retry-after']).toBe(String(seconds))
  expect(seconds).toBeGreaterThan(0)
}

describe('the waiting polls of one user', () => {
  const server = useOwnServer({ settings: { MAX_POLLS_PER_USER: '2' } })

  it('are limited per user, and more are refused until one is answered', async () => {
    const [ann, bob] = await server.users('ann', 'bob')
    const [one, two, three] = (await registerSeveral(ann, 3)) as [Queue, Queue, Queue]
    const waiting = waitAt(server, ann, [one, two])
    await waiting.parked
    for (const refused of [await poll(ann, three), await ann.get('/events')]) {
      expectError(refused, 429, { code: 'RATE_LIMIT_HIT' })
      expectPause(refused)
    }
    // Polls that do not wait take no slot, and other users have slots of their own.
    expect(await ann.pollNow(three)).toEqual([])
    expectSuccess(await ann.get('/events', { dont_block: true }))
    await bob.register()
    const metrics = await fetch(`${server.url}/metrics`)
    expect(await metrics.text()).toMatch(/^parley_polls_refused_total\{full="user"\} 2$/m)

    await waiting.end()
    const next = waitAt(server, ann, [three])
    await next.parked
    await next.end()
  })

  it('are limited to one for each queue, the newest: polls that a client gave up do not count', async () => {
    const [ann] = await server.users('anew')
    const [other, queue] = (await registerSeveral(ann, 2)) as [Queue, Queue]
    const waiting = waitAt(server, ann, [other])
    await waiting.parked
    const polls = Array.from({ length: 10 }, () => poll(ann, queue))
    const answered: Response[] = []
    for (const each of polls) void each.then((response) => answered.push(response))
    while (answered.length < 9) await new Promise(setImmediate)
    expectSuccess(await ann.delete('/events', { queue_id: queue.queue_id }))
    for (const response of await Promise.all(polls)) expectSuccess(response)
    await waiting.end()
  })
})

describe('the waiting polls at a worker', () => {
  const server = useOwnServer({ settings: { MAX_POLLS_PER_WORKER: '2' } })

  it('are limited per worker; more polls and registrations are refused, never with a 4xx', async () => {
    const [ann, bob] = await server.users('ann', 'bob')
    const [queue] = (await registerSeveral(bob, 1)) as [Queue]
    const waiting = waitAt(server, ann, await registerSeveral(ann, 2))
    await waiting.parked
    for (const refused of [
      await poll(bob, queue),
      await bob.get('/events'),
      await bob.get('/events', { dont_block: true }),
      await bob.post('/register'),
    ]) {
      expectError(refused, 503, { code: 'SERVICE_UNAVAILABLE' })
      expectPause(refused)
    }
    // A poll that need not wait is served.
    expect(await bob.pollNow(queue)).toEqual([])

    await waiting.end()
    await bob.register()
  })
})
