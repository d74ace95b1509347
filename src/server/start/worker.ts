import { endpoints } from './endpoints'
import type { Config } from '../config/config'
import { createContext } from './create-context'
import type { AppContext } from '../context'
import type { ContextOverrides } from './create-context'
import { countBridges } from '../moving/bridge/count-bridges'
import { measureDeletions } from '../chat/jobs/deletions/deleter'
import { countWebhookJobs } from '../data/bots/webhook-jobs'
import { lockDataFolder } from '../data/engine/data-folder'
import { migrate } from '../data/engine/migrate'
import { advanceOutboxIds } from '../data/engine/outbox'
import { claimDatabase } from '../data/engine/claim'
import type { DatabaseClaim } from '../data/engine/claim'
import { createHttpServer } from '../http/pipeline/listen'
import type { HttpServer } from '../http/pipeline/listen'
import { createRequestListener } from './server'
import { listenForMail } from '../mail-in/listener'
import { createMetricsServer } from '../http/pages/metrics'
import { followWebVersion } from '../chat/notify/web-version'
import { ensureDefaultRealm } from '../chat/actions/realms/create-realm'
import type { BeforeCommit, CreatedRealm } from '../chat/actions/realms/create-realm'
import { checkAddress } from './check-address'
import { endOrphanedSessions } from '../identity/settings/end-orphaned-sessions'
import { warnOfStores } from './checkup/warn-of-stores'
import { tightenFolders } from './private-files'
import { EpochWatch } from '../events/database-epochs'
import { isStoreAway } from '../lib/store-away'
import { watchEventLoop } from '../lib/event-loop'
import { repeat } from '../lib/pauses'
import type { Repetition } from '../lib/pauses'
import { insistOnDatabase, waitForStores } from './wait-for-stores'

/** Interval of the check for queues whose client vanished. */
const expiryPauseMs = 5_000
/** Interval of the counts for metrics, which are read about as often. */
const countPauseMs = 15_000
/** Interval of the check for workers that serve another version of the web app. */
const webVersionPauseMs = 5_000
/** Interval of the check whether the database was restored from an older state. */
const epochPauseMs = 2_000
/** Share of the shutdown time for requests in flight; the rest is for the stores. */
const shareOfRequests = 0.8

/** A running worker. */
export interface Worker {
  ctx: AppContext
  port: number
  /** The port of incoming mail, if there is one. */
  mailPort: number | undefined
  /** The default realm, if this start created it. */
  created: CreatedRealm | undefined
  /** Migrations that this start ran. */
  migrations: readonly string[]
  /** Serves the new build of the web app, and notifies open pages. */
  takeNewWebBuild(): Promise<void>
  /**
   * Stops accepting, answers the parked polls, finishes requests in flight and closes the stores. Requests
   * that take too long are cut; committed events are delivered by another worker.
   */
  close(): Promise<void>
}

/**
 * Starts a worker: stores, schema, default realm, HTTP, background jobs.
 *
 * @param keepLogin called with the default realm, if this start creates it, before its commit
 * @throws DataFolderInUseError, NotSoleWorkerError, DifferentShardsError, StoreAwayError; ApiError for an
 * owner the configuration should not name; the error of node for an address that cannot be listened on; what
 * `keepLogin` throws
 */
export async function startWorker(
  config: Config,
  overrides: ContextOverrides = {},
  keepLogin?: BeforeCommit,
): Promise<Worker> {
  await checkAddress(config)
  const isInFolder = !config.databaseUrl && !overrides.inMemory
  const releaseFolder = isInFolder ? lockDataFolder(config.dataDir) : () => undefined
  const ctx = createContext(config, overrides)
  if (!overrides.inMemory) await tightenFolders(config, ctx.log)
  countParkedPolls(ctx)
  let claim: DatabaseClaim | undefined
  try {
    await waitForStores(ctx)
    claim = await insistOnDatabase(ctx, () => claimServerDatabase(ctx))
    const migrations = await insistOnDatabase(ctx, () => migrate(ctx.db))
    await insistOnDatabase(ctx, () => advanceOutboxIds(ctx.db.query))
    const epochs = await followEpochs(ctx)
    const created = await insistOnDatabase(ctx, () => ensureDefaultRealm(ctx, keepLogin))
    await endOrphanedSessions(ctx)
    await warnOfStores(ctx)
    ctx.caches.start()
    const webVersion = await followWebVersionRegularly(ctx, claim)
    const http = createHttpServer(createRequestListener(ctx, endpoints))
    const port = await http.listen(config.port, config.host)
    const metrics = await serveMetrics(ctx)
    ctx.relay.start()
    ctx.outgoingWebhooks.start()
    ctx.linkPreviews.start()
    ctx.scheduledMessages.start()
    ctx.upkeep.start()
    ctx.messageDeleter.start()
    ctx.exportMaker.start()
    ctx.importRunner.start()
    ctx.mailer.start()
    ctx.notifier.start()
    ctx.pusher.start()
    ctx.statusEnds.start()
    ctx.metadataRefresher.start()
    ctx.mailHandler.start()
    ctx.imapReader.start()
    ctx.directorySyncs.start()
    const mail = await listenForMail(ctx)
    const expiry = expireRegularly(ctx)
    const counting = countRegularly(ctx)
    const loopWatch = watchEventLoop(ctx)
    return {
      ctx,
      port,
      mailPort: mail?.port,
      created,
      migrations,
      async takeNewWebBuild() {
        ctx.web.reread()
        await followWebVersion(ctx, claim)
      },
      async close() {
        await mail?.close()
        await finishRequests(ctx, http)
        await metrics?.close(0)
        loopWatch.stop()
        await expiry.stop()
        await counting.stop()
        await webVersion.stop()
        await epochs.stop()
        await claim?.giveUp()
        await ctx.close()
        releaseFolder()
      },
    }
  } catch (error) {
    await claim?.giveUp()
    await ctx.close().catch((closing: unknown) => ctx.log.warn({ err: closing }, 'close failed'))
    releaseFolder()
    throw error
  }
}

