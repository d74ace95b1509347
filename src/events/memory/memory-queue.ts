import { completeEvent } from '../../wire/renderings'
import { maxEventId, noEventId } from '../event-ids'
import type { PolledEvents, Registration } from '../queues'

/** The request that waits at a queue, if one does. */
export interface MemoryPoll {
  answer(events: PolledEvents): void
  fail(error: Error): void
}

interface StoredEvent {
  id: number
  payload: string
  overlay: string
  mergeKey: string | undefined
}

/** The backlog of one client, in this process. */
export class MemoryQueue {
  poll: MemoryPoll | undefined
  private events: StoredEvent[] = []
  private nextId = 0
  private handedId = noEventId
  private bytes = 0
  private lastSeenMs = 0

  constructor(
    readonly queueId: string,
    readonly registration: Registration,
    nowMs: number,
  ) {
    this.lastSeenMs = nowMs
  }

  get isEmpty(): boolean {
    return this.events.length === 0
  }

  append(payload: string, overlay: string, mergeKey?: string): void {
    if (mergeKey) this.removeUnread(mergeKey)
    this.events.push({ id: this.nextId, payload, overlay, mergeKey })
    this.bytes += payload.length + overlay.length
    this.nextId += 1
  }

  /** Forgets the events up to an id that the client holds. */
  acknowledge(lastEventId: number): void {
    // An id that was never given: what follows must be newer than anything the client claims to hold.
    if (lastEventId >= this.nextId && lastEventId < maxEventId) this.nextId = lastEventId + 1
    this.keep((event) => event.id > lastEventId)
  }

  /** Everything that is not acknowledged. It stays until it is. */
  read(): string {
    this.handedId = this.nextId - 1
    const texts = this.events.map(({ payload, overlay, id }) => completeEvent(payload, overlay, id))
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
