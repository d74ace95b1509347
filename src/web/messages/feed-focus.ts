import { signal } from '@preact/signals-core'
import type { Signal } from '@preact/signals-core'

/** The message that keys act on where no message has the browser's focus. */
export interface FeedFocus {
  /** Undefined where no feed is shown, or its reader has not chosen one. */
  readonly current: Signal<number | undefined>
}

export function createFeedFocus(): FeedFocus {
  return { current: signal<number | undefined>(undefined) }
}
