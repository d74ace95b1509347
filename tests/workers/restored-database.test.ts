import { sql } from 'kysely'
import type { Database } from '../../src/server/data/engine/database'
import {
  columnList,
  listSequences,
  listTables,
  setSequence,
} from '../../src/server/data/transfer/tables'
import { refill } from '../../src/server/data/transfer/write'
import { hastyWorker } from '../support/bundle/bundle'
import { elementAt, present, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { Person } from '../support/person'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { memberAt, openTestDatabase, ownerAt, Worker } from '../support/workers'

describeWithServices('a database that is restored under two workers', () => {
  let stores: TestStores
  let workers: [Worker, Worker]
  let database: Database

  beforeAll(async () => {
    stores = await createTestStores()
    const start = () => Worker.start(stores, {}, hastyWorker())
    workers = [await start(), await start()]
    database = openTestDatabase(stores)
  })
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()))
    await database.close()
    await stores.remove()
  })

  /** Copies every table, and answers a function that puts the copies back. */
  async function dump(): Promise<() => Promise<void>> {
    const tables = await listTables(database.query)
    const schema = `${present(stores.settings['REDIS_KEY_PREFIX'], 'REDIS_KEY_PREFIX')}_dump`
    const copyOf = (name: string) => sql`${sql.id(schema)}.${sql.id(name)}`
    const sequences = await database.query.transaction().execute(async (tx) => {
      await sql`set transaction isolation level repeatable read`.execute(tx)
      await sql`create schema ${sql.id(schema)}`.execute(tx)
      for (const { name } of tables) {
        await sql`create table ${copyOf(name)} as table ${sql.id(name)}`.execute(tx)
      }
      return listSequences(tx)
    })
    return () =>
      refill(
        database.query,
        async () => {},
        async (tx) => {
          for (const table of tables) {
            const columns = columnList(table)
            await sql`
              insert into ${sql.id(table.name)} (${columns}) overriding system value
              select ${columns} from ${copyOf(table.name)}`.execute(tx)
          }
          for (const sequence of sequences) await setSequence(tx, sequence)
          await sql`drop schema ${sql.id(schema)} cascade`.execute(tx)
        },
      )
  }

  const epoch = async () => {
    const { rows } = await sql<{ epoch: string }>`select epoch from database_epochs`.execute(
      database.query,
    )
    return rows[0]?.epoch
  }
  /** Waits until the workers have noted the events so far. */
  const untilEpochIsOver = async (earlier: string | undefined) =>
    untilHolds('a new epoch has begun', async () => (await epoch()) !== earlier)
  const at = ({ id, email, apiKey, fullName }: Person, { url }: Worker): Person =>
    new Person(url, id, email, apiKey, fullName)
  const nameAt = async (person: Person, worker: Worker): Promise<unknown> => {
    const state = shapedLike(
      expectSuccess(
        await at(person, worker).post('/register', { fetch_event_types: '["realm_user"]' }),
      ),
      { realm_users: [{ user_id: 0, full_name: '' }] },
    )
    return state.realm_users.find(({ user_id }) => user_id === person.id)?.full_name
  }

  it('ends all queues, whose clients register again, and drops all caches', async () => {
    const owner = await ownerAt(workers[0])
    const alice = await memberAt(workers[0], database, 'alice')
    const people = [at(alice, workers[0]), at(owner, workers[1])]
    const kept = await owner.send('general', 'before', 'in the dump')
    const first = await epoch()
    await owner.send('general', 'before', 'another')
    await untilEpochIsOver(first)

    const dumped = await epoch()
    const restore = await dump()
    const queues = await Promise.all(people.map((person) => person.register()))
    const ghost = await owner.send('general', 'after', 'a ghost')
    expectSuccess(await owner.patch(`/users/${alice.id}`, { full_name: 'Not Alice' }))
    for (const worker of workers) expect(await nameAt(alice, worker)).toBe('Not Alice')
    await untilEpochIsOver(dumped)

    await restore()
    for (const [index, person] of people.entries()) {
      const queue = elementAt(queues, index)
      const poll = () =>
        person.get('/events', {
          ...{ queue_id: queue.queue_id, last_event_id: -1, dont_block: true },
        })
      await untilHolds('the queue has ended', async () => (await poll()).status === 400)
      expectError(await poll(), 400, { code: 'BAD_EVENT_QUEUE_ID' })
    }
    for (const worker of workers) {
      await untilHolds(
        'the worker reads the name of the dump',
        async () => (await nameAt(alice, worker)) === 'alice',
      )
    }

    const again = await Promise.all(people.map((person) => person.register()))
    const page = await owner.call('GET /messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
    })
    expect(page.messages[0]?.content).toBe('<p>another</p>')
    expect(page.messages[0]?.id).toBeGreaterThan(kept)
    const sent = await at(owner, workers[1]).send('general', 'after', 'after the restore')
    // The id of the ghost is given out again.
    expect(sent).toBeLessThanOrEqual(ghost)
    for (const [index, person] of people.entries()) {
      const [event, ...others] = await person.pollUntil(again[index] as never, 'message')
      expect(others).toEqual([])
      expect(event).toMatchObject({ message: { id: sent, content: 'after the restore' } })
    }
    const metrics = await Promise.all(
      workers.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()),
    )
    const dropped = metrics.flatMap((text) =>
      [...text.matchAll(/^parley_queues_dropped_total\{reason="restored".*\} (\d+)$/gm)].map(
        ([, count]) => Number(count),
      ),
    )
    // One worker noticed; the other found nothing to end.
    expect(dropped).toHaveLength(1)
    expect(dropped[0]).toBeGreaterThanOrEqual(2)
  })

  it('is no other database while it only goes on, also with further workers', async () => {
    const owner = await ownerAt(workers[0])
    const queue = await owner.register()
    const before = await epoch()
    await owner.send('general', 'on', 'and')
    await untilEpochIsOver(before)
    const third = await Worker.start(stores)
    const between = await epoch()
    await owner.send('general', 'on', 'on')
    await untilEpochIsOver(between)
    await third.stop()
    const events = await owner.pollUntil(queue, 'message')
    expect(events.length).toBeGreaterThan(0)
  })
})
