import { setTimeout as delay } from 'node:timers/promises'
import type { Subject } from './subject'

const patienceMs = 120_000
const pauseMs = 100

/** @throws when fewer polls are parked after two minutes */
export async function waitForParkedPolls(subject: Subject, count: number): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const parked = await subject.parkedPolls()
    if (parked === count) return
    if (Date.now() > deadline) {
      throw new Error(`The ${subject.name} holds ${parked} parked polls instead of ${count}.`)
    }
    await delay(pauseMs)
  }
}
