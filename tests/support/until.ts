import { setTimeout as delay } from 'node:timers/promises'

const shortestPauseMs = 20
const longestPauseMs = 100
/** Looks grow rarer: a condition that holds late is seen after another twentieth of its time. */
const pauseShare = 1 / 20

/**
 * Waits for a condition; a condition that throws does not hold yet.
 *
 * @throws after `patienceMs`, naming the condition
 */
export async function untilHolds(
  what: string,
  condition: () => Promise<boolean> | boolean,
  patienceMs = 60_000,
): Promise<void> {
  const begun = Date.now()
  const deadline = begun + patienceMs
  let lastError: unknown
  while (Date.now() < deadline) {
    try {
      if (await condition()) return
    } catch (error) {
      lastError = error
    }
    const pauseMs = (Date.now() - begun) * pauseShare
    await delay(Math.min(Math.max(pauseMs, shortestPauseMs), longestPauseMs))
  }
  throw new Error(`Waited ${patienceMs / 1000} s in vain until ${what}.`, { cause: lastError })
}
