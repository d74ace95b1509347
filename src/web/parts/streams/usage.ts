import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../../data/api/call'
import { reasonOf } from '../../lib/reason-of'
import { useApp } from '../../context/app'
import type { AnswerOf, Frozen } from '../../../shared/calls'
import type { StreamUsageRecord, WeeklyTraffic } from '../../../shared/streams'
import type { ServerEvent, Stream } from '../../data/records/state'

/** Activity of a stream. Source: docs/protocol/streams.md#list-usage. */
export type Usage = Frozen<StreamUsageRecord & WeeklyTraffic>

export type ListedStream = Stream & Usage

export interface StreamUsage {
  /** By stream id; undefined until fetched. */
  usage: ReadonlyMap<number, Usage> | undefined
  archived: readonly ListedStream[]
  refusal: string | undefined
  retry: () => void
}

/** An event that comes so soon after an answer may tell of a change that the answer has counted. */
export const relayMs = 5_000

/** Activity of all streams visible to the reader, and the archived streams; kept up to date by events. */
export function useStreamUsage(): StreamUsage {
  const { events, store } = useApp()
  const tries = useSignal(0)
  const state = useSignal<Omit<StreamUsage, 'retry'>>({
    usage: undefined,
    archived: [],
    refusal: undefined,
  })

  useEffect(() => {
    let round = 0
    let isAsking = false
    let answeredAt = 0
    state.value = { ...state.peek(), refusal: undefined }
    async function fetchAll(): Promise<void> {
      const own = (round += 1)
      isAsking = true
      try {
        const { streams } = await call('GET /streams', {
          include_all: true,
          exclude_archived: false,
          include_usage: true,
        })
        if (own !== round) return
        answeredAt = Date.now()
        const listed = streams.map(withUsage)
        state.value = {
          usage: new Map(listed.map((stream) => [stream.stream_id, stream])),
          archived: listed.filter(({ is_archived: isArchived }) => isArchived),
          refusal: undefined,
        }
      } catch (error) {
        if (own === round) state.value = { ...state.peek(), refusal: reasonOf(error) }
      }
      if (own === round) isAsking = false
    }
    void fetchAll()
    const stop = events.listen((told) => {
      // An answer in flight may be older than these events, and one that has just come may have counted them.
      const isUnclear =
        (isAsking || Date.now() - answeredAt <= relayMs) &&
        told?.some(({ type }) => type === 'subscription')
      if (!told || isUnclear === true || told.some(isOfList)) return void fetchAll()
      const { usage } = state.peek()
      const counted = usage && count(usage, told, store.state.user_id)
      if (counted && counted !== usage) state.value = { ...state.peek(), usage: counted }
    })
    return () => {
      round = -1
      stop()
    }
  }, [events, store, tries.value])
  return { ...state.value, retry: () => (tries.value += 1) }
}

/** The call asks for the usage, so none is missing. */
function withUsage(stream: AnswerOf<'GET /streams'>['streams'][number]): ListedStream {
  const { subscriber_count = 0, last_message_timestamp = null } = stream
  return { ...stream, subscriber_count, last_message_timestamp }
}

/** Whether an event adds, removes, archives or restores a stream. */
const isOfList = (event: ServerEvent) =>
  event.type === 'stream' && (event.op !== 'update' || event.property === 'is_archived')

/** Applies subscribe and unsubscribe events to the numbers of subscribers. */
function count(
  usage: ReadonlyMap<number, Usage>,
  told: readonly ServerEvent[],
  ownId: number,
): ReadonlyMap<number, Usage> {
  const changes = told.flatMap((event) => stepsOf(event, ownId))
  if (changes.length === 0) return usage
  const counted = new Map(usage)
  for (const { streamId, by } of changes) {
    const known = counted.get(streamId)
    if (!known) continue
    counted.set(streamId, { ...known, subscriber_count: known.subscriber_count + by })
  }
  return counted
}

interface Step {
  streamId: number
  by: number
  userIds: readonly number[]
}

/** Changes of subscriptions in an event. Source: docs/protocol/events.md#subscription. */
export function stepsOf(event: ServerEvent, ownId: number): Step[] {
  if (event.type !== 'subscription' || event.op === 'update') return []
  if (event.op === 'add' || event.op === 'remove') {
    const by = event.op === 'add' ? 1 : -1
    return event.subscriptions.map(({ stream_id: streamId }) => ({
      streamId,
      by,
      userIds: [ownId],
    }))
  }
  // The `add` and `remove` events cover the reader.
  const userIds = event.user_ids.filter((id) => id !== ownId)
  const by = event.op === 'peer_add' ? userIds.length : -userIds.length
  return event.stream_ids.map((streamId) => ({ streamId, by, userIds }))
}
