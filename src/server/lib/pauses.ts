import { setTimeout as delay } from 'node:timers/promises'

/** A pause varied by up to a quarter, so that workers started together do not act together. */
export function varied(pauseMs: number): number {
  return pauseMs * (0.75 + Math.random() / 2)
}

/** Pauses of this length or more are aligned to a shared tick. */
const noHurryMs = 1_000
/** Max offset between the ticks of different processes. */
const spreadMs = 50
const phaseMs = Math.random() * spreadMs

/**
 * Rounds a pause of a second or more so that it ends at the process's shared tick, shortly after
 * the start of a second: a processor that is woken once for several timers sleeps longer.
 */
export function alignToSharedTick(pauseMs: number): number {
  const now = Date.now() - phaseMs
  return Math.round((now + pauseMs) / 1_000) * 1_000 - now
}

/** Rounds pauses of a second or more to the shared tick; leaves shorter ones unchanged. */
function unhurried(pauseMs: number): number {
  return pauseMs < noHurryMs ? pauseMs : alignToSharedTick(pauseMs)
}

/**
 * Exponential backoff: the pause before the next attempt doubles each time, up to a maximum.
 * @param attempt number of the failed attempt, from 1
 */
export function growing(
  attempt: number,
  { firstMs, longestMs }: { firstMs: number; longestMs: number },
): number {
  return Math.min(firstMs * 2 ** (attempt - 1), longestMs)
}

/**
 * Calls back repeatedly until stopped; pauses of a second or more end at the shared tick.
 * @returns the function that stops it
 */
export function regularly(pauseMs: number, callBack: () => void): () => void {
  let timer: NodeJS.Timeout
  const wait = (): void => {
    timer = setTimeout(next, unhurried(pauseMs))
    timer.unref()
  }
  const next = (): void => {
    wait()
    callBack()
  }
  wait()
  return () => clearTimeout(timer)
}

/** A repeated task. */
export interface Repetition {
  /** Ends the repetition; resolves when a running task has finished. */
  stop(): Promise<void>
}

/**
 * Runs a task repeatedly, never concurrently with itself, with {@link varied} pauses.
 * @param onError called when a run fails; the repetition continues
 */
export function repeat(
  task: () => Promise<unknown>,
  pauseMs: number,
  onError: (error: unknown) => void,
): Repetition {
  let isStopped = false
  let running = Promise.resolve()
  let timer: NodeJS.Timeout

  const run = async (): Promise<void> => {
    try {
      await task()
    } catch (error) {
      onError(error)
    }
    schedule()
  }
  const schedule = (): void => {
    if (isStopped) return
    timer = setTimeout(
      () => {
        running = run()
      },
      unhurried(varied(pauseMs)),
    )
    timer.unref()
  }

  schedule()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Runs a task each `pauseMs` while some work goes on, and a last time after it. */
export async function repeatUntil(
  work: Promise<unknown>,
  pauseMs: number,
  task: () => Promise<unknown>,
): Promise<void> {
  const end = work.then(() => true)
  for (let isOver = false; !isOver;) {
    isOver = await Promise.race([end, delay(pauseMs, false, { ref: false })])
    await task()
  }
}
