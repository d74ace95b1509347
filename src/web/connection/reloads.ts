import type { ServerEvent, State } from '../store/state'

/** Reloads the page when the server has another version of it, as soon as that takes nothing from anybody. */
export interface Reloads {
  /** Says what must not be reloaded away, such as a text that is being typed. */
  keepPage(isNeeded: () => boolean): void
  hear(events: readonly ServerEvent[]): void
  /** A state that was registered for anew: its queue was lost, and events may have been with it. */
  compare(state: Readonly<State>): void
}

const key = 'parley-reloaded-for'
const attemptMs = 5000
/** Who reads or types would be startled. */
const restMs = 30_000

/** @param ownVersion of the page that runs */
export function createReloads(ownVersion: string | undefined, end: AbortSignal): Reloads {
  const needs: (() => boolean)[] = []
  let usedAt = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined

  for (const kind of ['keydown', 'pointerdown', 'wheel', 'touchstart'] as const) {
    addEventListener(kind, () => (usedAt = Date.now()), { passive: true, signal: end })
  }
  end.addEventListener('abort', () => clearInterval(timer))

  function want(version: unknown, isImmediate: boolean): void {
    if (typeof version !== 'string' || version === ownVersion || wasReloadedFor(version)) return
    const reload = () => {
      if (needs.some((isNeeded) => isNeeded())) return
      const isResting = document.hidden || Date.now() - usedAt > restMs
      if (!isResting && !isImmediate) return
      noteReload(version)
      location.reload()
    }
    clearInterval(timer)
    timer = setInterval(reload, attemptMs)
    reload()
  }

  return {
    keepPage: (isNeeded) => void needs.push(isNeeded),
    hear(events) {
      for (const { type, version, immediate } of events) {
        if (type === 'web_reload_client') want(version, immediate === true)
      }
    },
    compare: (state) => want(state['web_version'], false),
  }
}

/** Once for each version: a page that a cache goes on to give must not be reloaded for ever. */
function wasReloadedFor(version: string): boolean {
  return sessionStorage.getItem(key) === version
}

function noteReload(version: string): void {
  sessionStorage.setItem(key, version)
}
