import { foldCase } from '../../../shared/rules/letter-case'
import type { AnswerOf, Frozen } from '../../../shared/calls'
import { signal } from '@preact/signals-core'
import type { ReadonlySignal, Signal } from '@preact/signals-core'
import { call } from '../api/call'
import { reasonOf } from '../../lib/reason-of'
import type { ServerEvent } from '../records/state'

/** Source: docs/protocol/messages.md#topics. */
type Topic = Frozen<AnswerOf<'GET /users/me/{stream_id}/topics'>['topics'][number]>

/** Cache of the topics of streams, filled on demand. */
export interface Topics {
  /** Newest first; undefined until fetched, which the first call starts. */
  of(streamId: number): ReadonlySignal<readonly Topic[] | undefined>
  /** The last failed first fetch; undefined while all is well. */
  readonly failure: ReadonlySignal<{ streamId: number; reason: string } | undefined>
  /** The newest topic, from the cache or fetched; undefined if the stream has no messages. @throws as `call` */
  newest(streamId: number): Promise<Topic | undefined>
  apply(events: readonly ServerEvent[]): void
  /** Fetches all cached streams again, after missed events. */
  refetch(): void
}

/** Time for collecting moves and deletions before each affected stream's topics are fetched again. */
const askAfterMs = 500

/** @param ask fetches the topics of a stream @throws as `call` */
export function createTopics(ask = askServer): Topics {
  const known = new Map<number, Signal<readonly Topic[] | undefined>>()
  /** By stream, the topics of messages that came since the last request, which its answer may lack. */
  const heard = new Map<number, Topic[]>()
  const toFetch = new Set<number>()
  const failure = signal<{ streamId: number; reason: string } | undefined>(undefined)

  async function fetchTopics(streamId: number): Promise<void> {
    const list = known.get(streamId)
    if (!list) return
    const missed: Topic[] = []
    heard.set(streamId, missed)
    const isLast = () => heard.get(streamId) === missed
    try {
      const topics = await ask(streamId)
      // Topics that the answer lacks were renamed or deleted.
      if (isLast()) list.value = withNewer(topics, missed)
    } catch (error) {
      // Keep the topics known so far; without any, the next call of `of` tries again.
      if (isLast() && !list.peek()) {
        known.delete(streamId)
        failure.value = { streamId, reason: reasonOf(error) }
      }
    }
    if (isLast()) heard.delete(streamId)
  }

  function fetchLater(streamId: number): void {
    if (!known.has(streamId)) return
    if (toFetch.size === 0) setTimeout(fetchAll, askAfterMs)
    toFetch.add(streamId)
  }

  function fetchAll(): void {
    for (const streamId of toFetch) void fetchTopics(streamId)
    toFetch.clear()
  }

  function applyOne(event: ServerEvent): void {
    if (event.type === 'message') {
      // Private messages have no stream, and no stream has the id 0.
      const { id, stream_id: streamId = 0, subject } = event.message
      const topic = { name: subject, max_id: id }
      heard.get(streamId)?.push(topic)
      const list = known.get(streamId)
      const before = list?.peek()
      if (list && before) list.value = withNewer(before, [topic])
    }
    if (event.type === 'update_message' && event.propagate_mode !== undefined) {
      for (const streamId of [event.stream_id, event.new_stream_id]) {
        if (streamId !== undefined) fetchLater(streamId)
      }
    }
    if (event.type === 'delete_message' && event.message_type === 'stream') {
      fetchLater(event.stream_id)
    }
  }

  return {
    failure,
    of(streamId) {
      let list = known.get(streamId)
      if (!list) {
        known.set(streamId, (list = signal<readonly Topic[] | undefined>(undefined)))
        void fetchTopics(streamId)
      }
      return list
    },
    async newest(streamId) {
      const topics = known.get(streamId)?.peek() ?? (await ask(streamId))
      return topics[0]
    },
    apply: (events) => events.forEach(applyOne),
    refetch() {
      for (const streamId of known.keys()) fetchLater(streamId)
    },
  }
}

async function askServer(streamId: number): Promise<readonly Topic[]> {
  return (await call('GET /users/me/{stream_id}/topics', { stream_id: streamId })).topics
}

/** Merges topics from two sources, newest first; for each topic, the larger `max_id` wins. */
function withNewer(topics: readonly Topic[], others: readonly Topic[]): readonly Topic[] {
  const byName = new Map(topics.map((topic) => [foldCase(topic.name), topic]))
  for (const topic of others) {
    const key = foldCase(topic.name)
    const before = byName.get(key)
    if (!before || before.max_id < topic.max_id) byName.set(key, topic)
  }
  return [...byName.values()].sort((a, b) => b.max_id - a.max_id)
}
