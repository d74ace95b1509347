import { deletedIds } from '../records/deleted-ids'
import type { ServerEvent } from '../records/state'
import type { Store } from '../store/store'
import { createMessageCache } from './cache'
import type { MessageCache } from './cache'
import { createFeedFocus } from './feed-focus'
import type { FeedFocus } from './feed-focus'
import { createPageLoads } from './page-loads'
import { createReadMarks } from './read-marks'
import type { ReadMarks } from './read-marks'
import { createStretches } from './stretches'
import type { Stretches } from './stretches'
import { createTopics } from './topics'
import type { Topics } from './topics'

/** The parts of the app that hold messages and their read state. */
export interface Reading {
  readonly messages: MessageCache
  readonly stretches: Stretches
  readonly reads: ReadMarks
  readonly topics: Topics
  readonly feed: FeedFocus
}

export interface ReadingHooks {
  /** Applies events; call it after the store has applied them. */
  hear(events: readonly ServerEvent[]): void
  /** Fetches shown messages again, after missed events. */
  resync(): void
}

/** @param ended aborts at the end of the session */
export function createReading(store: Store, ended: AbortSignal): [Reading, ReadingHooks] {
  const ownId = () => store.state.user_id
  const messages = createMessageCache()
  const stretches = createStretches(messages, createPageLoads(ownId, ended), () => store.state)
  const topics = createTopics()
  const reads = createReadMarks(ownId, ended)
  const reading = {
    messages,
    stretches,
    reads,
    topics,
    feed: createFeedFocus(),
  }
  return [
    reading,
    {
      hear(events) {
        stretches.apply(events)
        topics.apply(events)
        for (const event of events) {
          if (event.type === 'delete_message') reads.forget(deletedIds(event))
        }
      },
      resync() {
        void stretches.refetch()
        topics.refetch()
      },
    },
  ]
}
