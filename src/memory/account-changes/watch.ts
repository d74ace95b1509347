import type { Logger } from 'pino'
import type { Database } from '../../db/engine/database'
import type { AccountChange } from '../../db/engine/transaction-effects'
import { deleteAccountChanges, listAccountChanges } from '../../db/users/account-changes'
import type { LoggedAccountChange } from '../../db/users/account-changes'
import { untilCommonMoment } from '../../runtime/pauses'
import type { Announcements } from './announcements'
import { endlessLease, monotonicClock, RenewedLease } from './lease'
import type { Lease, MonotonicClock } from './lease'

/** Pause after which a worker asks again what has changed. */
const intervalMs = 400
/**
 * The same while nobody uses what it remembers. The lease runs out meanwhile: whoever comes first is looked up, and has
 * it renewed. Short enough that no row of the log is missed.
 */
const unusedIntervalMs = 2_500
/** Pause where only this worker makes changes, and so only has to clear the log of them. */
const lonelyIntervalMs = 10_000
/** Time that everybody has to read a row of the log. */
const retentionMs = 5_000
/** A worker that has not asked for longer may have missed rows. */
const longestGapMs = 4_000

/** A memory of what follows from accounts. */
export interface Forgetful {
  /** Drops what a change made wrong, also what is being read. */
  forget(change: AccountChange): void
  forgetAll(): void
}

export interface AccountWatchOptions {
  db: Pick<Database, 'query'>
  log: Pick<Logger, 'info' | 'warn'>
  /** Whether other processes change accounts in this database. */
  isShared: boolean
  /** @param onChanged has this worker forget accounts that another one changed */
  openAnnouncements: (onChanged: (changes: readonly AccountChange[]) => void) => Announcements
  now?: MonotonicClock
}

/**
 * Knowledge of every change to accounts and realms, whoever made it: by it what was read of them
 * may be used again. See docs/decisions/0006-authentication-cache.md.
 */
export interface AccountWatch {
  /** Whether this worker knows of every change whose call has returned. */
  isCurrent(): boolean

  /** Lets memories forget what is changed from now on. */
  keepCurrent(...memories: readonly Forgetful[]): void

  /** Makes all workers forget accounts that were changed. Takes at most a second, and never fails. */
  announce(changes: readonly AccountChange[]): Promise<void>

  /** Begins to watch. Until then, where others make changes too, nothing is current. */
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
  /** Whether somebody asked for what is remembered since the worker asked what has changed. */
  let isUsed = true
  /** Whether it only asks now and then. */
  let isResting = false
  let renewing = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const forget = (changes: readonly AccountChange[]): void => {
    for (const change of changes) remembering.forEach((memory) => memory.forget(change))
  }
  const announcements = options.openAnnouncements(forget)

  /** Asks what has changed. The answer renews the lease from the moment of the question. */
  async function renew(): Promise<void> {
    const askedAt = now()
    const signedIn = announcements.signIn()
    // Nobody waited for this worker: it must see what was changed until it signed in.
    if (!lease.isValid()) await signedIn
    const [rows] = await Promise.all([listAccountChanges(db.query), signedIn])
    if (isStopped) return
    // Stopped or cut off for so long that rows may have come and gone.
    if (lease.msSinceAsked() > longestGapMs) {
      remembering.forEach((memory) => memory.forgetAll())
    }
    forget(rows.filter(({ id }) => !seenRows.has(id)))
    lease.renew(askedAt)
    const expired = noteRows(rows)
    if (expired.length > 0) await deleteAccountChanges(db.query, expired)
  }

  /** @returns rows that this worker has seen for so long that everybody else must have, too */
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
      // Correct without it, only slower: every call asks PostgreSQL.
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
      if (isResting) return schedule(untilCommonMoment(unusedIntervalMs))
      const nextMs = isShared ? intervalMs : lonelyIntervalMs
      // In a busy process the answer takes a while, of which the lease is part.
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
    start: () => schedule(0),
    async close() {
      isStopped = true
      clearTimeout(timer)
      await renewing
      await announcements.close()
    },
  }
}
