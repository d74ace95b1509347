import { setTimeout as delay } from 'node:timers/promises'
import type { Subject } from './subject'

const PATIENCE_MS = 120_000
const PAUSE_MS = 100

/** @throws when there are not so many parked polls within two minutes */
export async function waitForParkedPolls(subject: Subject, count: number): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const parked = await subject.parkedPolls()
    if (parked === count) return
    if (Date.now() > deadline) {
      throw new Error(`The ${subject.name} holds ${parked} parked polls instead of ${count}.`)
    }
    await delay(PAUSE_MS)
  }
}
