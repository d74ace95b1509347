import { pattern, setting, truth, wholeNumber } from './values'

/** PostgreSQL and Redis. */
export const storeSettings = {
  databasePoolSize: setting(
    'DATABASE_POOL_SIZE',
    '10',
    wholeNumber(1, 1_000),
    'PostgreSQL connections per worker; the calls of one account use at most half of them',
  ),
  databasePreparesStatements: setting(
    'DATABASE_PREPARED_STATEMENTS',
    'true',
    truth,
    'Whether statements are prepared; false behind a pooler that hands each transaction to another ' +
      'connection',
  ),
  statementTimeoutMs: setting(
    'STATEMENT_TIMEOUT_MS',
    '15000',
    wholeNumber(1, 3_600_000),
    'Max time of a database statement',
  ),
  searchPoolSize: setting(
    'SEARCH_POOL_SIZE',
    '3',
    wholeNumber(1, 1_000),
    'Additional PostgreSQL connections per worker, for searches',
  ),
  searchTimeoutMs: setting(
    'SEARCH_TIMEOUT_MS',
    '5000',
    wholeNumber(1, 3_600_000),
    'Max time of a database statement of a search',
  ),
  redisKeyPrefix: setting(
    'REDIS_KEY_PREFIX',
    'parley',
    pattern(/^[\w:.-]{1,64}$/, 'letters, digits and _ : . -'),
    'Prefix of all Redis keys',
  ),
  eventShards: setting(
    'EVENT_SHARDS',
    '1',
    wholeNumber(1, 1_024),
    'Shards of the event queues, spread over a Redis Cluster; must be the same on all workers',
  ),
}
