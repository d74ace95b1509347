/** Does something with the newest of many values. */
export interface Pace<T> {
  tell(value: T): void
  /** For good. */
  stop(): void
}

/** @param act is called at once, and then again after a pause at the earliest, if another value came */
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
