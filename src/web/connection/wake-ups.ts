const tickMs = 5000
/** A clock that jumps by more than this was stopped: the machine slept. Timers of hidden pages run once a minute. */
const gapMs = { visible: 10_000, hidden: 120_000 }

/**
 * Calls when a connection that looks alive may be dead, and what is shown may be old: the page comes into sight, the
 * network comes back, the machine wakes up.
 *
 * @param tick called every few seconds
 */
export function onWakeUp(wake: () => void, tick: () => void, end: AbortSignal): void {
  const options = { signal: end }
  const wakeIfVisible = () => document.visibilityState === 'visible' && wake()
  document.addEventListener('visibilitychange', wakeIfVisible, options)
  addEventListener('pageshow', ({ persisted }) => persisted && wake(), options)
  addEventListener('online', wake, options)

  let last = Date.now()
  const timer = setInterval(() => {
    const passed = Date.now() - last
    last = Date.now()
    if (passed - tickMs > gapMs[document.visibilityState]) wake()
    tick()
  }, tickMs)
  end.addEventListener('abort', () => clearInterval(timer))
}
