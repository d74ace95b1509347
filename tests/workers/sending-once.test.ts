import type { Database } from '../../src/server/data/engine/database'
import { elementAt, exactly, firstOf, maybe, shapedLike } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import type { Person, Queue } from '../support/person'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { openTestDatabase, ownerAt, Worker } from '../support/workers'

/* Clients that hear no answer send again, to whichever worker they reach. */
describeWithServices('a message that is sent again to another worker', () => {
  let stores: TestStores
  let workers: Worker[]
  let database: Database
  let owner: Person

  beforeAll(async () => {
    stores = await createTestStores()
    workers = await Promise.all([Worker.start(stores), Worker.start(stores)])
    // The third relays so late that it can be killed between commit and answer. The others have made the organization,
    // which this one would tell of after a minute.
    const settings = { ...stores.settings, RELAY_DELAY_MS: '60000' }
    workers.push(await Worker.start({ ...stores, settings }))
    database = openTestDatabase(stores)
    owner = await ownerAt(firstOf(workers))
    const subscriptions = [{ name: 'lunch' }]
    expectSuccess(await owner.post('/users/me/subscriptions', { subscriptions }))
  })
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()))
    await database.close()
    await stores.remove()
  })

  const places = {
    stream: { type: 'stream', to: 'lunch', topic: 'pizza' },
  }
  const send = (to: Worker, place: object, localId: string, content: string) =>
    owner.at(to.url).post('/messages', { ...place, content, queue_id: '1:0', local_id: localId })
  const idOf = async (answer: ReturnType<typeof send>) =>
    shapedLike(expectSuccess(await answer), { id: 0 }).id

  async function idsOf(content: string): Promise<number[]> {
    const rows = await database.query
      .selectFrom('messages')
      .select('id')
      .where('content', '=', content)
      .execute()
    return rows.map((row) => row.id)
  }

  async function timesHeard(queue: Queue, content: string) {
    const events = await owner.eventsUntilNow(queue)
    return events.filter((event) => JSON.stringify(event).includes(content)).length
  }

  it.each(['stream', 'private'] as const)(
    'is stored once at the same instant, %s',
    async (kind) => {
      const place = kind === 'private' ? { type: 'private', to: [owner.id] } : places.stream
      const queue = await owner.register({ event_types: ['message'] })
      for (let round = 0; round < 5; round += 1) {
        const content = `${kind} of round ${round}`
        const ids = await Promise.all(
          [0, 1, 0, 1].map((n) => idOf(send(elementAt(workers, n), place, content, content))),
        )
        expect(await idsOf(content)).toEqual([ids[0]])
        expect(new Set(ids).size).toBe(1)
      }
      expect(await timesHeard(queue, `${kind} of round`)).toBe(5)
    },
  )

  it('is published once after the first worker died right after the commit', async () => {
    const queue = await owner.register({ event_types: ['message'] })
    const [first, , slow] = exactly(workers, 3)
    const lost = send(slow, places.stream, 'lost', 'the answer is lost').catch(() => undefined)
    await untilHolds(
      'the message is stored',
      async () => (await idsOf('the answer is lost')).length > 0,
    )
    await slow.kill()
    await lost
    const id = await idOf(send(first, places.stream, 'lost', 'the answer is lost'))
    expect(await idsOf('the answer is lost')).toEqual([id])
    // Somebody else's sweep brings it.
    const heard = ({ message }: Record<string, unknown>) =>
      shapedLike(message, maybe({ id: 0 }))?.id === id
    const events = await owner.pollUntil(queue, heard)
    expect(events.filter(heard)).toHaveLength(1)
    expect(await timesHeard(queue, 'the answer is lost')).toBe(0)
  })
})
