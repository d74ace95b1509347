import { systemClock } from '../../src/server/lib/clock'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '../../src/server/data/engine/database'
import type { Database } from '../../src/server/data/engine/database'
import type { DatabaseOptions } from '../../src/server/data/engine/pools'
import { migrate } from '../../src/server/data/engine/migrate'
import { rowsAs } from '../../src/server/data/engine/rows'
import { present } from '../support/checked'
import { emptyDatabase } from '../support/empty-database'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'

const tricky = `-- A comment; with semicolons; and what is not 'a text
create table notes (id bigint primary key, said text not null default 'one;
two; -- three'); -- and another; here
create function shout() returns text language plpgsql as $body$
begin
  perform 1;
  return 'hey; /* you */';
end;
$body$;
/* Nothing;
of this is run; */
insert into notes (id) values (1); insert into notes (id) values (2)
`

const failing = `create table halves (id bigint primary key);
insert into notes (id) values (3);
insert into notes (id) values (1);
`

describe('the embedded database', () => {
  describeEngine(async () => ({ template: await emptyDatabase() }))

  it('parses a repeated statement once, even if one of its runs fails', async () => {
    const db = openDatabase({ clock: systemClock, template: await emptyDatabase() })
    const numbers = (texts: string[]) =>
      sql`select unnest(${texts}::text[])::int as number`.execute(db.query)
    expect((await numbers(['1', '2'])).rows).toEqual([{ number: 1 }, { number: 2 }])
    await expect(numbers(['one'])).rejects.toMatchObject({ code: '22P02' })
    expect((await numbers(['3'])).rows).toEqual([{ number: 3 }])
    const { rows } = await sql`
      select custom_plans + generic_plans as runs from pg_prepared_statements
      where statement like 'select unnest(%'`.execute(db.query)
    expect(rows).toEqual([{ runs: 3 }])
    await db.close()
  })
})

describeWithServices('PostgreSQL', () => {
  let stores: TestStores
  afterAll(() => stores.remove())
  describeEngine(async () => {
    stores = await createTestStores()
    return {
      url: present(stores.settings['DATABASE_URL'], 'DATABASE_URL'),
      searchPath: present(stores.searchPath, 'searchPath'),
    }
  })

  it('repeats a transaction that a deadlock aborted', async () => {
    const { settings, searchPath } = stores
    const db = openDatabase({
      clock: systemClock,
      url: present(settings['DATABASE_URL'], 'DATABASE_URL'),
      searchPath: present(searchPath, 'searchPath'),
    })
    await sql`create table tills (id int primary key, coins int not null)`.execute(db.query)
    await sql`insert into tills values (1, 0), (2, 0)`.execute(db.query)
    let holding = 0
    let attempts = 0
    let go = (): void => undefined
    const bothHold = new Promise<void>((resolve) => (go = resolve))
    const putInto = (...tills: number[]) =>
      db.transaction(async (tx) => {
        attempts += 1
        for (const till of tills) {
          await sql`update tills set coins = coins + 1 where id = ${till}`.execute(tx)
          holding += 1
          if (holding === 2) go()
          await bothHold
        }
      })
    await Promise.all([putInto(1, 2), putInto(2, 1)])
    // A repeated transaction may meet the other one again.
    expect(attempts).toBeGreaterThanOrEqual(3)
    const { rows } = await sql`select coins from tills`.execute(db.query)
    expect(rows).toEqual([{ coins: 2 }, { coins: 2 }])
    await db.close()
  })
})

function describeEngine(open: () => Promise<DatabaseOptions>): void {
  let db: Database
  let folder: string
  beforeAll(async () => {
    db = openDatabase({ clock: systemClock, ...(await open()) })
    folder = await mkdtemp(join(tmpdir(), 'parley-migrations-'))
    // The template contains the server's own migrations, and migrate refuses a database with unknown ones.
    await sql`drop table if exists schema_migrations`.execute(db.query)
  })
  afterAll(async () => {
    await db.close()
    await rm(folder, { recursive: true })
  })

  const notes = () => sql`select id, said, shout() from notes order by id`.execute(db.query)
  const both = [1, 2].map((id) => ({ id, said: 'one;\ntwo; -- three', shout: 'hey; /* you */' }))

  it('runs migrations as they are written, once', async () => {
    await writeFile(join(folder, '0001_tricky.sql'), tricky)
    expect(await migrate(db, folder)).toEqual(['0001_tricky.sql'])
    expect((await notes()).rows).toEqual(both)
    expect(await migrate(db, folder)).toEqual([])
  })

  it('runs a migration whole or not at all', async () => {
    await writeFile(join(folder, '0002_failing.sql'), failing)
    await expect(migrate(db, folder)).rejects.toThrow('duplicate key')
    expect((await notes()).rows).toEqual(both)
    await writeFile(join(folder, '0002_failing.sql'), 'create table halves (id bigint)')
    expect(await migrate(db, folder)).toEqual(['0002_failing.sql'])
  })

  it('sees a column that was added after the first run of a statement', async () => {
    await sql`create table growing (id int primary key)`.execute(db.query)
    await sql`insert into growing values (1)`.execute(db.query)
    const all = () => sql`select * from growing where id = ${1}`.execute(db.query)
    expect((await all()).rows).toEqual([{ id: 1 }])
    await sql`alter table growing add column name text default 'new'`.execute(db.query)
    expect((await all()).rows).toEqual([{ id: 1, name: 'new' }])
  })

  it('keeps the order of rows in a parameter', async () => {
    const at = new Date('2030-01-01T12:00:00.123Z')
    const given = [
      { id: 2, text: `'a', "b"`, isNew: true, at, unused: 1 },
      { id: 1, text: null, isNew: false, at: null, unused: 2 },
    ]
    const types = { id: 'bigint', text: 'text', isNew: 'boolean', at: 'timestamptz' } as const
    const { rows } = await sql`
      select * from ${rowsAs('given', given, types)} order by position`.execute(db.query)
    expect(rows).toEqual([
      { id: 2, text: `'a', "b"`, isNew: true, at, position: 1 },
      { id: 1, text: null, isNew: false, at: null, position: 2 },
    ])
  })
}
