import type { ServerEvent, State } from '../store/state'
import { keyOfNarrow } from '../narrow/narrow'
import type { Narrow } from '../narrow/narrow'
import { mayMatch } from '../narrow/match'
import type { MessageCache } from './cache'
import type { Message } from './message'
import { createStretch } from './stretch'
import type { Stretch } from './stretch'

/** The stretch of each narrow that was opened, kept up to date by events. */
export interface Stretches {
  /** The stretch of a narrow, empty when it is the first time. */
  of(narrow: Narrow): Stretch
  /** Takes events about messages in; before the store does, whose state is as it was when they happened. */
  apply(events: readonly ServerEvent[]): void
}

export function createStretches(cache: MessageCache, stateNow: () => Readonly<State>): Stretches {
  const known = new Map<string, Stretch>()

  function hear(event: ServerEvent): void {
    const message = { ...(event['message'] as Message), flags: event['flags'] as string[] }
    cache.put([message])
    for (const stretch of known.values()) {
      if (mayMatch(stretch.narrow, message, stateNow())) stretch.append(message.id)
    }
  }

  return {
    of(narrow) {
      const key = keyOfNarrow(narrow)
      let stretch = known.get(key)
      if (!stretch) known.set(key, (stretch = createStretch(narrow, cache)))
      return stretch
    },

    apply(events) {
      for (const event of events) if (event.type === 'message') hear(event)
    },
  }
}
