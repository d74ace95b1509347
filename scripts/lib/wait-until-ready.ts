import { setTimeout as delay } from 'node:timers/promises'

const patienceMs = 60_000
const pauseMs = 50

/**
 * Waits until the server at `origin` reports that it is ready.
 *
 * @param signal ends the wait early
 * @throws when it is not ready within a minute, or at the signal
 */
export async function waitUntilReady(origin: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (!(await isReady(origin, signal))) {
    signal.throwIfAborted()
    if (Date.now() > deadline) {
      throw new Error(`${origin}/ready did not answer with 200 within ${patienceMs / 1000} s.`)
    }
    await delay(pauseMs, undefined, { signal })
  }
}

async function isReady(origin: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/ready`, { signal })
    await response.arrayBuffer()
    return response.ok
  } catch {
    // Not listening yet, or aborted: the caller checks the signal.
    return false
  }
}
