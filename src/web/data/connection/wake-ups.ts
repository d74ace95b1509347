const tickMs = 5000
/** A longer gap between ticks means that the machine slept. Timers of hidden pages run once a minute. */
const gapMs = { visible: 10_000, hidden: 120_000 }

/**
 * Calls `wake` when the connection may be dead and the page outdated: the page becomes visible, the network goes or
 * returns, the machine wakes up.
 *
 * @param tick called every few seconds
 */
export function onWakeUp(wake: () => void, tick: () => void, end: AbortSignal): void {
  const options = { signal: end }
  const wakeIfVisible = () => document.visibilityState === 'visible' && wake()
  document.addEventListener('visibilitychange', wakeIfVisible, options)
  addEventListener('pageshow', ({ persisted }) => persisted && wake(), options)
  for (const change of ['online', 'offline']) addEventListener(change, wake, options)

  let last = Date.now()
  const timer = setInterval(() => {
    const passed = Date.now() - last
    last = Date.now()
    if (passed - tickMs > gapMs[document.visibilityState]) wake()
    tick()
  }, tickMs)
  end.addEventListener('abort', () => clearInterval(timer))
}
