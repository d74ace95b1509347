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
import { listPushHosts } from '../../data/notifications/push-hosts'
import { readDatabaseHealth } from '../../data/engine/table-health'
import { systemClock } from '../../lib/clock'
import { checkPushHosts } from './check-pushes'
import { judgeDatabase, judgeHealth, judgeVersion } from './database'
import type { Finding } from './finding'

const subject = 'database'

/** Looks at the database, over one connection of its own; at an embedded one only if no server has it open. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl: url, dataDir } = config
  if (url) return look(config, { url, poolSize: 1 })
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
      return await look(config, { dataDir })
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
  config: Config,
  options: { url: string; poolSize: number } | { dataDir: string },
): Promise<Finding[]> {
  const db = openDatabase({ ...options, clock: systemClock })
  try {
    const facts = await readDatabaseFacts(db.query)
    const schema = await judgeSchema(db.query)
    const found = [
      ...judgeVersion(facts),
      ...judgeDatabase(facts),
      ...schema,
      ...judgeHealth(await readDatabaseHealth(db.query), facts),
    ]
    const hosts = schema.length > 0 ? [] : await listPushHosts(db.query)
    const pushes = await checkPushHosts(config, hosts)
    if (found.length > 0) return [...found, ...pushes]
    const text = `PostgreSQL ${facts.version} answers, and is up to date.`
    return [{ subject, state: 'ok', text }, ...pushes]
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
