/** Throttles a stream of values; only the newest one counts. */
export interface Pace<T> {
  tell(value: T): void
  /** Drops the waiting value and ends the throttle. */
  stop(): void
}

/** @param act called at once, then at most every `pauseMs` with the newest value */
export function pace<T>(pauseMs: number, act: (value: T) => void): Pace<T> {
  let newest: { value: T } | undefined
  let pausing: ReturnType<typeof setTimeout> | undefined

  function go(): void {
    pausing = undefined
    if (!newest) return
    const { value } = newest
    newest = undefined
    pausing = setTimeout(go, pauseMs)
    act(value)
  }

  return {
    tell(value) {
      newest = { value }
      if (pausing === undefined) go()
    },
    stop: () => clearTimeout(pausing),
  }
}
