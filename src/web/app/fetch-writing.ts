import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import type * as later from '../lazy-chunk'
import { createRetries, pause } from '../data/connection/retries'
import { firstScreen } from '../lib/first-screen'
import type { Writing, WritingHooks, WritingSurroundings } from '../data/send/writing'

type Later = typeof later

/** Access to the writing parts, which come in a lazy chunk. */
export interface FetchedWriting {
  /** Undefined until the chunk is loaded. */
  readonly current: ReadonlySignal<(Writing & WritingHooks) | undefined>
  /** Calls `act` with the writing parts and the exports of the chunk, now or once it is loaded; in the order of the calls. */
  use(act: Use): void
}

type Use = (writing: Writing & WritingHooks, parts: Later) => void

/** Fetches the chunk after the first screen; retries until it succeeds, because the outbox needs it. */
export function fetchWriting(around: WritingSurroundings): FetchedWriting {
  const current = signal<(Writing & WritingHooks) | undefined>(undefined)
  const waiting: Use[] = []
  let arrived: Later | undefined

  async function run(): Promise<void> {
    const parts = await fetchLater(around.ended)
    if (!parts || around.ended.aborted) return
    const writing = parts.createWriting(around)
    arrived = parts
    current.value = writing
    for (const act of waiting) act(writing, parts)
  }

  void run()
  return {
    current,
    use(act) {
      const writing = current.peek()
      if (writing && arrived) act(writing, arrived)
      else waiting.push(act)
    },
  }
}

/** @returns undefined if the app has ended meanwhile */
async function fetchLater(ended: AbortSignal): Promise<Later | undefined> {
  const retries = createRetries()
  await firstScreen()
  while (!ended.aborted) {
    try {
      return await import('../lazy-chunk')
    } catch (error) {
      await pause(retries.next(error), ended)
    }
  }
  return undefined
}
