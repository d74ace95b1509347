import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import type { Database, Queryable } from './database'

/** Folder of the migrations, beside src/ and dist/, so one path serves both. */
const ourMigrations = resolve(__dirname, '../../../db/migrations')

/** Any fixed number: workers that start at once take turns by it. */
const migrationLock = 7_275_391

/**
 * Brings the schema up to date, each migration in a transaction of its own, under a lock,
 * so that several workers may start at once. Returns the names of those it ran.
 *
 * @param folder other migrations than ours, for tests
 */
export async function migrate(
  database: Pick<Database, 'query'>,
  folder = ourMigrations,
): Promise<string[]> {
  return database.query.connection().execute(async (connection) => {
    // Workers wait here for the one that migrates, and that may take as long as it takes.
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(${migrationLock})`.execute(connection)
    try {
      await sql`create table if not exists schema_migrations (
        name text primary key, ran_at timestamptz not null default now())`.execute(connection)
      const pending = await pendingMigrations(connection, folder)
      for (const name of pending) await runMigration(connection, folder, name)
      return pending
    } finally {
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

/** Names of migrations that this program brings and the database has not seen, in order. */
export async function pendingMigrations(db: Queryable, folder = ourMigrations): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const ran = await sql<{ name: string }>`select name from schema_migrations`.execute(db)
  const seen = new Set(ran.rows.map((row) => row.name))
  return files.filter((name) => !seen.has(name))
}

async function runMigration(connection: Queryable, folder: string, name: string): Promise<void> {
  const text = await readFile(join(folder, name), 'utf8')
  await connection.transaction().execute(async (tx) => {
    // Without values, drivers take any number of statements at once.
    await sql.raw(text).execute(tx)
    await sql`insert into schema_migrations (name) values (${name})`.execute(tx)
  })
}
