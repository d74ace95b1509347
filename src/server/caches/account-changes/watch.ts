import type { Logger } from 'pino'
import type { Database } from '../../data/engine/database'
import type { AccountChange } from '../../data/engine/transaction-effects'
import { deleteAccountChanges, listAccountChanges } from '../../data/users/account-changes'
import type { LoggedAccountChange } from '../../data/users/account-changes'
import { alignToSharedTick } from '../../lib/pauses'
import type { Announcements } from './announcements'
import { endlessLease, monotonicClock, RenewedLease } from './lease'
import type { Lease, MonotonicClock } from './lease'

/** Pause between two queries for changes. */
const intervalMs = 400
/**
 * The same while the caches are unused. The lease expires meanwhile: the next access reads the
 * database and renews it. Short enough that no row of the log is missed.
 */
const unusedIntervalMs = 2_500
/** Pause if only this worker makes changes, and so only has to clear the log. */
const lonelyIntervalMs = 10_000
/** Time for which a row of the log is kept for all workers to read. */
const retentionMs = 5_000
/** A worker that has not queried for longer may have missed rows. */
const longestGapMs = 4_000

/** A cache of data derived from accounts. */
export interface Forgetful {
  /** Drops entries that a change made outdated, including running reads. */
  forget(change: AccountChange): void
  forgetAll(): void
}

export interface AccountWatchOptions {
  db: Pick<Database, 'query'>
  log: Pick<Logger, 'info' | 'warn'>
  /** Whether other processes change accounts in this database. */
  isShared: boolean
  /** @param onChanged drops accounts that another worker changed */
  openAnnouncements: (onChanged: (changes: readonly AccountChange[]) => void) => Announcements
  now?: MonotonicClock
}

/**
 * Tracks all changes to accounts and realms by any worker, which makes it safe to cache them. See
 * docs/decisions/0006-authentication-cache.md.
 */
export interface AccountWatch {
  /** Whether this worker knows every change whose call has returned. */
  isCurrent(): boolean

  /** Registers caches that drop entries on changes from now on. */
  keepCurrent(...memories: readonly Forgetful[]): void

  /**
   * Makes all workers drop changed accounts from their caches. Takes at most a second, and never
   * fails.
   */
  announce(changes: readonly AccountChange[]): Promise<void>

  /** Makes the registered caches of this worker drop everything. */
  forgetAll(): void

  /** Starts the watch. Before, with other workers on the database, nothing is current. */
  start(): void

  close(): Promise<void>
}

export function watchAccounts(options: AccountWatchOptions): AccountWatch {
  const { db, log, isShared, now = monotonicClock } = options
  const remembering: Forgetful[] = []
  const lease: Lease = isShared ? new RenewedLease(now) : endlessLease
  const seenRows = new Map<number, number>()
  let state: 'new' | 'working' | 'failing' = 'new'
  let isStopped = false
  /** Whether a cache was used since the last query for changes. */
  let isUsed = true
  /** Whether the longer pause for unused caches is in effect. */
  let isResting = false
  let renewing = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const forget = (changes: readonly AccountChange[]): void => {
    for (const change of changes) remembering.forEach((memory) => memory.forget(change))
  }
  const announcements = options.openAnnouncements(forget)

  /** Queries for changes. The answer renews the lease from the start of the query. */
  async function renew(): Promise<void> {
    const askedAt = now()
    const signedIn = announcements.signIn()
    // No announcement has waited for this worker: its query must cover all changes up to its
    // sign-in.
    if (!lease.isValid()) await signedIn
    const [rows] = await Promise.all([listAccountChanges(db.query), signedIn])
    if (isStopped) return
    // The worker was suspended or cut off for so long that it may have missed rows.
    if (lease.msSinceAsked() > longestGapMs) {
      remembering.forEach((memory) => memory.forgetAll())
    }
    forget(rows.filter(({ id }) => !seenRows.has(id)))
    lease.renew(askedAt)
    const expired = noteRows(rows)
    if (expired.length > 0) await deleteAccountChanges(db.query, expired)
  }

  /** @returns rows seen for so long that every other worker must have seen them, too */
  function noteRows(rows: readonly LoggedAccountChange[]): LoggedAccountChange[] {
    const seenAt = now()
    const ids = new Set(rows.map(({ id }) => id))
    for (const id of seenRows.keys()) if (!ids.has(id)) seenRows.delete(id)
    for (const id of ids) if (!seenRows.has(id)) seenRows.set(id, seenAt)
    return rows.filter(({ id }) => seenAt - (seenRows.get(id) ?? seenAt) > retentionMs)
  }

  async function renewAndReport(): Promise<void> {
    try {
      await renew()
      if (state === 'failing') log.info('accounts are remembered again')
      state = 'working'
    } catch (error) {
      // Without the watch the server stays correct but slower: every call reads PostgreSQL.
      if (state === 'new') return
      if (state === 'working') log.warn({ err: error }, 'accounts are not remembered for now')
      state = 'failing'
    }
  }

  function schedule(afterMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(ask, afterMs)
    timer.unref()
  }

  function ask(): void {
    const startedAt = now()
    const wasUsed = isUsed
    isResting = false
    isUsed = false
    renewing = renewAndReport().then(() => {
      if (isStopped) return
      isResting = isShared && !wasUsed && !isUsed
      if (isResting) return schedule(alignToSharedTick(unusedIntervalMs))
      const nextMs = isShared ? intervalMs : lonelyIntervalMs
      // In a busy process the answer takes a while, which is part of the lease.
      schedule(Math.max(0, nextMs - (now() - startedAt)))
    })
  }

  return {
    isCurrent() {
      isUsed = true
      if (isStopped) return false
      if (isResting) {
        isResting = false
        schedule(0)
      }
      return lease.isValid()
    },
    keepCurrent: (...memories) => void remembering.push(...memories),
    async announce(changes) {
      forget(changes)
      await announcements.announce(changes)
    },
    forgetAll() {
      seenRows.clear()
      remembering.forEach((memory) => memory.forgetAll())
    },
    start: () => schedule(0),
    async close() {
      isStopped = true
      clearTimeout(timer)
      await renewing
      await announcements.close()
    },
  }
}
