import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import type { Database, Queryable } from './database'

/** Folder of the migrations, beside src/ and dist/, so one path serves both. */
const ourMigrations = resolve(__dirname, '../../../../db/migrations')

/** Arbitrary number of the lock that makes workers migrate one after the other. */
const migrationLock = 7_275_391

/** The database has migrations that this program does not know. */
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
 * Brings the schema up to date, each migration in a transaction of its own, under a lock, so that
 * several workers may start at once. Returns the names of the migrations it ran.
 * @param folder other migrations than ours, for tests
 * @throws NewerSchemaError before anything is changed
 */
export async function migrate(
  database: Pick<Database, 'query'>,
  folder = ourMigrations,
): Promise<string[]> {
  return database.query.connection().execute(async (connection) => {
    // Other workers wait here for the one that migrates, however long that takes.
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

/** Names of this program's migrations that the database has not run, in order. */
export async function pendingMigrations(db: Queryable, folder = ourMigrations): Promise<string[]> {
  const seen = new Set(await listAppliedMigrations(db))
  return (await listBrought(folder)).filter((name) => !seen.has(name))
}

/**
 * Checks that the database has run no migration unknown to this program. Running workers do not
 * repeat the check, so they keep serving during a rolling upgrade.
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

/** Names of the migrations that a database has run, in order. */
export async function listAppliedMigrations(db: Queryable): Promise<string[]> {
  // A new database does not even have the table.
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
    // Without values, drivers accept several statements at once.
    await sql.raw(text).execute(tx)
    await sql`insert into schema_migrations (name) values (${name})`.execute(tx)
  })
}
