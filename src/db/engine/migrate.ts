import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import type { Database, Queryable } from './database'

/** Folder of the migrations, beside src/ and dist/, so one path serves both. */
const ourMigrations = resolve(__dirname, '../../../db/migrations')

/** Any fixed number: workers that start at once take turns by it. */
const migrationLock = 7_275_391

/** The database has been brought further than this program knows. */
export class NewerSchemaError extends Error {
  override name = 'NewerSchemaError'

  constructor(migration: string) {
    super(
      `The database is of a newer version of Parley: it has seen the migration ${migration}, which ` +
        'this version does not know. Start the newer one.',
    )
  }
}

/**
 * Brings the schema up to date, each migration in a transaction of its own, under a lock,
 * so that several workers may start at once. Returns the names of those it ran.
 *
 * @param folder other migrations than ours, for tests
 * @throws NewerSchemaError before anything is changed
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
      await refuseNewerSchema(connection, folder)
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
  const seen = new Set(await listAppliedMigrations(db))
  return (await listBrought(folder)).filter((name) => !seen.has(name))
}

/**
 * Makes sure that the database has seen no migration but those that this program brings. Workers
 * that serve already are not asked: while others are started anew, they go on.
 *
 * @throws NewerSchemaError
 */
export async function refuseNewerSchema(db: Queryable, folder = ourMigrations): Promise<void> {
  const brought = new Set(await listBrought(folder))
  const unknown = (await listAppliedMigrations(db)).find((name) => !brought.has(name))
  if (unknown !== undefined) throw new NewerSchemaError(unknown)
}

async function listBrought(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

/** Names of the migrations that a database has seen, in their order. */
export async function listAppliedMigrations(db: Queryable): Promise<string[]> {
  // A database that was never set up has not even the table.
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('schema_migrations') is not null as there`.execute(db)
  if (!found[0]?.there) return []
  const { rows } = await sql<{ name: string }>`
    select name from schema_migrations order by name`.execute(db)
  return rows.map((row) => row.name)
}

async function runMigration(connection: Queryable, folder: string, name: string): Promise<void> {
  const text = await readFile(join(folder, name), 'utf8')
  await connection.transaction().execute(async (tx) => {
    // Without values, drivers take any number of statements at once.
    await sql.raw(text).execute(tx)
    await sql`insert into schema_migrations (name) values (${name})`.execute(tx)
  })
}
