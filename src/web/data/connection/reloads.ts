import type { ServerEvent, State } from '../records/state'
import { sessionStore } from '../storage/browser-storage'

/** Reloads the page for a new version of the app, as soon as no input can be lost. */
export interface Reloads {
  /** Registers a check that blocks the reload while it returns true, such as during typing. */
  keepPage(isNeeded: () => boolean): void
  /**
   * Calls a function that reloads the page, until it does so, whenever no input can be lost.
   *
   * @param isImmediate whether it may interrupt reading
   */
  whenUnneeded(reload: () => void, isImmediate: boolean): void
  hear(events: readonly ServerEvent[]): void
  /**
   * Compares the version in a freshly registered state, because the reload event may have been lost.
   * @param isImmediate reloads without waiting until the reader rests
   */
  compare(state: Readonly<State>, isImmediate: boolean): void
}

const key = 'parley-reloaded-for'
const attemptMs = 5000
/** Reload only after this long without input, so that nobody is interrupted. */
const restMs = 30_000

/** @param ownVersion version of the running page */
export function createReloads(ownVersion: string | undefined, end: AbortSignal): Reloads {
  const needs: (() => boolean)[] = []
  let usedAt = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined

  for (const kind of ['keydown', 'pointerdown', 'wheel', 'touchstart'] as const) {
    addEventListener(kind, () => (usedAt = Date.now()), { capture: true, signal: end })
  }
  end.addEventListener('abort', () => clearInterval(timer))

  function want(version: string | null, isImmediate: boolean): void {
    if (typeof version !== 'string' || version === ownVersion || wasReloadedFor(version)) return
    whenUnneeded(() => {
      if (noteReload(version)) location.reload()
    }, isImmediate)
  }

  function whenUnneeded(reload: () => void, isImmediate: boolean): void {
    const attempt = () => {
      if (needs.some((isNeeded) => isNeeded())) return
      const isResting = document.hidden || Date.now() - usedAt > restMs
      if (isResting || isImmediate) reload()
    }
    clearInterval(timer)
    timer = setInterval(attempt, attemptMs)
    attempt()
  }

  return {
    keepPage: (isNeeded) => void needs.push(isNeeded),
    whenUnneeded,
    hear(events) {
      for (const event of events) {
        if (event.type === 'web_reload_client') want(event.version, event.immediate)
      }
    },
    compare: (state, isImmediate) => want(state.web_version, isImmediate),
  }
}

/** Allows one reload per version, so that a cache that serves the old page causes no endless reloads. */
function wasReloadedFor(version: string): boolean {
  return sessionStore.getItem(key) === version
}

/** Notes a reload. @returns false without storage, where nothing would stop endless reloads */
function noteReload(version: string): boolean {
  sessionStore.setItem(key, version)
  return wasReloadedFor(version)
}
