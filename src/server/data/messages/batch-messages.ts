import { randomUUID } from 'node:crypto'
import { isConnectionLoss } from '../../lib/store-away'
import { deleteOldCommitMarks } from '../engine/commit-marks'
import { askUntilAnswered, UnknownOutcomeError } from '../engine/connection-loss'
import type { Database } from '../engine/database'
import { deleteOldBatches, findLocalMessages } from './local-ids'
import type { LocalMessageKey } from './local-ids'
import type { OutboxEntry } from '../engine/transaction-effects'
import { insertMessagesFast } from './insert-messages-fast'
import type { MessageToBatch, StoredIds } from './insert-messages-fast'

const maxMessagesPerBatch = 100
/** Characters of content and rendered content together. */
const maxCharactersPerBatch = 2_000_000
/** Rows of flags, one per user and message. */
const maxFlagsPerBatch = 20_000
const forgetEveryMs = 3_600_000

/** A message to store, completely or not at all. */
export interface MessageToStore {
  row: MessageToBatch
  /** Makes the body of its outbox row from the message id. */
  bodyOf: (id: number) => unknown
}

/**
 * Stores a message durably and hands its event to the relay.
 * @returns its id, or the id of the message stored earlier under the same local id; undefined if
 *   the stream's row has changed since the sender was checked, or if somebody is joining or leaving
 *   the stream
 */
export type StoreMessage = (message: MessageToStore) => Promise<number | undefined>

interface Waiting extends MessageToStore {
  resolve: (id: Promise<number | undefined>) => void
  reject: (error: unknown) => void
}

/**
 * Batches messages that arrive in one turn of the event loop, or while another batch is stored:
 * they share a statement, its round trip and its disk sync. Clients answered by one batch tend to
 * form the next one.
 * @param database receives the events of the stored messages (`handOver`)
 */
export function createMessageStore({
  query: db,
  handOver,
}: Pick<Database, 'query' | 'handOver'>): StoreMessage {
  const lane = randomUUID()
  const waiting: Waiting[] = []
  let batches = 0
  let isStoring = false
  let forgotAt = -Infinity

  async function run(): Promise<void> {
    forgetNowAndThen()
    while (waiting.length > 0) await storeWaiting(takeBatch(waiting))
    isStoring = false
  }

  /** Deletes old batches and commit marks once an hour. Messages do not wait for it. */
  function forgetNowAndThen(): void {
    if (performance.now() < forgotAt + forgetEveryMs) return
    forgotAt = performance.now()
    void deleteOldBatches(db).catch(() => undefined)
    void deleteOldCommitMarks(db).catch(() => undefined)
  }

  async function storeWaiting(batch: readonly Waiting[]): Promise<void> {
    try {
      settle(batch, await store(batch))
    } catch (error) {
      // A message that cannot be stored must not fail the others of its batch.
      if (batch.length > 1 && isRolledBack(error)) {
        for (const one of batch) await storeWaiting([one])
      } else {
        for (const { reject } of batch) reject(error)
      }
    }
  }

  async function store(batch: readonly Waiting[]): Promise<StoredIds[]> {
    batches += 1
    const number = batches
    const rows = batch.map(({ row }) => row)
    let wasSent = false
    const send = () =>
      db.connection().execute((connection) => {
        wasSent = true
        return insertMessagesFast(connection, lane, number, rows)
      })
    try {
      return (await send()) ?? (await askUntilAnswered(send))
    } catch (error) {
      if (!wasSent || !isConnectionLoss(error)) throw error
      return askUntilAnswered(send, error)
    }
  }

  /** Ids stored meanwhile under the same local id, by index in the batch. */
  function findRepeated(
    batch: readonly Waiting[],
    stored: readonly StoredIds[],
  ): Promise<ReadonlyMap<number, number | undefined>> | undefined {
    const keys = new Map<number, LocalMessageKey>()
    batch.forEach(({ row }, index) => {
      const { realm_id, sender_id, queue_id, local_id } = row
      if (queue_id === null || local_id === null || stored[index]?.id !== null) return
      keys.set(index, { realm_id, user_id: sender_id, queue_id, local_id })
    })
    if (keys.size === 0) return undefined
    return findLocalMessages(db, [...keys.values()]).then(
      (ids) => new Map([...keys.keys()].map((index, position) => [index, ids[position]])),
    )
  }

  /** Does not wait for the relay, so that the next batch can start. */
  function settle(batch: readonly Waiting[], stored: readonly StoredIds[]): void {
    const entries: OutboxEntry[] = []
    batch.forEach(({ row, bodyOf }, index) => {
      const { id, outbox_id, behind } = stored[index] as StoredIds
      if (id === null || outbox_id === null) return
      entries.push({
        realmId: row.realm_id,
        outboxId: outbox_id,
        body: bodyOf(id),
        inOrder: behind,
      })
    })
    // Only the repeated messages wait for this lookup and fail with it; the others are stored.
    const repeated = findRepeated(batch, stored)
    const relayed = entries.length > 0 ? handOver(entries) : Promise.resolve()
    batch.forEach(({ resolve }, index) => {
      const id = stored[index]?.id
      resolve(relayed.then(async () => id ?? (await repeated)?.get(index)))
    })
  }

  return (message) =>
    new Promise<number | undefined>((resolve, reject) => {
      waiting.push({ resolve, reject, ...message })
      if (isStoring) return
      isStoring = true
      setImmediate(() => void run())
    })
}

function isRolledBack(error: unknown): boolean {
  return !isConnectionLoss(error) && !(error instanceof UnknownOutcomeError)
}

function takeBatch(waiting: Waiting[]): Waiting[] {
  let characters = 0
  let flags = 0
  let count = 0
  while (count < waiting.length && count < maxMessagesPerBatch) {
    const { row } = waiting[count] as Waiting
    characters += row.content.length + row.rendered_content.length
    flags += row.flags.length
    const isTooMuch = characters > maxCharactersPerBatch || flags > maxFlagsPerBatch
    if (count > 0 && isTooMuch) break
    count += 1
  }
  return waiting.splice(0, count)
}
