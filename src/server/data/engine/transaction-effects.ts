import type { Transaction } from 'kysely'
import type { Dated } from '../../lib/clock'
import type { Schema } from '../schema'

/** A transaction of any origin, of which neither time nor actor is known. */
export type BareTx = Transaction<Schema>

/**
 * A transaction of `database.transaction()`: the first argument of functions that must be part of
 * one. Neither the pool nor a bare transaction of Kysely can take its place.
 */
export type Tx = BareTx & Occasion

/** The time at which a transaction began, and the author of its changes. */
interface Occasion extends Dated {
  readonly actor: Actor
}

/** An event written in a transaction, not relayed yet. */
export interface OutboxEntry {
  realmId: number
  outboxId: number
  /**
   * Content of the row's body, so that the committing worker need not read it back; undefined if
   * the database built the text. Such events are in order, and are read from the table.
   */
  body: unknown
  /** Whether the event must keep its order among other state changes. */
  inOrder: boolean
  /** Ids of the events behind the first, for a row with several that share their audience. */
  furtherIds?: readonly number[]
}

/** Accounts that a committed transaction changed. */
export interface AccountChange {
  realmId: number
  /** Null: the realm itself, and thereby all its accounts. */
  userIds: readonly number[] | null
  /** Whether the accounts got new API keys; also absent if unknown. */
  revokesKeys?: true
  /** Sessions of the accounts that the change ended; also absent if unknown. */
  endedSessions?: readonly number[]
  /** Named keys of the accounts that the change revoked; also absent if unknown. */
  revokedKeys?: readonly number[]
}

/** Author of changes and the interface used, for the audit log. */
export interface Actor {
  source: 'api' | 'cli' | 'server'
  userId: number | null
  /** IP address of the request, and the program that sent it. */
  address: string | null
  client: string | null
}

/** Actor of changes without a known author: the server itself. */
export const noActor: Actor = { source: 'server', userId: null, address: null, client: null }

/** Effects of a transaction to handle after its commit. */
export interface Written {
  entries: OutboxEntry[]
  accountChanges: AccountChange[]
  /** Whether there are new messages for outgoing webhooks. */
  hasWebhookJobs?: true
  /**
   * Id of the row in `commits` that exists once the transaction has committed; see commit-marks.ts.
   */
  readonly mark: string
}

/** Effects by transaction, for transactions of `database.transaction()`. */
export const writtenIn = new WeakMap<BareTx, Written>()

/** Remembers outbox rows until their transaction commits. Called by outbox.ts only. */
export function rememberOutboxEntries(tx: Tx, entries: readonly OutboxEntry[]): void {
  const written = writtenIn.get(tx)
  if (!written) throw new Error('Events can only be published inside database.transaction().')
  written.entries.push(...entries)
}

/**
 * Remembers that a transaction changes accounts, so that its call returns only after all workers
 * have dropped the old ones from their caches. Called by the functions of src/server/data that change
 * accounts.
 */
export function rememberAccountChange(tx: Tx, change: AccountChange): void {
  const written = writtenIn.get(tx)
  if (!written) throw new Error('Accounts can only be changed inside database.transaction().')
  written.accountChanges.push(change)
}

/** Remembers to call webhook services after the commit. */
export function rememberWebhookJobs(tx: Tx): void {
  const written = writtenIn.get(tx)
  if (!written) throw new Error('Services can only be called by database.transaction().')
  written.hasWebhookJobs = true
}

/** The mark of a transaction; see commit-marks.ts. */
export function commitMarkOf(tx: Tx): string {
  const written = writtenIn.get(tx)
  if (!written) throw new Error('Events can only be published inside database.transaction().')
  return written.mark
}
