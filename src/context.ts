import type { Logger } from 'pino'
import { createAccountCache } from './accounts/account-cache'
import type { AccountCache } from './accounts/account-cache'
import { noAnnouncements } from './accounts/announcements'
import { RedisAnnouncements } from './accounts/redis/redis-announcements'
import { systemClock } from './clock'
import type { Clock } from './clock'
import type { Config } from './config'
import { openDatabase } from './db/database'
import type { Database } from './db/database'
import { pendingMigrations } from './db/migrate'
import { createAudienceResolver } from './events/audience'
import { createMemoryQueues } from './events/memory/memory-queues'
import { PollSlots } from './events/poll-slots'
import type { EventQueues } from './events/queues'
import { createRedisQueues } from './events/redis/redis-queues'
import { createRelay } from './events/relay'
import type { Relay } from './events/relay'
import { createLimits } from './http/rate-limit'
import type { Limits } from './http/rate-limit'
import { createLog } from './log'
import { createMetrics } from './metrics'
import type { Metrics } from './metrics'

export interface Readiness {
  ready: boolean
  checks: Record<string, 'ok' | 'failed'>
}

/** The long-lived things that requests are served with; whoever needs one is handed it. */
export interface AppContext {
  config: Config
  log: Logger
  clock: Clock
  metrics: Metrics
  db: Database
  accounts: AccountCache
  events: EventQueues
  /** Bounds what waits at this worker for events. */
  pollSlots: PollSlots
  relay: Relay
  limits: Limits
  /** Whether this worker can serve: its stores answer and the schema is current. */
  isReady(): Promise<Readiness>
  /** Undoes everything in reverse. */
  close(): Promise<void>
}

export type ContextOverrides = Partial<Pick<AppContext, 'clock' | 'log'>> & {
  /** PostgreSQL schema to work in, for tests that share a database. */
  searchPath?: string
  /** Keep the embedded database in memory, for tests. */
  inMemory?: boolean
}

/** Built bottom up. Opens connections lazily: a worker may start before its stores do. */
export function createContext(config: Config, overrides: ContextOverrides = {}): AppContext {
  const log = overrides.log ?? createLog(config)
  const clock = overrides.clock ?? systemClock
  const metrics = createMetrics()

  const db = openDatabase({
    ...(config.databaseUrl ? { url: config.databaseUrl } : {}),
    ...(overrides.inMemory ? {} : { dataDir: config.dataDir }),
    ...(overrides.searchPath ? { searchPath: overrides.searchPath } : {}),
    poolSize: config.databasePoolSize,
    preparesStatements: config.databasePreparesStatements,
    statementTimeoutMs: config.statementTimeoutMs,
    onConnectionLost: (error) => log.warn({ err: error }, 'lost a database connection'),
  })

  const { redisUrl, redisKeyPrefix: keyPrefix, workerId } = config
  const accounts = createAccountCache({
    db,
    metrics,
    log,
    isShared: config.databaseUrl !== undefined,
    openAnnouncements: (onChanged) =>
      redisUrl
        ? new RedisAnnouncements({ url: redisUrl, keyPrefix, workerId, log, onChanged })
        : noAnnouncements,
  })
  db.onAccountsChanged((changes) => accounts.announce(changes))

  const queueOptions = {
    heartbeatMs: config.heartbeatMs,
    maxEventsPerQueue: config.maxEventsPerQueue,
    maxBytesPerQueue: config.maxBytesPerQueue,
    clock,
    log,
    onQueueDropped: (reason: string) => metrics.queuesDropped.inc({ reason }),
  }
  const events = config.redisUrl
    ? createRedisQueues({
        ...queueOptions,
        url: config.redisUrl,
        keyPrefix: config.redisKeyPrefix,
        shards: config.eventShards,
        workerId: config.workerId,
      })
    : createMemoryQueues(queueOptions)

  const pollSlots = new PollSlots({
    maxPerUser: config.maxPollsPerUser,
    maxInAll: config.maxPollsPerWorker,
    onRefused: (full) => metrics.pollsRefused.inc({ full }),
  })

  const relay = createRelay({
    db,
    queues: events,
    audiences: createAudienceResolver(),
    log,
    metrics,
    delayMs: config.relayDelayMs,
  })
  const limits = createLimits(config, log)

  return {
    config,
    log,
    clock,
    metrics,
    db,
    accounts,
    events,
    pollSlots,
    relay,
    limits,
    async isReady() {
      const [database, schema, queues] = await Promise.all([
        succeeds(() => db.ping()),
        succeeds(async () => {
          const pending = await pendingMigrations(db.query)
          if (pending.length > 0) throw new Error('migrations are pending')
        }),
        succeeds(() => events.ping()),
      ])
      return { ready: database && schema && queues, checks: checksOf({ database, schema, queues }) }
    },
    async close() {
      await relay.stop()
      await events.close()
      await limits.close()
      await accounts.close()
      await db.close()
    },
  }
}

async function succeeds(check: () => Promise<unknown>): Promise<boolean> {
  try {
    await check()
    return true
  } catch {
    return false
  }
}

function checksOf(results: Record<string, boolean>): Readiness['checks'] {
  return Object.fromEntries(
    Object.entries(results).map(([name, passed]) => [name, passed ? 'ok' : 'failed'] as const),
  )
}
