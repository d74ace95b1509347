import type { Logger } from 'pino'
import type { Metrics } from './metrics'

/** How often the delay is measured. */
const pauseMs = 50
/** A delay that is logged: everybody had to wait for it. */
const longDelayMs = 250
const mostNamed = 20

export interface EventLoopWatch {
  stop(): void
}

/**
 * Measures how late a timer is: for so long the event loop was busy with something else. Long delays are logged with
 * the requests that were in hand, one of which was likely the reason. The time that the process had a processor tells a
 * busy loop from a busy machine.
 */
export function watchEventLoop({
  log,
  metrics,
}: {
  log: Logger
  metrics: Pick<Metrics, 'eventLoopDelay' | 'requestsInHand'>
}): EventLoopWatch {
  let dueAt = performance.now() + pauseMs
  let cpu = process.cpuUsage()
  const timer = setInterval(() => {
    const now = performance.now()
    const delayMs = Math.max(0, now - dueAt)
    metrics.eventLoopDelay.observe(delayMs / 1000)
    const used = process.cpuUsage(cpu)
    if (delayMs >= longDelayMs) {
      const requests = metrics.requestsInHand
        .takeRecent(mostNamed)
        .map(({ id, call }) => ({ requestId: id, call }))
      const cpuMs = Math.round((used.user + used.system) / 1000)
      log.warn({ ms: Math.round(delayMs), cpuMs, requests }, 'event loop was blocked')
    }
    metrics.requestsInHand.forgetEnded()
    dueAt = now + pauseMs
    cpu = process.cpuUsage()
  }, pauseMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
