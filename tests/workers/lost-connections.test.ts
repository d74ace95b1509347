import { sql } from 'kysely'
import type { Database, Tx } from '../../src/server/data/engine/database'
import { expectError, expectSuccess } from '../support/expectations'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { openTestDatabase, ownerAt, Worker } from '../support/workers'

describeWithServices('a worker whose database connection is cut', () => {
  let stores: TestStores
  let database: Database
  let worker: Worker

  beforeAll(async () => {
    stores = await createTestStores()
    worker = await Worker.start(stores)
    database = openTestDatabase(stores)
  })
  afterAll(async () => {
    await worker.kill()
    await database.close()
    await stores.remove()
  })

  it('answers 503 to the request that was using it, and goes on serving', async () => {
    const owner = await ownerAt(worker)
    const realmId = await realmOf(owner.id)
    await database.transaction(async (tx) => {
      // Holds up the worker's transaction, so that its connection is in use.
      await sql`select from realms where id = ${realmId} for update`.execute(tx)
      const change = owner.patch(`/users/${owner.id}`, { full_name: 'Somebody Else' })
      const [answer] = await Promise.all([change, cutWaiting(tx)])
      expectError(answer, 503, { code: 'SERVICE_UNAVAILABLE' })
    })
    expect(expectSuccess(await owner.get('/users/me'))['full_name']).not.toBe('Somebody Else')
    expect(worker.process.exitCode).toBeNull()
  })

  async function realmOf(userId: number): Promise<number> {
    const { realm_id } = await database.query
      .selectFrom('users')
      .select('realm_id')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    return realm_id
  }

  /** Ends the server's side of the connection that waits for our lock, once there is one. */
  async function cutWaiting(tx: Tx): Promise<void> {
    for (;;) {
      const { rows } = await sql<{ cut: boolean }>`
        select pg_terminate_backend(pid) as cut from pg_stat_activity
        where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx)
      if (rows.length > 0) return
    }
  }
})
