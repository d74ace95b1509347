import { systemClock } from '../../src/server/lib/clock'
import { createCaches } from '../../src/server/caches'
import type { Caches } from '../../src/server/caches'
import type { Announcements } from '../../src/server/caches/account-changes/announcements'
import { openDatabase } from '../../src/server/data/engine/database'
import type { Database } from '../../src/server/data/engine/database'
import type { AccountChange } from '../../src/server/data/engine/transaction-effects'
import { migrate } from '../../src/server/data/engine/migrate'
import { RedisAwayError } from '../../src/server/lib/store-away'
import { createMetrics } from '../../src/server/lib/metrics'
import { present } from '../support/checked'
import { emptyDatabase } from '../support/empty-database'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { until } from './event-queues.cast'

/** Announcements under the control of the test: it cuts the connection and delivers changes. */
class Announcer implements Announcements {
  isCut = false
  signIns = 0
  onChanged: (changes: readonly AccountChange[]) => void = () => {}

  async signIn(): Promise<void> {
    this.signIns += 1
    if (this.isCut) throw new RedisAwayError('cut')
  }

  /** Resolves once the worker has completed one more attempt to sign in, begun after this call. */
  async triedAgain(): Promise<void> {
    const before = this.signIns
    await until(() => this.signIns >= before + 2)
  }

  async announce(): Promise<void> {}
  async close(): Promise<void> {}
}

describe('accounts in the cache of one of several workers', () => {
  const log = { info: () => {}, warn: () => {} }
  const keyOf = (name: string) => name.padEnd(32, 'x')
  let stores: TestStores
  let database: Database
  let memory: Caches
  let announcer: Announcer
  /** Milliseconds; only the test advances this clock. */
  let now: number

  beforeAll(async () => {
    stores = await createTestStores()
    const url = stores.settings['DATABASE_URL']
    database = openDatabase({
      clock: systemClock,
      ...(url
        ? { url, searchPath: present(stores.searchPath, 'searchPath') }
        : { template: await emptyDatabase() }),
    })
    await migrate(database)
    await database.query
      .insertInto('realms')
      .values({ string_id: '', name: 'Parley' })
      .executeTakeFirstOrThrow()
  })
  afterAll(async () => {
    await database.close()
    await stores.remove()
  })

  beforeEach(() => {
    now = 1_000_000
    announcer = new Announcer()
    memory = createCaches({
      db: database,
      metrics: createMetrics(),
      log,
      isShared: true,
      sessionIdleDays: 90,
      openAnnouncements: (onChanged) => Object.assign(announcer, { onChanged }),
      now: () => now,
    })
  })
  afterEach(() => memory.close())

  async function addUser(name: string): Promise<number> {
    const { id: realm_id } = await database.query
      .selectFrom('realms')
      .select('id')
      .executeTakeFirstOrThrow()
    const { id } = await database.query
      .insertInto('users')
      .values({
        realm_id,
        email: `${name}@parley.test`,
        full_name: name,
        short_name: name,
        role: 400,
        api_key: keyOf(name),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  /** A change without an announcement, as by psql, or by a worker that died after its commit. */
  const rename = (id: number, full_name: string) =>
    database.query.updateTable('users').set({ full_name }).where('id', '=', id).execute()
  /** Reads an account until the worker has it in its cache. */
  const remember = (name: string) =>
    until(async () => {
      await memory.requesters.read(keyOf(name))
      return memory.requesters.peek(keyOf(name))
    })

  it('are used until 900 ms after the worker last read the changes', async () => {
    await addUser('alice')
    memory.start()
    await remember('alice')
    announcer.isCut = true
    await announcer.triedAgain()
    now += 899
    expect(memory.requesters.peek(keyOf('alice'))).toBeDefined()
    now += 1
    expect(memory.requesters.peek(keyOf('alice'))).toBeUndefined()
  })

  it('are not used by a process that was suspended and continues', async () => {
    const id = await addUser('bob')
    memory.start()
    await remember('bob')
    await rename(id, 'Bobby')
    now += 30_000
    expect(memory.requesters.peek(keyOf('bob'))).toBeUndefined()
    expect(await memory.requesters.read(keyOf('bob'))).toMatchObject({ full_name: 'Bobby' })
  })

  it('are used again after a short outage, except for changed accounts', async () => {
    const id = await addUser('carol')
    await addUser('dora')
    memory.start()
    await remember('carol')
    await remember('dora')
    announcer.isCut = true
    await announcer.triedAgain()
    await rename(id, 'Caroline')
    now += 2_000
    expect(memory.requesters.peek(keyOf('dora'))).toBeUndefined()

    announcer.isCut = false
    await until(() => memory.requesters.peek(keyOf('dora')))
    expect(memory.requesters.peek(keyOf('carol'))).toBeUndefined()
  })

  it('are forgotten after a long outage, in which the log may have been cleared', async () => {
    await addUser('eve')
    await addUser('frank')
    memory.start()
    await remember('eve')
    announcer.isCut = true
    await announcer.triedAgain()
    now += 4_001
    announcer.isCut = false
    await remember('frank')
    expect(memory.requesters.peek(keyOf('eve'))).toBeUndefined()
  })

  it('are forgotten after a change in the database', async () => {
    const id = await addUser('grace')
    memory.start()
    await remember('grace')
    await rename(id, 'Gracie')
    await until(() => !memory.requesters.peek(keyOf('grace')))
    await remember('grace')
    expect(memory.requesters.peek(keyOf('grace'))).toMatchObject({ full_name: 'Gracie' })

    await database.query.updateTable('realms').set({ name: 'Palaver' }).execute()
    await until(() => !memory.requesters.peek(keyOf('grace')))
  })

  it('are forgotten at once when another worker announces a change', async () => {
    const id = await addUser('heidi')
    memory.start()
    await remember('heidi')
    announcer.onChanged([{ realmId: 1, userIds: [id] }])
    expect(memory.requesters.peek(keyOf('heidi'))).toBeUndefined()
  })

  it('are used only after the worker first read the changes, and not after it closed', async () => {
    await addUser('ivan')
    await memory.requesters.read(keyOf('ivan'))
    expect(memory.requesters.peek(keyOf('ivan'))).toBeUndefined()
    memory.start()
    await remember('ivan')
    await memory.close()
    expect(memory.requesters.peek(keyOf('ivan'))).toBeUndefined()
  })

  it('have a log of changes that is cleared once all workers had time to read it', async () => {
    const rows = () => database.query.selectFrom('account_changes').selectAll().execute()
    await rename(await addUser('judy'), 'Jude')
    memory.start()
    await announcer.triedAgain()
    now += 5_000
    await announcer.triedAgain()
    expect(await rows()).not.toEqual([])
    now += 1
    await until(async () => (await rows()).length === 0)
  })
})
