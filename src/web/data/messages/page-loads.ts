import { RefusedError, UnreachableError } from '../api/errors'
import { keyOfNarrow } from '../narrow/narrow'
import type { Narrow } from '../narrow/narrow'
import type { ServerEvent } from '../records/state'
import { fetchPage } from './page'
import type { Page, PageRequest } from './page'

/** Fetches pages and records the events that arrive meanwhile, which a page may not include yet. */
export interface PageLoads {
  /**
   * Fetches a page; repeats while the server is unreachable or rate-limits the call.
   *
   * @param isWanted asked before each repetition
   * @returns the page, and the events since its request
   * @throws RefusedError; UnreachableError if the page is no longer wanted
   */
  load(narrow: Narrow, request: PageRequest, isWanted: () => boolean): Promise<Load>
  hear(events: readonly ServerEvent[]): void
}

interface Load {
  page: Page
  missed: readonly ServerEvent[]
}

const longestPauseMs = 15_000

/** @param ended aborts at the end of the session, and then pages are no longer wanted */
export function createPageLoads(ownId: () => number, ended: AbortSignal): PageLoads {
  const underWay = new Set<ServerEvent[]>()
  const loads = new Map<string, Promise<Load>>()

  /** Shares one request among equal concurrent calls. */
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

/** @returns milliseconds; undefined if a repetition would not help */
function pauseAfter(error: unknown, pauseMs: number): number | undefined {
  if (error instanceof UnreachableError) return pauseMs
  if (!(error instanceof RefusedError)) return undefined
  return error.retryAfter === undefined ? undefined : error.retryAfter * 1000
}

/** Resolves after a pause, or as soon as the browser is online again. */
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
