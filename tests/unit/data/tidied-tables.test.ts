import { sql } from 'kysely'
import { tidyTables } from '../../../src/server/chat/jobs/retention/maintenance'
import { openDatabase } from '../../../src/server/data/engine/database'
import { listNeglectedTables } from '../../../src/server/data/retention/vacuum'
import { systemClock } from '../../../src/server/lib/clock'
import { untilHolds } from '../../support/until'

describe('the embedded database', () => {
  const database = openDatabase({ clock: systemClock })
  const { query } = database
  afterAll(() => database.close())

  async function sizeOf(table: string): Promise<number> {
    const { rows } = await sql<{ size: number }>`
      select pg_relation_size(${table}::regclass) as size`.execute(query)
    return rows[0]?.size ?? NaN
  }

  /** The counters of changes lag behind the changes. */
  async function tidyNeglected(table: string): Promise<void> {
    await untilHolds(`${table} is neglected`, async () => {
      const neglected = await listNeglectedTables(query)
      return neglected.some(({ name }) => name === table)
    })
    await tidyTables(database, new AbortController().signal)
  }

  it('gives the space of deleted rows to new ones', async () => {
    await sql`create table passing (id bigint primary key, body text)`.execute(query)
    const fillAndEmpty = async (): Promise<void> => {
      await sql`
        insert into passing select id, repeat('x', 300) from generate_series(1, 2000) id`.execute(
        query,
      )
      await sql`delete from passing`.execute(query)
    }
    await fillAndEmpty()
    await tidyNeglected('passing')
    expect(await sizeOf('passing')).toBe(0)
  })

  it('renews the statistics of a table that has grown', async () => {
    await sql`create table grown (id bigint primary key)`.execute(query)
    await sql`insert into grown select generate_series(1, 5000)`.execute(query)
    await tidyNeglected('grown')
    const { rows } = await sql<{ tuples: number }>`
      select reltuples as tuples from pg_class where oid = 'grown'::regclass`.execute(query)
    expect(rows).toEqual([{ tuples: 5000 }])
    expect(await listNeglectedTables(query)).toEqual([])
  })

  it('leaves the tables when the worker stops', async () => {
    await sql`insert into grown select generate_series(5001, 9000)`.execute(query)
    await untilHolds('the table is neglected', async () => {
      return (await listNeglectedTables(query)).length > 0
    })
    await tidyTables(database, AbortSignal.abort())
    expect(await listNeglectedTables(query)).toHaveLength(1)
  })
})
