import type { Config } from '../../config/config'
import {
  DataFolderInUseError,
  hasEmbeddedDatabase,
  lockDataFolder,
} from '../../data/engine/data-folder'
import { openDatabase } from '../../data/engine/database'
import type { Queryable } from '../../data/engine/database'
import { pendingMigrations, refuseNewerSchema } from '../../data/engine/migrate'
import { readDatabaseFacts } from '../../data/engine/server-facts'
import { readDatabaseHealth } from '../../data/engine/table-health'
import { systemClock } from '../../lib/clock'
import { judgeDatabase, judgeHealth, judgeVersion } from './database'
import type { Finding } from './finding'

const subject = 'database'

/** Looks at the database, over one connection of its own; at an embedded one only if no server has it open. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl: url, dataDir } = config
  if (url) return look({ url, poolSize: 1 })
  if (!hasEmbeddedDatabase(dataDir)) {
    return [
      {
        subject,
        state: 'warning',
        text: `There is no database in ${dataDir} yet.`,
        advice: 'Start the server once, or set DATA_DIR or DATABASE_URL as the server has it.',
      },
    ]
  }
  try {
    const release = lockDataFolder(dataDir)
    try {
      return await look({ dataDir })
    } finally {
      release()
    }
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error
    const text = `A server has the embedded database in ${dataDir} open; stop it to look inside.`
    return [{ subject, state: 'ok', text }]
  }
}

async function look(
  options: { url: string; poolSize: number } | { dataDir: string },
): Promise<Finding[]> {
  const db = openDatabase({ ...options, clock: systemClock })
  try {
    const facts = await readDatabaseFacts(db.query)
    const found = [
      ...judgeVersion(facts),
      ...judgeDatabase(facts),
      ...(await judgeSchema(db.query)),
      ...judgeHealth(await readDatabaseHealth(db.query), facts),
    ]
    if (found.length > 0) return found
    return [
      { subject, state: 'ok', text: `PostgreSQL ${facts.version} answers, and is up to date.` },
    ]
  } finally {
    await db.close()
  }
}

/** @throws NewerSchemaError */
async function judgeSchema(db: Queryable): Promise<Finding[]> {
  await refuseNewerSchema(db)
  const pending = await pendingMigrations(db)
  if (pending.length === 0) return []
  return [
    {
      subject,
      state: 'warning',
      text: `${pending.length} migrations are pending.`,
      advice: 'Start the server, or run `parley migrate`.',
    },
  ]
}
