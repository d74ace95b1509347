import { systemClock } from '../../src/server/lib/clock'
import { sql } from 'kysely'
import type { Response } from 'supertest'
import { openDatabase } from '../../src/server/data/engine/database'
import type { Database } from '../../src/server/data/engine/database'
import { firstOf, present } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useOwnServer } from '../support/own-server'
import { untilHolds } from '../support/until'

const server = useOwnServer({ settings: { SEARCH_TIMEOUT_MS: '60000' } })

let alice: Person
let bob: Person
/** Somebody else's connections; undefined where the database is embedded, and has but one. */
let others: Database | undefined

beforeAll(async () => {
  ;[alice, bob] = await server.users('alice', 'bob')
  await server.stream('kitchen', { subscribers: [alice, bob] })
  const { databaseUrl: url } = server.ctx.config
  if (url) others = openDatabase({ clock: systemClock, url, poolSize: 1 })
})
afterAll(() => others?.close())

const search = (person: Person) =>
  person.get('/messages', {
    narrow: [['has', 'reactions']],
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
  })

/** Has all that reads a table wait while something is done. */
async function whileLocked<T>(table: string, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(
    server.db,
  )
  return present(others, 'others')
    .query.transaction()
    .execute(async (tx) => {
      await sql`lock table ${sql.id(firstOf(rows).schema, table)} in access exclusive mode`.execute(
        tx,
      )
      return work()
    })
}

/** Statements that wait for a lock in the schema of this test. */
async function blocked(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct pid) as count from pg_locks
    where not granted and relation in (
      select oid from pg_class where relnamespace = current_schema()::regnamespace)`.execute(
    server.db,
  )
  return firstOf(rows).count
}

/** Many calls at once, and those of their answers that have come. */
function atOnce(count: number, make: () => PromiseLike<Response>) {
  const answered: Response[] = []
  const all = Array.from({ length: count }, async () => {
    const response = await make()
    answered.push(response)
    return response
  })
  return { answered, all: Promise.all(all) }
}

async function expectServed(person: Person): Promise<void> {
  expectSuccess(await person.get('/users/me'))
  expect(await person.send('kitchen', 'dinner', 'ready')).toBeGreaterThan(0)
}

const itShared = (name: string, test: () => Promise<void>) =>
  it(`${name} (on PostgreSQL)`, async () => {
    if (others) await test()
  })

describe('an account that holds more than its share of the database', () => {
  itShared('has two searches run and two wait, and further ones refused', async () => {
    const searches = await whileLocked('reactions', async () => {
      const searches = atOnce(12, () => search(alice))
      await untilHolds(
        'eight searches are refused',
        async () => (await blocked()) === 2 && searches.answered.length === 8,
      )
      for (const response of searches.answered) {
        expectError(response, 429, {
          code: 'RATE_LIMIT_HIT',
          msg: 'Too many searches at the same time.',
          'retry-after': 5,
        })
        expect(response.headers['retry-after']).toBe('5')
      }
      await expectServed(bob)
      await expectServed(alice)
      return searches
    })
    const statuses = (await searches.all).map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array<number>(4).fill(200), ...Array<number>(8).fill(429)])
  })

  itShared('has other calls wait, too', async () => {
    const calls = await whileLocked('saved_snippets', async () => {
      const calls = atOnce(12, () => alice.get('/saved_snippets'))
      await untilHolds('five calls run', async () => (await blocked()) === 5)
      await expectServed(bob)
      expect(calls.answered).toEqual([])
      return calls
    })
    for (const response of await calls.all) expectSuccess(response)
  })

  it('has all its searches answered, two at a time', async () => {
    const responses = await atOnce(4, () => search(alice)).all
    for (const response of responses) expectSuccess(response)
  })
})

describe('a search that takes too long', () => {
  const hasty = useOwnServer({ settings: { SEARCH_TIMEOUT_MS: '1' } })

  it('is given up and says so (on PostgreSQL)', async () => {
    if (!hasty.ctx.config.databaseUrl) return
    const carol = await hasty.user('carol')
    await sql`
      insert into messages (realm_id, sender_id, stream_id, topic, content, rendered_content,
        client, sent_at)
      select streams.realm_id, ${carol.id}, streams.id, 't', 'word', '<p>word</p>', 'test', now()
      from (select * from streams limit 1) streams, generate_series(1, 20000)`.execute(
      hasty.ctx.db.query,
    )
    expectError(await search(carol), 400, {
      code: 'BAD_REQUEST',
      msg: 'The search took too long. Please narrow it down.',
    })
  })
})
