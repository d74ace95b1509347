import type { Logger } from 'pino'
import { createAccountCache } from './memory/accounts/account-cache'
import type { AccountCache } from './memory/accounts/account-cache'
import { noAnnouncements } from './memory/accounts/announcements'
import { RedisAnnouncements } from './memory/accounts/redis/redis-announcements'
import { systemClock } from './runtime/clock'
import type { Clock } from './runtime/clock'
import type { Config } from './config/config'
import { openDatabase } from './db/engine/database'
import type { Database } from './db/engine/database'
import { pendingMigrations } from './db/engine/migrate'
import { createAudienceResolver } from './events/audience'
import type { AudienceResolver } from './events/audience'
import { createMemoryQueues } from './events/memory/memory-queues'
import { PollSlots } from './events/poll-slots'
import type { EventQueues } from './events/queues'
import { createRedisQueues } from './events/redis/redis-queues'
import { createRelay } from './events/relay'
import type { Relay } from './events/relay'
import { createFiles } from './files'
import type { Files } from './files'
import { createLimits } from './http/pipeline/rate-limit'
import type { Limits } from './http/pipeline/rate-limit'
import { createLog } from './runtime/log'
import { createMetrics } from './runtime/metrics'
import type { Metrics } from './runtime/metrics'
import { MemoryPresence } from './presence/memory-presence'
import type { PresenceStore } from './presence/presence'
import { RedisPresence } from './presence/redis/redis-presence'
import { KnownBodies } from './memory/message-bodies'
import { createAddressPolicy } from './services/outgoing-webhooks/addresses'
import { createOutgoingWebhooks } from './services/outgoing-webhooks/dispatcher'
import type { OutgoingWebhooks } from './services/outgoing-webhooks/dispatcher'
import { RealmMemory } from './memory/realm-parts'

/** A service that takes longer is tried again later. */
const outgoingWebhookTimeoutMs = 10_000

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
  /** What messages say by themselves. */
  knownBodies: KnownBodies
  /** What those who register are told of their realms. */
  realmMemory: RealmMemory
  events: EventQueues
  /** Who is meant by the audience of an event. */
  audiences: AudienceResolver
  /** Who is there. */
  presence: PresenceStore
  /** Bounds what waits at this worker for events. */
  pollSlots: PollSlots
  relay: Relay
  limits: Limits
  outgoingWebhooks: OutgoingWebhooks
  files: Files
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
  /** What it begins with there. */
  template?: Blob | undefined
}

/** Built bottom up. Opens connections lazily: a worker may start before its stores do. */
export function createContext(config: Config, overrides: ContextOverrides = {}): AppContext {
  const log = overrides.log ?? createLog(config)
  const clock = overrides.clock ?? systemClock
  const metrics = createMetrics()

  const db = openDatabase({
    ...(config.databaseUrl ? { url: config.databaseUrl } : {}),
    ...(overrides.inMemory ? { template: overrides.template } : { dataDir: config.dataDir }),
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
      })
    : createMemoryQueues(queueOptions)

  const audiences = createAudienceResolver()
  const presence = redisUrl
    ? new RedisPresence({ url: redisUrl, keyPrefix, log })
    : new MemoryPresence(clock)

  const pollSlots = new PollSlots({
    maxPerUser: config.maxPollsPerUser,
    maxInAll: config.maxPollsPerWorker,
    onRefused: (full) => metrics.pollsRefused.inc({ full }),
  })

  const relay = createRelay({
    db,
    queues: events,
    audiences,
    log,
    metrics,
    onAccessLost: (realmId, userIds) => presence.forget(realmId, userIds),
    delayMs: config.relayDelayMs,
  })
  const limits = createLimits(config, log)
  const outgoingWebhooks = createOutgoingWebhooks({
    db,
    clock,
    log,
    addresses: createAddressPolicy(config.outgoingWebhooksAllowPrivate),
    externalHost: config.externalHost,
    timeoutMs: outgoingWebhookTimeoutMs,
  })
  const files = createFiles({ folder: config.uploadsDir, s3: config.uploadsS3 })

  return {
    config,
    log,
    clock,
    metrics,
    db,
    accounts,
    knownBodies: new KnownBodies(),
    events,
    audiences,
    presence,
    pollSlots,
    relay,
    limits,
    outgoingWebhooks,
    realmMemory: new RealmMemory(),
    files,
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
      await outgoingWebhooks.stop()
      await relay.stop()
      await presence.close()
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
