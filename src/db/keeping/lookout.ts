import type { Logger } from 'pino'
import type { Clock } from '../../runtime/clock'
import { untilCommonMoment } from '../../runtime/pauses'
import type { Repetition } from '../../runtime/pauses'
import type { Database } from '../engine/database'
import { findDueWork } from './due-work'
import type { DueWork } from './due-work'

const pauseMs = 1_000

export interface LookoutOptions {
  db: Pick<Database, 'query'>
  clock: Clock
  log: Pick<Logger, 'warn'>
}

/** Looks each second for work that is due, in one statement for all who do some. */
export interface Lookout {
  /**
   * Has somebody told of what is due after each look, unless they are still busy with an earlier one.
   *
   * @param onError what failed is tried again after the next look
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
 * Makes the lookout of a worker. It looks a moment after each second begins, the times that people choose being whole
 * seconds. One look at indexes that are nearly always empty costs less than telling all workers of each such time, and
 * misses nothing that was due while no worker was there.
 */
export function createLookout({ db, clock, log }: LookoutOptions): Lookout {
  const watchers = new Set<Watcher>()
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    try {
      const due = await findDueWork(db.query, clock.now())
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
    timer = setTimeout(() => void look(), untilCommonMoment(pauseMs))
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
