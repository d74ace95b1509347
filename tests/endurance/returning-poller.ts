import { openConnection } from '../../scripts/lib/bench/load/connection'
import type { Connection } from '../../scripts/lib/bench/load/connection'
import { scanEvents } from '../../scripts/lib/bench/load/event-scan'
import type { Address } from '../../scripts/lib/bench/load/protocol'
import { QueueCheck } from '../../scripts/lib/bench/load/queue-check'
import { getRequest } from '../../scripts/lib/bench/load/requests'
import { asError } from '../support/checked'

/** The pause of a client that is told to retry, or cannot connect. */
const pauseMs = 250

export interface ReturningPollerOptions {
  address: Address
  queueId: string
  /** Value of the Authorization header. */
  authorization: string
  /** Called with each message on its first receipt. */
  onMessage: () => void
  /** Called for each answer that is no success or is missing. */
  onTrouble: (what: string) => void
}

/** A client that keeps polling its queue across failures of its connection and its worker. */
export class ReturningPoller {
  readonly check = new QueueCheck()
  private connection: Connection | undefined
  private lastEventId = -1
  private pause: NodeJS.Timeout | undefined
  private isOver = false

  constructor(private readonly options: ReturningPollerOptions) {}

  /** Connects and polls. */
  async open(): Promise<void> {
    const { address, onTrouble } = this.options
    try {
      this.connection = await openConnection(address, {
        onResponse: (status, body) => this.receive(status, body),
        onFailure: (error) => {
          onTrouble(error.message)
          this.comeBack()
        },
      })
    } catch (error) {
      onTrouble(asError(error).message)
      this.comeBack()
      return
    }
    if (this.isOver) this.close()
    else this.poll()
  }

  close(): void {
    this.isOver = true
    clearTimeout(this.pause)
    this.connection?.close()
  }

  private poll(): void {
    const { queueId } = this.options
    const path = `/api/v1/events?queue_id=${encodeURIComponent(queueId)}&last_event_id=${this.lastEventId}`
    this.connection?.send(getRequest(path, this.options))
  }

  private comeBack(): void {
    clearTimeout(this.pause)
    this.connection?.close()
    this.connection = undefined
    if (!this.isOver) this.pause = setTimeout(() => void this.open(), pauseMs)
  }

  private receive(status: number, body: Buffer): void {
    if (status !== 200) {
      this.options.onTrouble(`${status}: ${body.toString('utf8', 0, 200)}`)
      this.pause = setTimeout(() => this.poll(), pauseMs)
      return
    }
    const lastId = scanEvents(body, (eventId, sequence) => {
      if (this.check.take(eventId, sequence, 0)) this.options.onMessage()
    })
    if (lastId > this.lastEventId) this.lastEventId = lastId
    this.poll()
  }
}
