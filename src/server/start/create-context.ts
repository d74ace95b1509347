import { extname, join } from 'node:path'
import { createCaches } from '../caches'
import type { Caches } from '../caches'
import { noAnnouncements } from '../caches/account-changes/announcements'
import { RedisAnnouncements } from '../caches/account-changes/redis/redis-announcements'
import { systemClock } from '../lib/clock'
import type { Config } from '../config/config'
import type { AppContext } from '../context'
import { openDatabase } from '../data/engine/database'
import { credentialOf } from '../data/users/requesters'
import { getRealm } from '../data/realms/realms'
import { createMessageStore } from '../data/messages/batch-messages'
import { createAudienceResolver } from '../events/audience'
import { createMemoryQueues } from '../events/memory/memory-queues'
import { PollSlots } from '../events/poll-slots'
import { PollThrottle } from '../events/poll-throttle'
import { createRedisQueues } from '../events/redis/redis-queues'
import { createDueWorkPoller } from '../data/schedule/due-work-poller'
import { createRelay } from '../events/relay'
import { createFiles } from '../stores/files/files'
import { createLimits } from '../http/pipeline/rate-limit'
import { createWebApp } from '../http/web/web-app'
import { createLog } from '../lib/log'
import { RequestLog } from '../lib/request-log'
import { createMetrics } from '../lib/metrics'
import { MemoryPresence } from '../stores/presence/memory-presence'
import { RedisPresence } from '../stores/presence/redis/redis-presence'
import { warnOfSlowLinkifiers } from '../chat/actions/realms/warn-of-slow-linkifiers'
import { createExternalPictures } from '../chat/actions/external-content/external-pictures'
import { createRenderer } from '../chat/posting/rendering/renderer'
import type { Renderer } from '../chat/posting/rendering/renderer'
import { createAddressPolicy } from '../chat/rules/outgoing/addresses'
import { createMessageDeleter } from '../chat/jobs/deletions/deleter'
import { createExportMaker } from '../moving/exports/maker'
import type { Importer } from '../moving/import-jobs/importer'
import { createImporterHere } from '../moving/import-jobs/importer-here'
import { openOutside } from '../moving/import-jobs/outside-archive'
import { createProcessImporter } from '../moving/import-jobs/process-importer'
import { createImportRunner } from '../moving/import-jobs/runner'
import { createMailer } from '../chat/jobs/mail/sender'
import { createImapReader } from '../mail-in/imap-reader'
import { createMailHandler } from '../mail-in/handler'
import { createMailReader } from '../mail-in/mail-reader'
import { createNotifier } from '../chat/jobs/notifications/notifier'
import { createMobileServices } from '../chat/jobs/pushes/mobile/services'
import { createPusher } from '../chat/jobs/pushes/sender'
import { createPasswordJudge } from '../chat/rules/passwords/judge'
import { createMaintenance } from '../chat/jobs/retention/maintenance'
import { createLinkPreviews } from '../chat/jobs/link-previews/dispatcher'
import { createOutgoingWebhooks } from '../chat/jobs/outgoing-webhooks/dispatcher'
import { createStatusEnds } from '../chat/jobs/statuses/ended'
import { SuspectLane } from '../chat/jobs/suspect-lane'
import { createScheduledMessages } from '../chat/jobs/scheduled-messages/sweep'
import { domainOfHidden } from '../wire/addresses'
import { createDirectorySyncs } from '../identity/directories/job'
import { readinessOf } from './readiness'
import { createMetadataRefresher } from '../identity/settings/refresh-metadata'
import { checkOperatorProviders } from '../identity/settings/operator-providers'
import { openSealer } from './open-sealer'

/** Timeout of an outgoing webhook; a slower one is retried later. */
const outgoingWebhookTimeoutMs = 10_000
/** Browsers show a broken picture after about the same time. */
const externalPictureTimeoutMs = 10_000

