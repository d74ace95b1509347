import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import type * as later from '../later'
import { createRetries, pause } from '../connection/retries'
import { firstScreen } from '../parts/lazy/first-screen'
import type { Writing, WritingHooks, WritingSurroundings } from './writing'

type Later = typeof later

/** What it takes to write, which comes after the first screen. */
export interface FetchedWriting {
  /** Once it is there. */
  readonly current: ReadonlySignal<(Writing & WritingHooks) | undefined>
  /** Does something with it: now, or as soon as it is there. */
  use(act: (writing: Writing & WritingHooks) => void): void
}

/** Fetches it after the first screen, and tries until it is there: what was not sent yet goes on by it. */
export function fetchWriting(around: WritingSurroundings): FetchedWriting {
  const current = signal<(Writing & WritingHooks) | undefined>(undefined)
  const waiting: ((writing: Writing & WritingHooks) => void)[] = []

  async function run(): Promise<void> {
    const parts = await fetchLater(around.ended)
    if (!parts || around.ended.aborted) return
    const writing = parts.createWriting(around)
    current.value = writing
    for (const act of waiting) act(writing)
  }

  void run()
  return {
    current,
    use(act) {
      const writing = current.peek()
      if (writing) act(writing)
      else waiting.push(act)
    },
  }
}

/** @returns undefined where the app has ended before */
async function fetchLater(ended: AbortSignal): Promise<Later | undefined> {
  const retries = createRetries()
  await firstScreen()
  while (!ended.aborted) {
    try {
      return await import('../later')
    } catch (error) {
      await pause(retries.next(error), ended)
    }
  }
  return undefined
}
