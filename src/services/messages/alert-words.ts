import { LRUCache } from 'lru-cache'
import { listAlertWords } from '../../db/alert-words'
import type { Database } from '../../db/database'
import { AlertWordMatcher } from './alert-word-matcher'

/** Alert words kept in memory, over all realms; about 200 bytes each. */
const maxCachedWords = 500_000

interface Cached {
  matcher: Promise<AlertWordMatcher>
}

/** By database: a process of tests has several. */
const matchersOf = new WeakMap<Database, LRUCache<string, Cached>>()

/**
 * Ids of the active users who have an alert word that occurs in a text, ascending. Whether they
 * get the message that it is in is for the caller to know.
 *
 * Call it outside of transactions: the first time it asks the database, which may have a single
 * connection. Afterwards it answers from memory.
 *
 * @param version `realm_alert_words_version` of the account that writes
 * Source: protocol notes 8.3.
 */
export async function findAlerted(
  db: Database,
  realmId: number,
  version: number,
  content: string,
): Promise<readonly number[]> {
  const matcher = await matcherOf(db, realmId, version)
  return matcher.usersAlertedBy(content)
}

function matcherOf(db: Database, realmId: number, version: number): Promise<AlertWordMatcher> {
  const cache = cacheOf(db)
  const key = `${realmId} ${version}`
  const cached = cache.get(key)
  if (cached) return cached.matcher
  const entry: Cached = {
    matcher: listAlertWords(db.query, realmId).then((words) => {
      const matcher = new AlertWordMatcher(words)
      // Its size is known only now.
      cache.set(key, entry, { size: words.length + 1 })
      return matcher
    }),
  }
  cache.set(key, entry)
  entry.matcher.catch(() => cache.delete(key))
  return entry.matcher
}

function cacheOf(db: Database): LRUCache<string, Cached> {
  const known = matchersOf.get(db)
  if (known) return known
  const created = new LRUCache<string, Cached>({
    maxSize: maxCachedWords,
    sizeCalculation: () => 1,
  })
  matchersOf.set(db, created)
  return created
}