/** Overrides of the configuration, for tests and commands. */
export type ContextOverrides = Partial<Pick<AppContext, 'clock' | 'log'>> & {
  /** PostgreSQL schema to work in, for tests that share a database. */
  searchPath?: string
  /** Keep the embedded database in memory, for tests. */
  inMemory?: boolean
  /** Initial data of the embedded database in memory. */
  template?: Blob | undefined
  /** Folder of another build of the web app than the last one, for tests. */
  webFolder?: string
}

/**
 * The context of a process, built bottom up. It opens connections lazily: a worker may start before
 * its stores do.
 */
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
    searchPoolSize: config.searchPoolSize,
    searchTimeoutMs: config.searchTimeoutMs,
    clock,
    onConnectionLost: (error) => log.warn({ err: error }, 'lost a database connection'),
  })

  const renderer: Renderer = createRenderer({
    log,
    metrics,
    onSlowLinkifiers: (realmId, version) =>
      warnOfSlowLinkifiers({ db, caches, renderer }, realmId, version),
  })
  const { redisUrl, redisKeyPrefix: keyPrefix, workerId } = config
  const caches: Caches = createCaches({
    db,
    metrics,
    log,
    isShared: config.databaseUrl !== undefined,
    sessionIdleDays: config.sessionIdleDays,
    openAnnouncements: (onChanged) =>
      redisUrl
        ? new RedisAnnouncements({ url: redisUrl, keyPrefix, workerId, log, onChanged })
        : noAnnouncements,
  })
  db.onAccountsChanged((changes) => caches.announce(changes))

  const queueOptions = {
    heartbeatMs: config.heartbeatMs,
    maxEventsPerQueue: config.maxEventsPerQueue,
    maxBytesPerQueue: config.maxBytesPerQueue,
    maxQueuesPerUser: config.maxQueuesPerUser,
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

  const audiences = createAudienceResolver(caches.subscribers, clock)
  const presence = redisUrl
    ? new RedisPresence({ url: redisUrl, keyPrefix, log })
    : new MemoryPresence(clock)

  const pollSlots = new PollSlots({
    maxPerUser: config.maxPollsPerUser,
    maxInAll: config.maxPollsPerWorker,
    isCurrent: (account) => caches.requesters.isCurrent(account),
    findAgain: (account) => caches.requesters.read(credentialOf(account)),
    onRefused: (full) => metrics.pollsRefused.inc({ full }),
  })

  const pollThrottle = new PollThrottle({ pollsPerMinute: config.pollRateLimit })

  caches.keepCurrent(pollSlots)

  const dueWork = createDueWorkPoller({ db, log })
  const suspects = new SuspectLane()
  const relay = createRelay({
    db,
    queues: events,
    audiences,
    log,
    metrics,
    forgetAccounts: (realmId, userIds) => caches.announce([{ realmId, userIds }]),
    hiddenDomainOf: async (db, realmId) => {
      const { string_id: subdomain } = await getRealm(db, realmId)
      return domainOfHidden(subdomain, config.externalHost)
    },
    onAccessLost: (realmId, userIds) => presence.forget(realmId, userIds),
    dueWork,
    delayMs: config.relayDelayMs,
  })
  const limits = createLimits(config, log, (kind) => metrics.rateLimited.inc({ kind }))
  const storeMessage = createMessageStore(db)
  const addresses = createAddressPolicy(config.outgoingWebhooksAllowPrivate)
  const outgoingWebhooks = createOutgoingWebhooks({
    db,
    caches,
    renderer,
    storeMessage,
    log,
    metrics,
    dueWork,
    suspects,
    addresses,
    externalHost: config.externalHost,
    timeoutMs: outgoingWebhookTimeoutMs,
  })
  const linkPreviews = createLinkPreviews({
    ...{ db, caches, metrics, renderer, config, log, dueWork, suspects, addresses },
  })
  const scheduledMessages = createScheduledMessages({
    ...{ db, caches, metrics, renderer, log, dueWork, suspects },
  })
  const files = createFiles({ folder: config.uploadsDir, s3: config.uploadsS3 })
  const upkeep = createMaintenance({ db, clock, files, metrics, config, log, presence })
  const messageDeleter = createMessageDeleter({
    ...{ db, dueWork, log, caches, metrics, renderer, suspects },
  })
  const exportMaker = createExportMaker({
    config,
    presence,
    db,
    files,
    log,
    dueWork,
    caches,
    metrics,
    renderer,
    suspects,
  })
  const importer = createImporter({ config, db, files, log, caches, renderer })
  const importRunner = createImportRunner({
    ...{ config, db, log, dueWork, importer, caches, metrics, renderer },
  })
  const mailer = createMailer({
    db,
    clock,
    config,
    log,
    dueWork,
    caches,
    metrics,
    renderer,
  })
  const statusEnds = createStatusEnds({ db, log, dueWork })
  const metadataRefresher = createMetadataRefresher({ addresses, clock, config, db, log })
  const notifier = createNotifier({ db, clock, config, log, dueWork, metrics, presence })
  const mailReader = createMailReader({ incoming: files.incoming })
  const mailHandler = createMailHandler({
    ...{
      db,
      clock,
      config,
      files,
      log,
      dueWork,
      mailReader,
      caches,
      metrics,
      renderer,
      suspects,
    },
  })
  const imapReader = createImapReader({ db, clock, config, log, metrics })
  const mobile = createMobileServices(config, clock)
  const pusher = createPusher({
    ...{ db, clock, config, log, dueWork, metrics, addresses, mobile, suspects },
  })
  const passwordJudge = createPasswordJudge()
  const sealer = openSealer(config, { inMemory: overrides.inMemory ?? false })
  const operatorProviders = checkOperatorProviders(config)
  const directorySyncs = createDirectorySyncs({
    ...{
      addresses,
      caches,
      clock,
      config,
      db,
      files,
      log,
      metrics,
      operatorProviders,
      passwordJudge,
      presence,
      renderer,
      sealer,
    },
  })
  const web = createWebApp(overrides.webFolder)
  const externalPictures = createExternalPictures({
    ...{ db, log, files, addresses },
    timeoutMs: externalPictureTimeoutMs,
  })

  return {
    config,
    log,
    requestLog: new RequestLog(log),
    clock,
    metrics,
    db,
    storeMessage,
    dueWork,
    suspects,
    caches,
    renderer,
    events,
    audiences,
    presence,
    pollSlots,
    pollThrottle,
    relay,
    addresses,
    limits,
    sealer,
    operatorProviders,
    directorySyncs,
    outgoingWebhooks,
    linkPreviews,
    scheduledMessages,
    upkeep,
    messageDeleter,
    exportMaker,
    importer,
    importRunner,
    mailer,
    notifier,
    mobile,
    pusher,
    statusEnds,
    metadataRefresher,
    mailReader,
    mailHandler,
    imapReader,
    files,
    web,
    externalPictures,
    passwordJudge,
    isReady: () => readinessOf({ config, db, events }),
    async close() {
      await directorySyncs.stop()
      await imapReader.stop()
      await mailHandler.stop()
      await mailReader.close()
      await statusEnds.stop()
      await metadataRefresher.stop()
      await notifier.stop()
      await pusher.stop()
      mobile.close()
      await mailer.stop()
      await exportMaker.stop()
      await importRunner.stop()
      await upkeep.stop()
      await messageDeleter.stop()
      await outgoingWebhooks.stop()
      await linkPreviews.stop()
      await scheduledMessages.stop()
      await renderer.close()
      await passwordJudge.close()
      await relay.stop()
      await presence.close()
      await events.close()
      await limits.close()
      await caches.close()
      await db.close()
    },
  }
}

const importProcess = join(__dirname, `import-process${extname(__filename)}`)

/**
 * Imports run in a process of their own. Only this process has an embedded database, so it writes what such a process reads.
 * Servers that run from their sources are for tests and development.
 */
function createImporter(ctx: Parameters<typeof createImporterHere>[0]): Importer {
  if (extname(__filename) !== '.js') return createImporterHere(ctx)
  return ctx.config.databaseUrl === undefined
    ? createImporterHere(ctx, openOutside)
    : createProcessImporter(importProcess)
}
