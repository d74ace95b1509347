import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import { columnList, listTables, setSequence } from './tables'
import type { SequenceState, TableShape } from './tables'

/** Whether a database has any realm; false also if it was never set up. */
export async function hasOrganization(db: Queryable): Promise<boolean> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('realms') is not null as there`.execute(db)
  if (!found[0]?.there) return false
  const { rows } = await sql`select from realms limit 1`.execute(db)
  return rows.length > 0
}

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/**
 * Fills the tables of a database in a transaction, in any order: foreign keys and triggers are off
 * meanwhile, and all references are checked at the end.
 * @param check throws if the tables must not be filled; they are locked against other readers and
 *   writers from then on
 */
export async function refill<T>(
  db: Queryable,
  check: (tx: Queryable) => Promise<void>,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    const tables = await listTables(tx)
    await sql`lock table ${sql.join(tables.map(({ name }) => sql.id(name)))}`.execute(tx)
    await check(tx)
    // Rows inserted by migrations are part of the copied data.
    await sql`truncate ${sql.join(tables.map(({ name }) => sql.id(name)))}`.execute(tx)
    const keys = await listForeignKeys(tx)
    for (const { table, name } of keys) {
      await sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)}`.execute(tx)
    }
    await setTriggers(tx, tables, 'disable')
    const result = await work(tx)
    await setTriggers(tx, tables, 'enable')
    for (const { table, name, definition } of keys) {
      await sql`alter table ${sql.id(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
        tx,
      )
    }
    return result
  })
}

async function listForeignKeys(db: Queryable): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and relnamespace = current_schema()::regnamespace
    order by relname, conname`.execute(db)
  return rows
}

async function setTriggers(
  db: Queryable,
  tables: readonly TableShape[],
  state: 'disable' | 'enable',
): Promise<void> {
  for (const { name } of tables) {
    await sql`alter table ${sql.id(name)} ${sql.raw(state)} trigger user`.execute(db)
  }
}

/** Inserts rows from the texts of `readRows`. One statement. */
export async function writeRows(
  db: Queryable,
  table: TableShape,
  rows: readonly string[],
): Promise<void> {
  const columns = columnList(table)
  await sql`
    insert into ${sql.id(table.name)} (${columns}) overriding system value
    select ${columns}
    from jsonb_populate_recordset(null::${sql.id(table.name)}, ${`[${rows.join()}]`}::jsonb)`.execute(
    db,
  )
}

/** Restores the states of sequences. */
export async function writeSequences(
  db: Queryable,
  states: readonly SequenceState[],
): Promise<void> {
  for (const state of states) await setSequence(db, state)
}

/** Updates the planner's statistics now, instead of minutes later by autovacuum. */
export async function analyze(db: Queryable): Promise<void> {
  for (const { name } of await listTables(db)) await sql`analyze ${sql.id(name)}`.execute(db)
}
