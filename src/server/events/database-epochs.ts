import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../data/engine/database'
import { beginEpoch, lockEpoch, readEpoch } from '../data/engine/epoch'
import type { DatabaseEpoch } from '../data/engine/epoch'
import { advanceOutboxIds } from '../data/engine/outbox'
import type { EventQueues, SeenEpochs } from './queues'

export interface EpochWatchOptions {
  db: Pick<Database, 'query' | 'transaction'>
  events: Pick<EventQueues, 'seenEpochs' | 'replaceEpochs' | 'deleteAll'>
  log: Pick<Logger, 'warn'>
  /** Drops the caches of this worker, after a restore that any worker noticed. */
  onRestored: () => void
}

/**
 * Detects a database that was restored from an older dump while its queues stayed. The queues hold events from after
 * the dump, so all queues end, and clients register again. See docs/decisions/0024-epochs.md.
 */
export class EpochWatch {
  /** The number of restores that this worker knows of. */
  private restores: number | undefined

  constructor(private readonly options: EpochWatchOptions) {}

  /** Looks once; workers call it regularly. */
  async look(): Promise<void> {
    const { db, events } = this.options
    const seen = await events.seenEpochs()
    const now = await readEpoch(db.query)
    // Another worker may have begun an epoch between the two reads; only the lock tells.
    const isSettled = now && seen && now.epoch === seen.current && !now.isOver
    this.followRestores(isSettled ? seen : await this.settle())
  }

  /** @returns undefined if another worker was faster */
  private async settle(): Promise<SeenEpochs | undefined> {
    const { db, events } = this.options
    const next = randomUUID()
    const settled = await db.transaction(async (tx) => {
      const now = await lockEpoch(tx)
      const seen = await events.seenEpochs()
      const restores = seen?.restores ?? 0
      const isRestored = seen !== undefined && !isKnown(now, seen)
      if (isRestored) {
        // The connection may have broken while Redis was slow, and the lock with it: lock again before ending queues.
        await lockEpoch(tx)
        await this.endQueues()
        await advanceOutboxIds(tx)
      }
      const told = { current: now.epoch, next, restores: restores + (isRestored ? 1 : 0) }
      // Noted before the commit: an epoch that is not noted would look like that of a dump.
      if (!(await events.replaceEpochs(seen, told))) return undefined
      await beginEpoch(tx, next)
      return told
    })
    if (!settled) return undefined
    // From now on a dump of the previous epoch counts as older. Another worker may have replaced this epoch meanwhile.
    const told = { ...settled, current: next }
    return (await events.replaceEpochs(settled, told)) ? told : undefined
  }

  private async endQueues(): Promise<void> {
    const queues = await this.options.events.deleteAll()
    this.options.log.warn(
      { queues },
      'the database was restored from an older state: all queues end',
    )
  }

  private followRestores(seen: SeenEpochs | undefined): void {
    if (!seen) return
    const { restores } = seen
    if (this.restores !== undefined && this.restores !== restores) this.options.onRestored()
    this.restores = restores
  }
}

/** Whether Redis knows the epoch of the database; the last case is a Redis that lost its latest second. */
function isKnown(now: DatabaseEpoch, seen: SeenEpochs): boolean {
  return now.epoch === seen.current || now.epoch === seen.next || now.previous === seen.current
}
