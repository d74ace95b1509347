import { openConnection } from './connection'
import type { Connection } from './connection'
import { scanEvents } from './event-scan'
import type { Address } from './protocol'
import { QueueCheck } from './queue-check'
import { getRequest } from './requests'

export interface PollerHandlers {
  /** Called for the first receipt of a message. */
  onMessage(sequence: number): void
  onAnswer(bytes: number): void
  /** Called when the server is overloaded; the poll is repeated. */
  onRefusal(): void
  onFailure(error: Error): void
}

const refusals = [429, 503]
/** The pause of a client that is told to retry. */
const pauseAfterRefusalMs = 1_000

/** A client that receives the events of one queue. */
export interface Reader {
  readonly queueId: string
  readonly authorization: string
  readonly check: QueueCheck
  /** Connects; messages arrive from then on. */
  open(): Promise<void>
  /** Disconnects; `open` resumes from the same event id. */
  close(): void
}

/** A client that polls one queue again as soon as a poll is answered. */
export class Poller implements Reader {
  readonly check = new QueueCheck()
  private connection: Connection | undefined
  private lastEventId = -1
  private pause: NodeJS.Timeout | undefined
  private readonly beforeId: string
  private readonly afterId: string

  /** @param senderOf tells the sender of a sequence number */
  constructor(
    readonly queueId: string,
    readonly authorization: string,
    readonly address: Address,
    private readonly senderOf: (sequence: number) => number,
    private readonly handlers: PollerHandlers,
  ) {
    const path = `/api/v1/events?queue_id=${encodeURIComponent(queueId)}&last_event_id=`
    const [beforeId = '', afterId = ''] = getRequest(`${path}@`, this).split('@', 2)
    this.beforeId = beforeId
    this.afterId = afterId
  }

  /** Connects and polls; messages arrive from then on. */
  async open(): Promise<void> {
    this.connection = await openConnection(this.address, {
      onResponse: (status, body, bytes) => this.receive(status, body, bytes),
      onFailure: (error) => this.handlers.onFailure(error),
    })
    this.poll()
  }

  /** Disconnects; `open` resumes from the same event id. */
  close(): void {
    clearTimeout(this.pause)
    this.connection?.close()
    this.connection = undefined
  }

  private poll(): void {
    this.connection?.send(this.beforeId + this.lastEventId + this.afterId)
  }

  private receive(status: number, body: Buffer, bytes: number): void {
    if (refusals.includes(status)) {
      this.handlers.onRefusal()
      this.pause = setTimeout(() => this.poll(), pauseAfterRefusalMs)
      return
    }
    if (status !== 200) {
      const text = body.toString('utf8', 0, 500)
      this.handlers.onFailure(new Error(`A poll was answered with ${status}: ${text}`))
      return
    }
    const lastId = scanEvents(body, this.take)
    if (lastId > this.lastEventId) this.lastEventId = lastId
    this.handlers.onAnswer(bytes)
    this.poll()
  }

  private readonly take = (eventId: number, sequence: number): void => {
    if (this.check.take(eventId, sequence, this.senderOf(sequence))) {
      this.handlers.onMessage(sequence)
    }
  }
}
