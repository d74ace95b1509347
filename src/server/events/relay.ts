import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database, Queryable } from '../data/engine/database'
import type { OutboxEntry } from '../data/engine/transaction-effects'
import { deleteOutboxRows, listRealmsWithStaleRows, takeOutboxRows } from '../data/engine/outbox'
import type { DueWorkPoller } from '../data/schedule/due-work-poller'
import type { Metrics } from '../lib/metrics'
import { batched } from '../lib/batches'
import type { Repetition } from '../lib/pauses'
import { singleFlight } from '../lib/single-flight'
import { isMessageEvent } from '../wire/renderings'
import { anonymized } from '../wire/anonymized-events'
import type { RealmEvent } from '../../shared/events'
import type { AudienceResolver } from './audience'
import { toDispatch } from './publish'
import type { OutboxBody } from './publish'
import type { Dispatch, EventQueues } from './queues'

const rowsPerTransaction = 500
/** Max commits of messages per relay; most have one or a few rows. */
const commitsPerRelay = 100
/**
 * Pause before relayed rows are deleted: far shorter than the time after which rows count as stale.
 */
const deletionPauseMs = 400
const maxRowsPerDeletion = 1_000

export interface RelayOptions {
  db: Database
  queues: EventQueues
  audiences: AudienceResolver
  log: Logger
  metrics: Metrics
  /**
   * Makes every worker drop accounts from its caches before their queues are deleted: a later
   * registration meets a worker that knows about the change. Never fails.
   */
  forgetAccounts: (realmId: number, userIds: readonly number[]) => Promise<void>
  /** The domain of placeholder addresses in a realm. */
  hiddenDomainOf: (db: Queryable, realmId: number) => Promise<string>
  /** Called for accounts that lost access, after their queues were deleted; retried if it fails. */
  onAccessLost: (realmId: number, userIds: readonly number[]) => Promise<void>
  dueWork: DueWorkPoller
  /** Pause between a commit and its relay, for tests that kill a worker in between. */
  delayMs?: number
}

/** Moves committed outbox rows to the event queues. */
export interface Relay {
  start(): void
  /** Relays stale rows of other workers or failed attempts. Runs regularly by itself. */
  sweep(): Promise<void>
  /** Stops sweeping and finishes running relays. */
  stop(): Promise<void>
}

/**
 * Makes the relay. There are two paths from the outbox to the queues:
 * - messages committed while no state change was waiting are dispatched from memory;
 * - all other events are dispatched from the table, oldest first, under row locks, so that clients
 *   learn of state changes in the order of their commits.
 *
 * A worker may die at any point: rows are deleted only after the queues have them, and the queues
 * ignore rows they already have.
 */
