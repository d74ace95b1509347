import { signal } from '@preact/signals-core'
import type { Signal } from '@preact/signals-core'

/** The message that shortcuts act on while no message has the browser's focus. */
export interface FeedFocus {
  /** Undefined if no feed is shown or the reader has selected no message in it. */
  readonly current: Signal<number | undefined>
}

export function createFeedFocus(): FeedFocus {
  return { current: signal<number | undefined>(undefined) }
}
