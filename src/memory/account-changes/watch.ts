import type { Logger } from 'pino'
import { deleteAccountChanges, listAccountChanges } from '../../db/users/account-changes'
import type { LoggedAccountChange } from '../../db/users/account-changes'
import type { Database } from '../../db/engine/database'
import type { AccountChange } from '../../db/engine/transaction-effects'
import { listSenders } from '../../db/users/senders'
import type { MessageSender } from '../../db/users/senders'
import { listUsers, listUsersByApiKeys } from '../../db/users/users'
import type { UserWithRealm } from '../../db/users/users'
import type { Metrics } from '../../runtime/metrics'
import type { Announcements } from './announcements'
import { Requesters } from '../requesters'
import { Senders } from '../senders'
import { endlessLease, monotonicClock, RenewedLease } from './lease'
import type { Lease, MonotonicClock } from './lease'
import { Rosters } from '../rosters'
import type { Roster } from '../rosters'

/** How often a worker asks what has changed. */
const intervalMs = 300
/** The same where only this worker makes changes, and so only has to clear the log of them. */
const lonelyIntervalMs = 10_000
/** How long everybody has to read a row of the log. */
const retentionMs = 5_000
/** A worker that has not asked for longer may have missed rows. */
const longestGapMs = 4_000

export interface AccountCacheOptions {
  db: Database
  metrics: Pick<Metrics, 'accountCacheHits' | 'accountCacheMisses'>
  log: Pick<Logger, 'info' | 'warn'>
  /** Whether other processes change accounts in this database. */
  isShared: boolean
  /** @param onChanged has this worker forget accounts that another one changed */
  openAnnouncements: (onChanged: (changes: readonly AccountChange[]) => void) => Announcements
  now?: MonotonicClock
}

/**
 * The accounts of those who called lately, so that a call need not ask PostgreSQL who makes it.
 * An account that is given out was changed by nobody whose call has returned; see
 * docs/decisions/0006-authentication-cache.md. It is shared by calls and cannot be changed.
 */
export interface AccountCache {
  /** The account with an API key if it is known for certain. Asks nobody. */
  peek(apiKey: string): UserWithRealm | undefined

  /** The account with an API key, read from PostgreSQL; undefined when there is none. */
  read(apiKey: string): Promise<UserWithRealm | undefined>

  /** All accounts of a realm, as they were after every change whose call has returned. */
  roster(realmId: number): Promise<Roster>

  /** Accounts of a realm by id, likewise. */
  people(realmId: number, userIds: Iterable<number>): Promise<ReadonlyMap<number, MessageSender>>

  /** Has all workers forget accounts that were changed. Takes at most a second, and never fails. */
  announce(changes: readonly AccountChange[]): Promise<void>

  /** Begins to remember: until then, and in processes that serve nobody, each call is a read. */
  start(): void

  close(): Promise<void>
}

export function createAccountCache(options: AccountCacheOptions): AccountCache {
  const { db, metrics, log, isShared, now = monotonicClock } = options
  const accounts = new Requesters((apiKeys) => listUsersByApiKeys(db.query, apiKeys))
  const rosters = new Rosters((realmId) => listUsers(db.query, realmId))
  const people = new Senders((realmId, userIds) => listSenders(db.query, realmId, userIds))
  const remembering = [accounts, rosters, people]
  const lease: Lease = isShared ? new RenewedLease(now) : endlessLease
  const seenRows = new Map<number, number>()
  let state: 'new' | 'working' | 'failing' = 'new'
  let isStopped = false
  let renewing = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const forget = (changes: readonly AccountChange[]): void => {
    for (const change of changes) remembering.forEach((memory) => memory.forget(change))
  }
  const announcements = options.openAnnouncements(forget)
  /** Whether this worker knows of every change that matters. */
  const isCurrent = (): boolean => !isStopped && lease.isValid()

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
    timer = setTimeout(() => {
      const startedAt = now()
      renewing = renewAndReport().then(() => {
        const nextMs = isShared ? intervalMs : lonelyIntervalMs
        // In a busy process the answer takes a while, of which the lease is part.
        if (!isStopped) schedule(Math.max(0, nextMs - (now() - startedAt)))
      })
    }, afterMs)
    timer.unref()
  }

  return {
    peek(apiKey) {
      if (!isCurrent()) return undefined
      const account = accounts.get(apiKey)
      if (account) metrics.accountCacheHits.inc()
      return account
    },
    read(apiKey) {
      metrics.accountCacheMisses.inc()
      return accounts.read(apiKey, lease.isValid())
    },
    roster: (realmId) => rosters.read(realmId, isCurrent()),
    people: (realmId, userIds) => people.read(realmId, userIds, isCurrent()),
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
