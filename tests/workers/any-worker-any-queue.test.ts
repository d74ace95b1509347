import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../src/server/data/engine/database'
import type { OutboxBody } from '../../src/server/events/publish'
import { elementAt, firstOf, present } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { OwnProcess } from '../support/own-process'
import { messageIn } from '../support/person'
import type { Person, Queue, ReceivedEvent } from '../support/person'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { memberAt, openTestDatabase, ownerAt, Worker, useTwoWorkers } from '../support/workers'

describeWithServices('several workers', () => {
  let stores: TestStores
  let database: Database
  let workers: [Worker, Worker, Worker]

  beforeAll(async () => {
    stores = await createTestStores()
    // All at once, on an empty database: one of them migrates and makes the realm.
    workers = await Promise.all([Worker.start(stores), Worker.start(stores), Worker.start(stores)])
    database = openTestDatabase(stores)
  })
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()))
    await database.close()
    await stores.remove()
  })

  /** The same person at each of the workers. */
  const everywhere = (person: Person): [Person, Person, Person] => [
    person.at(workers[0].url),
    person.at(workers[1].url),
    person.at(workers[2].url),
  ]
  const join = async (person: Person, stream: string) =>
    expectSuccess(
      await person.post('/users/me/subscriptions', { subscriptions: [{ name: stream }] }),
    )

  it('have made one realm although they started at once', async () => {
    const { count } = await database.query
      .selectFrom('realms')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(1)
  })

  it('share a queue: worker A registers it, B polls it, and C sends', async () => {
    const [onA, onB, onC] = everywhere(await memberAt(workers[0], database, 'abc'))
    await join(onA, 'lunch')
    const queue = await onA.register({ event_types: ['message'] })
    const polled = onB.pollUntil(queue, 'message')
    await workers[1].holdsPolls(1)
    const id = await onC.send('lunch', 'pizza', 'hungry?')
    expect(await polled).toMatchObject([{ message: { id, content: 'hungry?' } }])
  })

  it('answer the older of two polls that wait at different workers', async () => {
    const [onA, onB, onC] = everywhere(await memberAt(workers[0], database, 'twice'))
    const queue = await onC.register()
    const older = onA.poll({ ...queue })
    await workers[0].holdsPolls(1)
    const newer = onB.pollUntil({ ...queue }, 'message')
    expect(await older).toEqual([])
    await onC.sendPrivately([onC.id], 'for the newer')
    expect(await newer).toMatchObject([{ message: { content: 'for the newer' } }])
  })

  it('make one stream when two of them create it at the same time', async () => {
    const [onA, onB] = everywhere(await memberAt(workers[0], database, 'creator'))
    const rival = (await memberAt(workers[1], database, 'rival')).at(workers[1].url)
    expect(onB.url).toBe(rival.url)
    for (let round = 0; round < 10; round += 1) {
      const names = [`race ${round} x`, `race ${round} y`]
      const [ours, theirs] = await Promise.all([
        onA.post('/users/me/subscriptions', { subscriptions: names.map((name) => ({ name })) }),
        rival.post('/users/me/subscriptions', {
          subscriptions: [...names].reverse().map((name) => ({ name: name.toUpperCase() })),
        }),
      ])
      expectSuccess(ours)
      expectSuccess(theirs)
      const rows = await database.query
        .selectFrom('streams')
        .select(['id', 'name'])
        .where('name', 'ilike', `race ${round} _`)
        .execute()
      expect(rows).toHaveLength(2)
      for (const { id } of rows) {
        const { subscribers } = expectSuccess(await onA.get(`/streams/${id}/members`))
        expect(subscribers).toEqual([onA.email, rival.email].sort())
      }
    }
  })

  it('end a deactivated user everywhere at once', async () => {
    const [onA, onB, onC] = everywhere(await memberAt(workers[0], database, 'leaver'))
    const queue = await onA.register()
    const parked = onB.get('/events', { queue_id: queue.queue_id, last_event_id: -1 })
    await Promise.all([
      parked,
      workers[1].holdsPolls(1).then(async () => {
        expectSuccess(await (await ownerAt(workers[2])).delete(`/users/${onC.id}`))
      }),
    ])
    expectError(await parked, 400, { code: 'BAD_EVENT_QUEUE_ID' })
    for (const person of [onA, onB, onC]) {
      expectError(await person.get('/users/me'), 401, { msg: 'Account is deactivated' })
    }
  })

  it('deliver the rows that a worker left in the outbox when it died after its commit', async () => {
    const [onA, onB] = everywhere(await memberAt(workers[0], database, 'orphan'))
    const queue = await onA.register({ event_types: ['pointer'] })
    await leaveInOutbox({
      event: { type: 'pointer', pointer: 17 },
      audience: { userIds: [onA.id] },
    })
    expect(await onB.pollUntil(queue, 'pointer')).toMatchObject([{ type: 'pointer', pointer: 17 }])
  })

  it('end the queues that a worker should have ended when it died', async () => {
    const [onA, onB] = everywhere(await memberAt(workers[0], database, 'outsider'))
    const queue = await onA.register()
    const parked = onB.get('/events', { queue_id: queue.queue_id, last_event_id: -1 })
    await Promise.all([
      parked,
      workers[1].holdsPolls(1).then(() => leaveInOutbox({ dropQueuesOf: [onA.id] })),
    ])
    expectError(await parked, 400, { code: 'BAD_EVENT_QUEUE_ID' })
  })

  /** An outbox row as of a worker that was killed right after its commit. */
  async function leaveInOutbox(body: OutboxBody): Promise<void> {
    const { id } = await database.query.selectFrom('realms').select('id').executeTakeFirstOrThrow()
    await database.query
      .insertInto('outbox')
      .values({ realm_id: id, body: JSON.stringify(body), in_order: true })
      .execute()
  }
})

