import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'

/** `undefined` while all is well. */
export type Trouble = 'offline' | 'reconnecting' | undefined

export interface Troubles {
  readonly now: ReadonlySignal<Trouble>
  /** Records a failure; it is shown if no call succeeds within `patienceMs`. */
  begin(): void
  end(): void
  /** Takes over the state that another tab reports. */
  set(trouble: Trouble): void
}

/** Do not show failures shorter than this. */
const patienceMs = 1000

export function createTroubles(end: AbortSignal): Troubles {
  const now = signal<Trouble>(undefined)
  let timer: ReturnType<typeof setTimeout> | undefined

  const show = () => (now.value = navigator.onLine ? 'reconnecting' : 'offline')
  const begin = () => (timer ??= setTimeout(show, patienceMs))
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  // The browser's word alone is no failure: a server on this machine answers without a network.
  for (const change of ['online', 'offline'])
    addEventListener(change, () => now.peek() && show(), { signal: end })

  return {
    now,
    begin,
    end() {
      stop()
      now.value = undefined
    },
    set(trouble) {
      stop()
      now.value = trouble
    },
  }
}
