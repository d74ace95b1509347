import type { Logger } from 'pino'
import type { Metrics } from './metrics'
import { alignToSharedTick } from './pauses'

/** Time between measurements. */
const pauseMs = 100
/**
 * The same while no requests arrive, since frequent wake-ups would be most of an idle process's
 * work.
 */
const idlePauseMs = 1_000
/** Min delay that is logged. */
const longDelayMs = 250
const mostNamed = 20

export interface EventLoopWatch {
  stop(): void
}

/**
 * Measures how late a timer fires, which is how long the event loop was blocked. Long delays are
 * logged with the requests in progress, one of which is probably the cause. The CPU time of the
 * process tells a busy loop from a busy machine.
 */
export function watchEventLoop({
  log,
  metrics,
}: {
  log: Logger
  metrics: Pick<Metrics, 'eventLoopDelay' | 'requestsInHand'>
}): EventLoopWatch {
  const { requestsInHand } = metrics
  let begun = requestsInHand.begun
  let cpu = process.cpuUsage()
  let dueAt: number
  let timer: NodeJS.Timeout

  const wait = (delayMs: number): void => {
    dueAt = performance.now() + delayMs
    timer = setTimeout(look, delayMs)
    timer.unref()
  }
  const look = (): void => {
    const delayMs = Math.max(0, performance.now() - dueAt)
    metrics.eventLoopDelay.observe(delayMs / 1000)
    const cpuBefore = cpu
    cpu = process.cpuUsage()
    if (delayMs >= longDelayMs) {
      const requests = requestsInHand
        .takeRecent(mostNamed)
        .map(({ id, call }) => ({ requestId: id, call }))
      const cpuMicroseconds = cpu.user + cpu.system - cpuBefore.user - cpuBefore.system
      const cpuMs = Math.round(cpuMicroseconds / 1000)
      log.warn({ ms: Math.round(delayMs), cpuMs, requests }, 'event loop was blocked')
    }
    requestsInHand.forgetEnded()
    const isIdle = requestsInHand.begun === begun
    begun = requestsInHand.begun
    if (isIdle) rest()
    else wait(pauseMs)
  }
  const rest = (): void => {
    wait(alignToSharedTick(idlePauseMs))
    requestsInHand.whenNextBegins(() => {
      clearTimeout(timer)
      wait(pauseMs)
    })
  }
  wait(pauseMs)
  return {
    stop() {
      clearTimeout(timer)
      requestsInHand.whenNextBegins(undefined)
    },
  }
}