describeWithServices('a worker that goes away', () => {
  const two = useTwoWorkers()

  it('loses and repeats nothing when it is killed in mid-poll', async () => {
    const [doomed, survivor] = two.workers
    const sender = await memberAt(survivor, two.database, 'sender')
    const readers = await Promise.all(
      ['one', 'two', 'three', 'four'].map((name) => memberAt(survivor, two.database, name)),
    )
    for (const person of [sender, ...readers]) {
      expectSuccess(
        await person.post('/users/me/subscriptions', { subscriptions: [{ name: 'flow' }] }),
      )
    }
    const queues = await Promise.all(
      readers.map((reader) => reader.register({ event_types: ['message'] })),
    )
    const total = 60
    const reading = readers.map((reader, index) =>
      readThrough(elementAt(queues, index), total, [reader.at(doomed.url), reader]),
    )
    await doomed.holdsPolls(readers.length)

    for (let number = 1; number <= total; number += 1) {
      await sender.send('flow', 't', String(number))
      if (number === 20) await doomed.kill()
    }
    const expected = Array.from({ length: total }, (_, index) => String(index + 1))
    for (const contents of await Promise.all(reading)) expect(contents).toEqual(expected)
  })

  it('gives two hundred polls each event once after it had no processor', async () => {
    const [starved, other] = two.workers
    const readers = await Promise.all(
      ['red', 'green', 'blue', 'white'].map((name) => memberAt(other, two.database, name)),
    )
    const sender = firstOf(readers)
    for (const reader of readers) {
      expectSuccess(
        await reader.post('/users/me/subscriptions', { subscriptions: [{ name: 'rain' }] }),
      )
    }
    const people = Array.from({ length: 200 }, (_, index) => elementAt(readers, index % 4))
    const queues = await Promise.all(
      people.map((person) => person.register({ event_types: ['message'] })),
    )
    const read = (queue: Queue, index: number) =>
      readThrough(queue, 4, [elementAt(people, index).at(starved.url)])
    const parked = queues.slice(0, 150).map(read)
    await starved.holdsPolls(150)

    // Commands of these polls are under way to Redis.
    const late = queues.slice(150).map((queue, index) => read(queue, index + 150))
    starved.process.kill('SIGSTOP')
    await sender.send('rain', 't', 'while it stands')
    await delay(longPauseMs)
    starved.process.kill('SIGCONT')
    const rivals = Array.from({ length: availableParallelism() }, () => new OwnProcess(endlessLoop))
    for (const text of ['first', 'second', 'third']) await sender.send('rain', 't', text)
    const all = await Promise.all([...parked, ...late])
    await Promise.all(rivals.map((rival) => rival.end()))
    for (const contents of all) {
      expect(contents).toEqual(['while it stands', 'first', 'second', 'third'])
    }
  })

  it('answers its parked polls at once when it is asked to stop, and exits cleanly', async () => {
    const [stopping, other] = two.workers
    const person = await memberAt(other, two.database, 'patient')
    const queue = await person.register({ event_types: ['message'] })
    const parked = person.at(stopping.url).poll(queue)
    await stopping.holdsPolls(1)
    const exitCode = stopping.stop()
    expect(await parked).toEqual([])
    expect(await exitCode).toBe(0)
    await person.sendPrivately([person.id], 'still here')
    expect(await person.pollUntil(queue, 'message')).toMatchObject([
      { message: { content: 'still here' } },
    ])
  })
})

describeWithServices('a database that is made anew', () => {
  it('does not lose events because Redis has seen their numbers', async () => {
    const stores = await createTestStores()
    const received: string[] = []
    for (const round of ['first', 'second']) {
      const worker = await Worker.start(stores)
      const owner = await ownerAt(worker)
      const queue = await owner.register({ event_types: ['message'] })
      await owner.sendPrivately([owner.id], `${round} life`)
      const [event] = await owner.pollUntil(queue, 'message')
      received.push(messageIn(event).content)
      await worker.kill()
      await stores.emptyDatabase()
    }
    expect(received).toEqual(['first life', 'second life'])
    await stores.remove()
  })
})

/** A pause of a worker, longer than its patience with Redis. */
const longPauseMs = 6_000
/** A program that takes a processor from the others. */
const endlessLoop = { command: process.execPath, args: ['-e', 'for (;;);'] }

/** Reads messages like a client: polls, and when its worker is gone polls the next with the same cursor. */
async function readThrough(
  queue: Queue,
  total: number,
  people: readonly Person[],
): Promise<string[]> {
  const contents: string[] = []
  let [person, ...others] = people
  while (contents.length < total) {
    let events: ReceivedEvent[]
    try {
      events = await present(person, 'person').poll(queue)
    } catch (error) {
      if (others.length === 0) throw error
      ;[person, ...others] = others
      continue
    }
    for (const event of events) {
      if (event.type === 'message') contents.push(messageIn(event).content)
    }
  }
  return contents
}
