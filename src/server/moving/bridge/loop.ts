import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { growing } from '../../lib/pauses'
import type { Bell } from './bell'

/** Pause between two looks into a journal, if nobody rings. */
const lookMs = 2_000
const pause = { firstMs: 500, longestMs: 60_000 }

export interface LoopOptions {
  bell: Bell
  signal: AbortSignal
  log: Pick<Logger, 'warn'>
  /** For the log: what could not be done. */
  task: string
  /** Whether no attempt can succeed any more. */
  isFinal: (error: unknown) => boolean
}

/**
 * Does steps until the signal aborts, with growing pauses after failures, and waits for the bell when there is nothing to do.
 * @param step answers whether there may be more to do
 * @throws a final error
 */
export async function keepDoing(
  { bell, signal, log, task, isFinal }: LoopOptions,
  step: () => Promise<boolean>,
): Promise<void> {
  for (let failures = 0; !signal.aborted;) {
    try {
      const isMore = await step()
      failures = 0
      if (!isMore) await bell.wait(lookMs, signal)
    } catch (error) {
      if (signal.aborted) return
      if (isFinal(error)) throw error
      failures += 1
      log.warn({ err: error }, `could not ${task}`)
      await delay(growing(failures, pause), undefined, { signal }).catch(() => undefined)
    }
  }
}