/** Claims the database. Without Redis the queues are this worker's own, so no other may serve it. */
async function claimServerDatabase({
  config,
  log,
}: AppContext): Promise<DatabaseClaim | undefined> {
  if (!config.databaseUrl) return undefined
  const kind = config.redisUrl ? { eventShards: config.eventShards } : 'sole'
  return claimDatabase(config.databaseUrl, kind, (error) => {
    log.fatal({ err: error }, 'lost the database to another worker')
    process.exit(1)
  })
}

/** Counted when the metrics are read. */
function countParkedPolls({ events, metrics: { parkedPolls } }: AppContext): void {
  Object.assign(parkedPolls, { collect: () => parkedPolls.set(events.parkedPolls) })
}

function expireRegularly({ events, log }: AppContext): Repetition {
  return repeat(
    () => events.expire(),
    expiryPauseMs,
    (error) => log.warn({ err: error }, 'could not look for expired queues'),
  )
}

function countRegularly({ events, db, log, metrics }: AppContext): Repetition {
  return repeat(
    async () => {
      metrics.liveQueues.set(await events.count())
      metrics.webhookBacklog.set(await countWebhookJobs(db.query))
      await measureDeletions({ db, metrics })
      await countBridges({ db, metrics })
    },
    countPauseMs,
    (error) => log.warn({ err: error }, 'could not count queues, jobs and bridges'),
  )
}

/** Looks once before the worker serves: the database may have been restored while no worker ran. */
async function followEpochs({ db, events, log, caches }: AppContext): Promise<Repetition> {
  const watch = new EpochWatch({ db, events, log, onRestored: () => caches.forgetAll() })
  const onError = (error: unknown): void => {
    // Their connections have logged it.
    if (!isStoreAway(error))
      log.warn({ err: error }, 'could not compare the epochs of the database')
  }
  await watch.look().catch(onError)
  return repeat(() => watch.look(), epochPauseMs, onError)
}

/** Checks once at the start, so that the first registrations have the right version. */
async function followWebVersionRegularly(
  ctx: AppContext,
  claim: DatabaseClaim | undefined,
): Promise<Repetition> {
  const follow = (): Promise<void> => followWebVersion(ctx, claim)
  await insistOnDatabase(ctx, follow)
  return repeat(follow, webVersionPauseMs, (error) =>
    ctx.log.warn({ err: error }, 'could not find out which web app is served'),
  )
}

/** The server of `METRICS_PORT`, if set. */
async function serveMetrics(ctx: AppContext): Promise<HttpServer | undefined> {
  const { metricsPort, host } = ctx.config
  if (metricsPort === undefined) return undefined
  const metrics = createMetricsServer(ctx)
  await metrics.listen(metricsPort, host)
  return metrics
}

async function finishRequests(
  { config, events, pollThrottle }: AppContext,
  http: HttpServer,
): Promise<void> {
  // HTTP closes first, so that the clients of answered polls come back to another worker. The listener is
  // closed by then: answering thousands of polls takes a while, and a client that connects meanwhile would be
  // cut off instead of refused, and proxies do not retry a POST that was cut off.
  let closed: Promise<void> | undefined
  await new Promise<void>((onShut) => {
    closed = http.close(config.shutdownTimeoutMs * shareOfRequests, onShut)
  })
  await events.drain()
  pollThrottle.drain()
  await closed
}
