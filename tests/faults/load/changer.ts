import { setTimeout as delay } from 'node:timers/promises'
import { call } from '../http'
import type { Random } from '../../support/random'
import type { Scene } from '../scene'

const patienceMs = 5_000
const shortestPauseMs = 200
const longestPauseMs = 800

/**
 * Changes the description of the first stream repeatedly: state changes take the ordered path out of the
 * outbox, and messages that meet one there take it as well.
 */
export async function keepChanging(scene: Scene, random: Random, stop: AbortSignal): Promise<void> {
  const { cast, ledger, slots, timeline } = scene
  const [stream] = cast.streams
  while (!stop.aborted) {
    const slot = random.pick(slots)
    const text = ledger.changes.newText()
    await ledger.changes.make(
      { text, audience: stream.subscribers, worker: slot.name, startedAtMs: timeline.now() },
      () =>
        call(slot.origin, cast.owner, {
          method: 'PATCH',
          path: `/streams/${stream.id}`,
          args: { description: text },
          timeoutMs: patienceMs,
        }),
    )
    await delay(random.between(shortestPauseMs, longestPauseMs))
  }
}