export function createRelay(options: RelayOptions): Relay {
  const { db, queues, audiences, log, metrics } = options
  const relayedRows = createRelayedRows(db, log)
  const running = new Set<Promise<void>>()
  let sweeping: Repetition | undefined

  db.onCommit((entries) => track(relayCommitted(entries)))

  function track(work: Promise<void>): Promise<void> {
    running.add(work)
    return work.finally(() => running.delete(work))
  }

  async function relayCommitted(entries: readonly OutboxEntry[]): Promise<void> {
    const endTimer = metrics.relayLag.startTimer()
    try {
      if (options.delayMs) await delay(options.delayMs)
      if (entries.some((entry) => entry.inOrder)) {
        const realmIds = new Set(entries.map((entry) => entry.realmId))
        for (const realmId of realmIds) await relayRealm(realmId)
      } else {
        await relayMessages(entries)
      }
    } catch (error) {
      // The change is committed, so its request succeeds; a later sweep delivers the events.
      log.warn({ err: error, rows: entries.length }, 'events wait in the outbox')
    } finally {
      endTimer()
    }
  }

  /** Relays messages from memory, without row locks. */
  const relayAll = async (commits: readonly (readonly OutboxEntry[])[]) => {
    const entries = commits.flat()
    await perform(db.query, entries)
    relayedRows.delete(entries)
    return commits
  }
  const relayMessages = batched(relayAll, { maxItems: commitsPerRelay })

  /**
   * Relays all rows of a realm, in order. Commits during a run are relayed together by the next
   * run.
   */
  const relayRealm = singleFlight(async (realmId: number) => {
    let relayed: number
    do {
      relayed = await db.query.transaction().execute(async (tx) => {
        const entries = await takeOutboxRows(tx, realmId, rowsPerTransaction)
        if (entries.length > 0) await perform(tx, entries)
        return entries.length
      })
    } while (relayed === rowsPerTransaction)
  })

  /**
   * Performs outbox rows: dispatches events to queues, and removes queues. Events between two
   * removals are dispatched together.
   */
  async function perform(db: Queryable, entries: readonly OutboxEntry[]): Promise<void> {
    let batch: Dispatch[] = []
    const veil = createAnonymizer(db)
    const select = audiences.forBatch(db)
    for (const entry of entries) {
      const body = entry.body as OutboxBody
      if ('dropQueuesOf' in body) {
        await publish(batch)
        batch = []
        await dropQueues(entry.realmId, body.dropQueuesOf)
        continue
      }
      const { outboxId, realmId, furtherIds = [] } = entry
      const ids = [outboxId, ...furtherIds]
      const events = 'events' in body ? body.events : [body.event]
      const shown = body.veils === undefined ? events : await veil(realmId, events, body.veils)
      // All events of the row share its audience, and so one function that selects it.
      const [first] = shown as [RealmEvent]
      const shared = toDispatch(select, realmId, { ...body, event: first })
      shown.forEach((event, index) =>
        batch.push({ ...shared, outboxId: ids[index] as number, event }),
      )
    }
    await publish(batch)
  }

  /** Anonymizes events, with one query per realm, whatever their number. */
  function createAnonymizer(db: Queryable) {
    const domains = new Map<number, string>()
    return async (
      realmId: number,
      events: readonly RealmEvent[],
      veils: number,
    ): Promise<RealmEvent[]> => {
      const domain = domains.get(realmId) ?? (await options.hiddenDomainOf(db, realmId))
      domains.set(realmId, domain)
      return events.map((event) => anonymized(event, veils, { realmId, domain }))
    }
  }

  async function publish(batch: readonly Dispatch[]): Promise<void> {
    await queues.publish(batch)
    metrics.eventsPublished.inc(batch.length)
    // A message may be published as two events.
    const messages = batch.map(({ event }) => event).filter(isMessageEvent)
    metrics.messagesSent.inc(new Set(messages.map(({ message }) => message.id)).size)
  }

  async function dropQueues(realmId: number, userIds: readonly number[]): Promise<void> {
    await options.forgetAccounts(realmId, userIds)
    await Promise.all(userIds.map((userId) => queues.deleteAllOf({ realmId, userId })))
    await options.onAccessLost(realmId, userIds)
  }

  async function sweep(): Promise<void> {
    for (const realmId of await listRealmsWithStaleRows(db.query)) await relayRealm(realmId)
  }

  return {
    start() {
      sweeping = options.dueWork.watch(
        ({ outboxRows, staleOutboxRows }) => {
          metrics.outboxDepth.set(outboxRows)
          return staleOutboxRows ? sweep() : undefined
        },
        (error) => log.warn({ err: error }, 'outbox sweep failed'),
      )
    },
    sweep,
    async stop() {
      await sweeping?.stop()
      await Promise.all(running)
      await relayedRows.finish()
    },
  }
}

/** Deletes relayed rows in the background, many per statement. */
interface RelayedRows {
  delete(entries: readonly OutboxEntry[]): void
  /** Deletes the remaining rows now. */
  finish(): Promise<void>
}

function createRelayedRows(db: Pick<Database, 'query'>, log: Logger): RelayedRows {
  let waiting: OutboxEntry[] = []
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting
    waiting = []
    running = running.then(() => deleteRows(batch))
    return running
  }

  async function deleteRows(batch: readonly OutboxEntry[]): Promise<void> {
    for (const realmId of new Set(batch.map((entry) => entry.realmId))) {
      const ofRealm = batch.filter((entry) => entry.realmId === realmId)
      const ids = ofRealm.map((entry) => entry.outboxId)
      try {
        await deleteOutboxRows(db.query, realmId, ids)
      } catch (error) {
        // A later sweep finds the rows; the queues ignore them as repetitions.
        log.warn({ err: error, rows: ids.length }, 'relayed rows stay in the outbox for now')
      }
    }
  }

  return {
    delete(entries) {
      waiting.push(...entries)
      if (waiting.length >= maxRowsPerDeletion) void flush()
      else timer ??= setTimeout(() => void flush(), deletionPauseMs)
    },
    finish: flush,
  }
}
