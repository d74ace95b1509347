import type { AppContext } from '../../../context'
import type { PollSlot } from '../../../events/poll-slots'
import type { HangUpSignal, QueueOwner } from '../../../events/queues'
import type { StreamedEvent } from '../../../../shared/events'
import { deadCredential } from '../../rules/authentication'
import type { Requester } from '../../rules/authentication'
import { eventsFor } from './key-scope'
import { ownerOf } from './poll-events'
import { toStreamedEvents } from './streamed-events'

export interface EventStreamArguments {
  queueId: string
  /** The last event id that the client holds, -1 for none. */
  lastEventId: number
}

/**
 * Max length of an event stream. After one of these limits the stream ends; the client reconnects and
 * acknowledges the received events.
 */
const most = { events: 2_000, characters: 4 * 1024 * 1024, ms: 5 * 60_000 }
/** Max share of a queue's capacity for unacknowledged events of a stream, before the stream ends. */
const shareOfQueue = 1 / 4

type Context = Pick<AppContext, 'clock' | 'config' | 'events' | 'pollSlots'>

/**
 * The events of a queue in batches as they arrive, with a heartbeat when there are none. Reading does not
 * acknowledge events. The stream ends after some minutes or events, when a newer poll or stream of the queue
 * starts, when the queue is deleted, or when the worker stops.
 *
 * @param signal aborts when the client hangs up
 * @throws BadEventQueueIdError, ForeignEventQueueError; the former also later, from the iteration, as
 * AuthenticationError when the key or session of the requester dies
 * @throws TooManyPollsError, WorkerFullError if there is no capacity for another stream
 */
export async function openEventStream(
  ctx: Context,
  requester: Requester,
  { queueId, lastEventId }: EventStreamArguments,
  signal: HangUpSignal,
): Promise<AsyncIterable<readonly StreamedEvent[]>> {
  const owner = ownerOf(requester)
  const slot = ctx.pollSlots.take(requester, queueId, { signal, endsWhenTakenOver: true })
  try {
    const { json } = await ctx.events.poll(queueId, owner, lastEventId, { park: false })
    const shown = eventsFor(ctx, requester, json)
    return readOn(ctx, {
      requester,
      queueId,
      owner,
      lastEventId,
      first: toStreamedEvents(shown, lastEventId),
      slot,
    })
  } catch (error) {
    slot.release()
    throw error
  }
}

interface Reading {
  requester: Requester
  queueId: string
  owner: QueueOwner
  lastEventId: number
  /** Events in the queue at the start. */
  first: StreamedEvent[]
  slot: PollSlot
}

async function* readOn(ctx: Context, reading: Reading): AsyncGenerator<readonly StreamedEvent[]> {
  const { requester, queueId, owner, lastEventId, slot } = reading
  const limit = new StreamLimit(ctx)
  let afterEventId = lastEventId
  try {
    let events = reading.first
    // The first batch is often empty; a later empty batch means that the poll was ended.
    for (let isFirst = true; isFirst || events.length > 0; isFirst = false) {
      yield events
      afterEventId = events.at(-1)?.id ?? afterEventId
      limit.count(events)
      if (limit.isReached) return
      const options = { park: true, afterEventId, isContinuation: true, signal: slot }
      const { json } = await ctx.events.poll(queueId, owner, lastEventId, options)
      if (slot.isRevoked) throw deadCredential(requester)
      events = toStreamedEvents(eventsFor(ctx, requester, json), afterEventId)
    }
  } finally {
    slot.release()
  }
}

/** Counts the events and characters of a stream, all of which may still be unacknowledged. */
class StreamLimit {
  private readonly endsAtMs: number
  private events: number
  private characters: number

  constructor(private readonly ctx: Pick<Context, 'clock' | 'config'>) {
    const { maxEventsPerQueue, maxBytesPerQueue } = ctx.config
    this.endsAtMs = ctx.clock.now().getTime() + most.ms
    this.events = Math.min(most.events, maxEventsPerQueue * shareOfQueue)
    this.characters = Math.min(most.characters, maxBytesPerQueue * shareOfQueue)
  }

  get isReached(): boolean {
    const isLate = this.ctx.clock.now().getTime() >= this.endsAtMs
    return isLate || this.events <= 0 || this.characters <= 0
  }

  count(events: readonly StreamedEvent[]): void {
    this.events -= events.length
    for (const { json } of events) this.characters -= json?.length ?? 0
  }
}
