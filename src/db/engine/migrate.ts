import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import type { Database, Queryable } from './database'

/** Beside src/ and dist/, so one path serves both. */
const migrationsFolder = resolve(__dirname, '../../../db/migrations')

/** Any fixed number: workers that start at once take turns by it. */
const migrationLock = 7_275_391

/**
 * Brings the schema up to date, each migration in a transaction of its own, under a lock,
 * so that several workers may start at once. Returns the names of those it ran.
 */
export async function migrate(database: Pick<Database, 'query'>): Promise<string[]> {
  return database.query.connection().execute(async (connection) => {
    // Workers wait here for the one that migrates, and that may take as long as it takes.
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(${migrationLock})`.execute(connection)
    try {
      await sql`create table if not exists schema_migrations (
        name text primary key, ran_at timestamptz not null default now())`.execute(connection)
      const pending = await pendingMigrations(connection)
      for (const name of pending) await runMigration(connection, name)
      return pending
    } finally {
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

/** Names of migrations that this program brings and the database has not seen, in order. */
export async function pendingMigrations(db: Queryable): Promise<string[]> {
  const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
  const ran = await sql<{ name: string }>`select name from schema_migrations`.execute(db)
  const seen = new Set(ran.rows.map((row) => row.name))
  return files.filter((name) => !seen.has(name))
}

async function runMigration(connection: Queryable, name: string): Promise<void> {
  const text = await readFile(join(migrationsFolder, name), 'utf8')
  await connection.transaction().execute(async (tx) => {
    for (const statement of splitStatements(text)) await sql.raw(statement).execute(tx)
    await sql`insert into schema_migrations (name) values (${name})`.execute(tx)
  })
}

/**
 * The statements of a migration. PGlite and prepared statements take one at a time;
 * migrations keep semicolons out of literals and function bodies.
 */
function splitStatements(text: string): string[] {
  return text
    .replace(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
