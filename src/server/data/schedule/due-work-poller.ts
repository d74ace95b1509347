import type { Logger } from 'pino'
import { alignToSharedTick } from '../../lib/pauses'
import type { Repetition } from '../../lib/pauses'
import type { Database } from '../engine/database'
import { findDueWork } from './due-work'
import type { DueWork } from './due-work'

const pauseMs = 1_000

export interface LookoutOptions {
  db: Pick<Database, 'background'>
  log: Pick<Logger, 'warn'>
}

/** Polls for due work every second, with one statement for all watchers. */
export interface DueWorkPoller {
  /**
   * Calls `onLook` with the due work after each poll, unless its previous call is still running.
   * @param onError receives the failure of a call; the next poll calls again
   */
  watch(onLook: OnLook, onError: (error: unknown) => void): Repetition
}

type OnLook = (due: DueWork) => Promise<unknown> | undefined

interface Watcher {
  onLook: OnLook
  onError: (error: unknown) => void
  running: Promise<void> | undefined
}

/**
 * Makes the due-work poller of a worker. It polls shortly after each full second, since the times
 * that people choose are full seconds. One query of nearly empty indexes costs less than notifying
 * all workers of each such time, and finds work that became due while no worker ran.
 */
export function createDueWorkPoller({ db, log }: LookoutOptions): DueWorkPoller {
  const watchers = new Set<Watcher>()
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    try {
      const due = await findDueWork(db.background.dated())
      for (const watcher of watchers) tell(watcher, due)
    } catch (error) {
      log.warn({ err: error }, 'could not look for work that is due')
    }
    schedule()
  }

  function tell(watcher: Watcher, due: DueWork): void {
    if (watcher.running) return
    watcher.running = Promise.resolve(watcher.onLook(due))
      .catch(watcher.onError)
      .then(() => (watcher.running = undefined))
  }

  function schedule(): void {
    clearTimeout(timer)
    if (watchers.size === 0) return
    timer = setTimeout(() => void look(), alignToSharedTick(pauseMs))
    timer.unref()
  }

  return {
    watch(onLook, onError) {
      const watcher: Watcher = { onLook, onError, running: undefined }
      watchers.add(watcher)
      if (watchers.size === 1) schedule()
      return {
        async stop() {
          watchers.delete(watcher)
          if (watchers.size === 0) clearTimeout(timer)
          await watcher.running
        },
      }
    },
  }
}
