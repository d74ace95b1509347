import type { AppContext } from '../../context'
import { readDatabaseFacts } from '../../data/engine/server-facts'
import { readRedisFacts } from '../../stores/redis/facts'
import { judgeDatabase } from './database'
import type { Finding } from './finding'
import { judgeRedis } from './redis'

/**
 * Logs a warning for each setting of PostgreSQL and Redis that can lose data, and for a wrong clock. A store that does
 * not tell its settings, as some hosted ones, is left out.
 */
export async function warnOfStores({
  config: { databaseUrl, redisUrl },
  db,
  log,
}: Pick<AppContext, 'config' | 'db' | 'log'>): Promise<void> {
  const looks: Promise<Finding[]>[] = []
  // The embedded database has our settings, and the clock of this machine.
  if (databaseUrl) looks.push(readDatabaseFacts(db.query).then(judgeDatabase))
  if (redisUrl) looks.push(readRedisFacts(redisUrl).then((each) => each.flatMap(judgeRedis)))
  for (const look of await Promise.allSettled(looks)) {
    if (look.status === 'rejected') {
      log.info({ reason: String(look.reason) }, 'could not look at the settings of a store')
      continue
    }
    for (const { subject, text, advice } of look.value) log.warn({ subject, advice }, text)
  }
}
