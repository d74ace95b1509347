/**
 * Makes a function that runs work for a key at once, and never concurrently for the same key: calls
 * during a run share one more run, which begins after all of them.
 */
export function singleFlight<Key>(run: (key: Key) => Promise<void>): (key: Key) => Promise<void> {
  const running = new Map<Key, Promise<void>>()
  const next = new Map<Key, Promise<void>>()

  function start(key: Key): Promise<void> {
    next.delete(key)
    const current = run(key).finally(() => {
      if (running.get(key) === current) running.delete(key)
    })
    running.set(key, current)
    return current
  }

  return (key) => {
    const waiting = next.get(key)
    if (waiting) return waiting
    const current = running.get(key)
    if (!current) return start(key)
    const following = current.then(
      () => start(key),
      () => start(key),
    )
    next.set(key, following)
    return following
  }
}
