import { signal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from '../../context/app'
import type { App } from '../../context/app'
import { call } from '../../data/api/call'
import type { ServerEvent } from '../../data/records/state'
import { relayMs, stepsOf } from './usage'

/** The number of subscribers of a stream; undefined until fetched. Kept up to date by events. */
export function useSubscriberCount(streamId: number | undefined): number | undefined {
  const app = useApp()
  const counter = counters.get(app) ?? createCounter(app)
  useEffect(() => {
    counter.show(streamId)
    return () => {
      counter.show(undefined)
    }
  }, [counter, streamId])
  return streamId === undefined ? undefined : counter.countOf(streamId).value
}

interface SubscriberCounter {
  countOf(streamId: number): Signal<number | undefined>
  /** Fetches the number of the stream on screen, unless it is known. */
  show(streamId: number | undefined): void
}

const counters = new WeakMap<App, SubscriberCounter>()

/** Counts subscribers of streams; each number is fetched once, and again if events were missed. */
function createCounter(app: App): SubscriberCounter {
  const { events, store } = app
  const counts = new Map<number, Signal<number | undefined>>()
  /** Numbers that events keep up to date, with the time of the answer. */
  const fresh = new Map<number, number>()
  /** Numbers that are being fetched, and whether the answer may be older than an event. */
  const asked = new Map<number, { isStale: boolean }>()
  let shown: number | undefined

  function countOf(streamId: number): Signal<number | undefined> {
    let count = counts.get(streamId)
    if (!count) counts.set(streamId, (count = signal(undefined)))
    return count
  }

  async function fetchCount(streamId: number): Promise<void> {
    if (asked.has(streamId)) return
    const question = { isStale: false }
    asked.set(streamId, question)
    try {
      do {
        question.isStale = false
        const { stream } = await call('GET /streams/{stream_id}', { stream_id: streamId })
        countOf(streamId).value = stream.subscriber_count
        // The loop goes on if an event arrived meanwhile.
      } while (isStale(question))
      fresh.set(streamId, Date.now())
    } catch {
      // The heading is complete without the number; the next visit asks again.
    } finally {
      asked.delete(streamId)
    }
  }

  function take(event: ServerEvent): void {
    // Changes of a stream that the reader may not know are in no event.
    if (event.type === 'stream' && (event.op === 'create' || event.op === 'delete')) {
      for (const { stream_id: id } of event.streams) doubt(id)
    }
    if (event.type !== 'subscription') return
    for (const { streamId, by } of stepsOf(event, store.state.user_id)) {
      const count = counts.get(streamId)
      const answeredAt = fresh.get(streamId)
      const isCounted = answeredAt !== undefined && Date.now() - answeredAt > relayMs
      if (isCounted && !asked.has(streamId) && count?.value !== undefined) count.value += by
      else doubt(streamId)
    }
  }

  /** Fetches a number anew: at once if it is on screen, otherwise when it is shown. */
  function doubt(streamId: number): void {
    fresh.delete(streamId)
    const question = asked.get(streamId)
    if (question) question.isStale = true
    else if (streamId === shown) show(streamId)
  }

  events.listen((told) => {
    if (told) for (const event of told) take(event)
    else for (const streamId of counts.keys()) doubt(streamId)
  })

  function show(streamId: number | undefined): void {
    shown = streamId
    if (streamId !== undefined && !fresh.has(streamId) && store.stream(streamId)) {
      void fetchCount(streamId)
    }
  }

  const counter = { countOf, show }
  counters.set(app, counter)
  return counter
}

/** A function, because the compiler does not expect events to change the flag during a wait. */
const isStale = (question: { isStale: boolean }) => question.isStale
