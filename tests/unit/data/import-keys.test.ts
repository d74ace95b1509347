import { sql } from 'kysely'
import { openDatabase } from '../../../src/server/data/engine/database'
import type { Database } from '../../../src/server/data/engine/database'
import { findImported } from '../../../src/server/data/import/keys'
import { systemClock } from '../../../src/server/lib/clock'
import { emptyDatabase } from '../../support/empty-database'

describe('known records of an import', () => {
  let database: Database
  beforeAll(async () => {
    database = openDatabase({ clock: systemClock, template: await emptyDatabase() })
  })
  afterAll(() => database.close())

  it('are found by one row each, though the planner has no statistics of them', async () => {
    const count = 3_000
    await database.transaction(async (tx) => {
      const [realm] = await tx
        .insertInto('realms')
        .values({ string_id: 'imported', name: 'Imported' })
        .returning('id')
        .execute()
      const realmId = realm?.id ?? 0
      await sql`
        insert into import_keys (realm_id, source, kind, key, id, position)
        select ${realmId}, 'slack', 'message', 'key ' || n, n, n
        from generate_series(1, ${count}::int) n`.execute(tx)
      const keys = Array.from({ length: 100 }, (_, index) => `key ${index * 20 + 1}`)
      const read = async (): Promise<number> => {
        const { rows } = await sql<{ read: number }>`
          select (seq_tup_read + idx_tup_fetch)::int as read
          from pg_stat_xact_user_tables where relname = 'import_keys'`.execute(tx)
        return rows[0]?.read ?? NaN
      }
      const before = await read()
      const known = await findImported(tx, { realmId, source: 'slack' }, 'message', keys)
      expect(known.get('key 21')).toBe(21)
      expect(known.size).toBe(keys.length)
      expect((await read()) - before).toBe(keys.length)
    })
  })
})
