import { setTimeout as delay } from 'node:timers/promises'
import type { Stream } from '../cast'
import { call } from '../http'
import type { Account } from '../http'
import type { Attempt } from '../attempts'
import type { Random } from '../../support/random'
import type { Scene } from '../scene'
import type { WorkerSlot } from '../worker-slot'

const patienceMs = 5_000
const shortestPauseMs = 10
const longestPauseMs = 120

type Addressee = { stream: Stream } | { user: Account }

/** Sends one message, and records its outcome. */
export function sendMessage(
  { ledger, timeline }: Scene,
  slot: WorkerSlot,
  sender: Account,
  to: Addressee,
): { text: string; sent: Promise<Attempt> } {
  const text = ledger.messages.newText()
  const isStream = 'stream' in to
  const args = isStream
    ? { type: 'stream', to: to.stream.name, topic: 'faults', content: text }
    : { type: 'private', to: [to.user.id], content: text }
  const audience = isStream ? to.stream.subscribers : new Set([to.user.id])
  const sent = ledger.messages.make(
    { text, audience, worker: slot.name, startedAtMs: timeline.now() },
    () =>
      call(slot.origin, sender, {
        method: 'POST',
        path: '/messages',
        args,
        timeoutMs: patienceMs,
      }),
  )
  return { text, sent }
}

/** Sends one message after the other, each through any worker, until the signal. */
export async function keepSending(
  scene: Scene,
  sender: Account,
  random: Random,
  stop: AbortSignal,
): Promise<void> {
  const { readers, streams } = scene.cast
  while (!stop.aborted) {
    const share = random.next()
    const to =
      share < 0.2
        ? { user: random.pick(readers) }
        : { stream: share < 0.8 ? streams[0] : streams[1] }
    await sendMessage(scene, random.pick(scene.slots), sender, to).sent
    await delay(random.between(shortestPauseMs, longestPauseMs))
  }
}
