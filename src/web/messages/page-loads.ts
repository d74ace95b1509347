import { RefusedError, UnreachableError } from '../api/errors'
import { keyOfNarrow } from '../narrow/narrow'
import type { Narrow } from '../narrow/narrow'
import type { ServerEvent } from '../store/state'
import { fetchPage } from './page'
import type { Page, PageRequest } from './page'

/** Pages that are on their way, and the events that came meanwhile: a page may not know of them yet. */
export interface PageLoads {
  /**
   * Fetches a page, again and again while the server cannot be reached or has too much to do.
   *
   * @param isWanted asked before it is fetched again
   * @returns the page, and the events since it was asked for
   * @throws RefusedError; UnreachableError when it is not wanted any more
   */
  load(narrow: Narrow, request: PageRequest, isWanted: () => boolean): Promise<Load>
  hear(events: readonly ServerEvent[]): void
}

interface Load {
  page: Page
  missed: readonly ServerEvent[]
}

const longestPauseMs = 15_000

/** @param ended the end of the session, after which nothing is wanted */
export function createPageLoads(ownId: () => number, ended: AbortSignal): PageLoads {
  const underWay = new Set<ServerEvent[]>()
  const loads = new Map<string, Promise<Load>>()

  /** What is on its way already is not asked for twice. */
  function loadOnce(narrow: Narrow, request: PageRequest): Promise<Load> {
    const key = keyOfNarrow(narrow) + JSON.stringify(request)
    let load = loads.get(key)
    if (!load) {
      const missed: ServerEvent[] = []
      underWay.add(missed)
      load = fetchPage(narrow, ownId(), request)
        .then((page) => ({ page, missed }))
        .finally(() => {
          underWay.delete(missed)
          loads.delete(key)
        })
      loads.set(key, load)
    }
    return load
  }

  return {
    async load(narrow, request, isWanted) {
      for (let pauseMs = 500; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
        try {
          return await loadOnce(narrow, request)
        } catch (error) {
          const waitMs = pauseAfter(error, pauseMs)
          if (waitMs === undefined || ended.aborted || !isWanted()) throw error
          await untilWorthATry(waitMs)
        }
      }
    },

    hear(events) {
      for (const missed of underWay) missed.push(...events)
    },
  }
}

/** @returns undefined when trying again would not help */
function pauseAfter(error: unknown, pauseMs: number): number | undefined {
  if (error instanceof UnreachableError) return pauseMs
  if (!(error instanceof RefusedError)) return undefined
  return error.retryAfter === undefined ? undefined : error.retryAfter * 1000
}

/** A pause, cut short when the network is back. */
function untilWorthATry(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, milliseconds)
    addEventListener('online', go)
  })
}
