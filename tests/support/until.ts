import { setTimeout as delay } from 'node:timers/promises'

const pauseMs = 20

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
  const deadline = Date.now() + patienceMs
  let lastError: unknown
  while (Date.now() < deadline) {
    try {
      if (await condition()) return
    } catch (error) {
      lastError = error
    }
    await delay(pauseMs)
  }
  throw new Error(`Waited ${patienceMs / 1000} s in vain until ${what}.`, { cause: lastError })
}
