import type { Transaction } from 'kysely'
import type { Schema } from '../schema'

/** The first argument of functions that must be part of a transaction. */
export type Tx = Transaction<Schema>

/** An event written in a transaction, on its way to the relay. */
export interface OutboxEntry {
  realmId: number
  outboxId: number
  /**
   * Content of the row's body, so that the committing worker need not read it back; undefined where
   * the database made the text. Such events are in order, and read from the table.
   */
  body: unknown
  /** Whether it must not overtake, or be overtaken by, other changes of state. */
  inOrder: boolean
}

/** Accounts that a committed transaction changed. */
export interface AccountChange {
  realmId: number
  /** null: the realm itself, and with it all of its accounts. */
  userIds: readonly number[] | null
  /** Whether the accounts have other API keys than before; absent also where that is not known. */
  revokesKeys?: true
  /** Sessions of theirs that it ended; absent also where that is not known. */
  endedSessions?: readonly number[]
}

/** Who makes changes, and by which way: for the audit log. */
export interface Actor {
  source: 'api' | 'cli' | 'server'
  userId: number | null
  /** Where a request came from, and what program sent it. */
  address: string | null
  client: string | null
}

/** Whoever acts where nobody else is known to: the server by itself. */
export const noActor: Actor = { source: 'server', userId: null, address: null, client: null }

/** Effects of a transaction that matter once it ends, and who makes it. */
export interface Written {
  actor: Actor
  entries: OutboxEntry[]
  accountChanges: AccountChange[]
  /** Whether there are messages that outgoing webhooks are to be told of. */
  hasWebhookJobs?: true
  /** Its name in `commits`, where it stands once it has committed; see commit-marks.ts. */
  readonly mark: string
}

/** Effects by transaction, of those that `database.transaction()` runs. */
export const writtenIn = new WeakMap<Tx, Written>()

/** Remembers outbox rows until their transaction commits. Called by outbox.ts only. */
export function rememberOutboxEntries(tx: Tx, entries: readonly OutboxEntry[]): void {
  const written = writtenIn.get(tx)
  if (!written) throw new Error('Events can only be published inside database.transaction().')
  written.entries.push(...entries)
}

/**
 * Remembers that a transaction changes accounts, so that its caller hears of success only when no
 * worker uses the old ones any more. Called by the functions of src/db that change them.
 */
export function rememberAccountChange(tx: Tx, change: AccountChange): void {
  const written = writtenIn.get(tx)
  if (!written) throw new Error('Accounts can only be changed inside database.transaction().')
  written.accountChanges.push(change)
}

/** Remembers that services are to be called once the transaction commits. */
export function rememberWebhookJobs(tx: Tx): void {
  const written = writtenIn.get(tx)
  if (!written) throw new Error('Services can only be called by database.transaction().')
  written.hasWebhookJobs = true
}

/** The name under which a transaction is to stand among those that have committed. */
export function commitMarkOf(tx: Tx): string {
  const written = writtenIn.get(tx)
  if (!written) throw new Error('Events can only be published inside database.transaction().')
  return written.mark
}

/** Who makes the changes of a transaction. */
export function actorOf(tx: Tx): Actor {
  return writtenIn.get(tx)?.actor ?? noActor
}
