import { completeEvent } from '../../wire/renderings'
import { maxEventId, noEventId } from '../queues'
import type { Registration } from '../queues'

/** A poll parked at a queue. */
export interface MemoryPoll {
  /** The poll waits for events newer than this id. */
  afterEventId: number
  answer(json: string): void
  fail(error: Error): void
}

interface StoredEvent {
  id: number
  payload: string
  overlay: string
  mergeKey: string | undefined
}

/** The unacknowledged events of one client, in this process. */
export class MemoryQueue {
  poll: MemoryPoll | undefined
  private events: StoredEvent[] = []
  private nextId = 0
  private handedId = noEventId
  private bytes = 0
  /** Time of the registration or of the last poll. */
  lastSeenMs: number

  constructor(
    readonly queueId: string,
    readonly registration: Registration,
    readonly registeredMs: number,
  ) {
    this.lastSeenMs = registeredMs
  }

  /** Number of events that the client has not acknowledged. */
  get size(): number {
    return this.events.length
  }

  /** Whether the event of a message waits for the client. */
  holdsMessage(messageId: number): boolean {
    return this.events.some(({ payload }) => isEventOf(payload, messageId))
  }

  /** Whether the queue has events newer than an id. */
  hasAfter(eventId: number): boolean {
    return (this.events.at(-1)?.id ?? noEventId) > eventId
  }

  append(payload: string, overlay: string, mergeKey?: string): void {
    if (mergeKey) this.removeUnread(mergeKey)
    this.events.push({ id: this.nextId, payload, overlay, mergeKey })
    this.bytes += payload.length + overlay.length
    this.nextId += 1
  }

  /** Deletes the events up to an id that the client has received. */
  acknowledge(lastEventId: number): void {
    this.keep((event) => event.id > lastEventId)
  }

  /**
   * Gives the next event an id above the client's cursor, even if the cursor was never assigned.
   */
  continueAfter(eventId: number): void {
    if (eventId >= this.nextId && eventId < maxEventId) this.nextId = eventId + 1
  }

  /** The events after an id; they stay until they are acknowledged. */
  read(afterEventId: number): string {
    this.handedId = this.nextId - 1
    const texts = this.events
      .filter(({ id }) => id > afterEventId)
      .map(({ payload, overlay, id }) => completeEvent(payload, overlay, id))
    return `[${texts.join(',')}]`
  }

  seen(nowMs: number): void {
    this.lastSeenMs = nowMs
  }

  isExpired(nowMs: number): boolean {
    return !this.poll && nowMs - this.lastSeenMs >= this.registration.lifespanSeconds * 1000
  }

  exceeds(maxEvents: number, maxBytes: number): boolean {
    return this.events.length > maxEvents || this.bytes > maxBytes
  }

  private removeUnread(mergeKey: string): void {
    this.keep((event) => event.mergeKey !== mergeKey || event.id <= this.handedId)
  }

  private keep(wanted: (event: StoredEvent) => boolean): void {
    this.events = this.events.filter(wanted)
    this.bytes = this.events.reduce(
      (bytes, { payload, overlay }) => bytes + payload.length + overlay.length,
      0,
    )
  }
}

/** @param payload JSON text of an event */
function isEventOf(payload: string, messageId: number): boolean {
  // Few payloads have the id at all, so few are parsed.
  if (!payload.includes(`"id":${messageId}`)) return false
  const event = JSON.parse(payload) as { type: string; message?: { id: number } }
  return event.type === 'message' && event.message?.id === messageId
}

/** Orders the queues of a user: first queues without a parked poll, and of these the one polled longest ago. */
export function byUse(a: MemoryQueue, b: MemoryQueue): number {
  const isParked = (queue: MemoryQueue) => Number(queue.poll !== undefined)
  return isParked(a) - isParked(b) || a.lastSeenMs - b.lastSeenMs
}
