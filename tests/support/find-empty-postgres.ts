import { systemClock } from '../../src/server/lib/clock'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { openDatabase } from '../../src/server/data/engine/database'
import type { Queryable } from '../../src/server/data/engine/database'
import { migrate } from '../../src/server/data/engine/migrate'
import { digestOfMigrations } from './migrations-digest'

/** PostgreSQL's codes: the role may not create databases; the database exists already. */
const [notAllowed, exists] = ['42501', '42P04']

/**
 * The name of a database with every table and no rows, which files of tests copy: copying takes a fifth of
 * the time of the migrations, which would also wait for each other. It is kept for later runs, one for each
 * state of the migrations. Undefined if the role may not create databases.
 */
export async function findEmptyPostgres(url: string): Promise<string | undefined> {
  const name = `parley_test_empty_${(await digestOfMigrations()).slice(0, 12)}`
  const admin = openDatabase({ clock: systemClock, url, poolSize: 1 })
  try {
    if (!(await isThere(admin.query, name))) await make(admin.query, url, name)
    return name
  } catch (error) {
    if (codeOf(error) === notAllowed) return undefined
    throw error
  } finally {
    await admin.close()
  }
}

async function isThere(db: Queryable, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_database where datname = ${name}`.execute(db)
  return rows.length > 0
}

/** Renamed when complete, so that a parallel run never finds a partial database. */
async function make(db: Queryable, url: string, name: string): Promise<void> {
  const unfinished = `${name}_${randomBytes(6).toString('hex')}`
  await sql`create database ${sql.id(unfinished)}`.execute(db)
  const address = new URL(url)
  address.pathname = `/${unfinished}`
  const database = openDatabase({ clock: systemClock, url: address.href, poolSize: 1 })
  try {
    await migrate(database)
  } finally {
    await database.close()
  }
  // PostgreSQL cannot copy a database while there are connections to it.
  await sql`alter database ${sql.id(unfinished)} with allow_connections false`.execute(db)
  try {
    await sql`alter database ${sql.id(unfinished)} rename to ${sql.id(name)}`.execute(db)
  } catch (error) {
    if (codeOf(error) !== exists) throw error
    await sql`drop database ${sql.id(unfinished)}`.execute(db)
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
