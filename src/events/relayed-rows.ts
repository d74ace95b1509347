import type { Logger } from 'pino'
import type { Database } from '../db/engine/database'
import type { OutboxEntry } from '../db/engine/transaction-effects'
import { deleteOutboxRows } from '../db/engine/outbox'

/** Far below the time after which rows count as left behind. */
const pauseMs = 100
const maxRowsPerStatement = 1_000

/** Deletes relayed rows behind the requests' backs, many in a statement. */
export interface RelayedRows {
  delete(entries: readonly OutboxEntry[]): void
  /** Deletes what is left, now. */
  finish(): Promise<void>
}

export function createRelayedRows(db: Pick<Database, 'query'>, log: Logger): RelayedRows {
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
        // The sweep will find them; the queues know that they have them.
        log.warn({ err: error, rows: ids.length }, 'relayed rows stay in the outbox for now')
      }
    }
  }

  return {
    delete(entries) {
      waiting.push(...entries)
      if (waiting.length >= maxRowsPerStatement) void flush()
      else timer ??= setTimeout(() => void flush(), pauseMs)
    },
    finish: flush,
  }
}
