import { systemClock } from '../../src/server/lib/clock'
import { sql } from 'kysely'
import { openDatabase } from '../../src/server/data/engine/database'
import type { Database } from '../../src/server/data/engine/database'
import { PatientPool } from '../../src/server/data/engine/patient-pool'
import { sentWithNext } from '../../src/server/data/engine/pipelining-client'
import { present } from '../support/checked'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'

describeWithServices('transactions', () => {
  describe.each([true, false])('transactions with prepared statements: %s', testTransactions)

  it('get the connection that another gives back while the process has no processor', async () => {
    const stores = await createTestStores()
    const connectionString = present(stores.settings['DATABASE_URL'], 'DATABASE_URL')
    const pool = new PatientPool({ connectionString, max: 1, patienceMs: 100 })
    const first = await pool.connect()
    const second = pool.connect()
    setTimeout(() => first.release(), 150)
    // No timer fires until the time is over.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    ;(await second).release()
    const third = await pool.connect()
    await expect(pool.connect()).rejects.toThrow('timeout exceeded when trying to connect')
    third.release()
    await pool.end()
    await stores.remove()
  })
})

function testTransactions(prepares: boolean): void {
  let stores: TestStores
  let db: Database

  beforeAll(async () => {
    stores = await createTestStores()
    db = openDatabase({
      clock: systemClock,
      url: present(stores.settings['DATABASE_URL'], 'DATABASE_URL'),
      searchPath: present(stores.searchPath, 'searchPath'),
      preparesStatements: prepares,
      poolSize: 1,
    })
    await sql`create table notes (said text not null)`.execute(db.query)
  })
  beforeEach(() => sql`delete from notes`.execute(db.query))
  afterAll(async () => {
    await db.close()
    await stores.remove()
  })

  const said = async () => {
    const { rows } = await sql<{ said: string }>`select said from notes`.execute(db.query)
    return rows.map((row) => row.said)
  }
  const say = (text: string) => sql`insert into notes values (${text})`

  it('commit as a whole or not at all', async () => {
    await db.transaction(async (tx) => {
      await say('one').execute(tx)
      await say('two').execute(tx)
    })
    const failing = db.transaction(async (tx) => {
      await say('three').execute(tx)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    const refused = db.transaction(async (tx) => {
      await say('four').execute(tx)
      await sql`insert into notes values (null)`.execute(tx)
    })
    await expect(refused).rejects.toMatchObject({ code: '23502' })
    expect(await said()).toEqual(['one', 'two'])
  })

  it('leave the connection as it was if they have no statements', async () => {
    await db.transaction(async () => {})
    await expect(db.transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await say('alone').execute(db.query)
    // Inside a transaction now() would not change.
    const begunAt = async () =>
      (await sql<{ at: string }>`select now()::text as at`.execute(db.query)).rows[0]?.at
    expect(await begunAt()).not.toBe(await begunAt())
    expect(await said()).toEqual(['alone'])
  })

  it('run a statement that is sent with the next one first, and fail with its error', async () => {
    await db.transaction(async (tx) => {
      await sql`${sentWithNext} insert into notes values (${'before'})`.execute(tx)
      const { rows } = await sql<{ said: string }>`select said from notes`.execute(tx)
      expect(rows).toEqual([{ said: 'before' }])
    })
    const failing = db.transaction(async (tx) => {
      await sql`${sentWithNext} select 1 / ${0}::int`.execute(tx)
      await say('after').execute(tx)
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(await said()).toEqual(['before'])
  })
}
