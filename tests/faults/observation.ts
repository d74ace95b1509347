import { shapedLike } from '../support/checked'

export interface ReceivedEvent {
  id: number
  type: string
  [key: string]: unknown
}

export interface ObservedQueue {
  /** Name of the client. */
  reader: string
  userId: number
  queueId: string
  /** Times of its registration: request and answer. */
  askedAtMs: number
  answeredAtMs: number
  /** Newest message in the initial state; every later one must arrive as an event. */
  maxMessageId: number
  /** Whether it receives changes of streams as well as messages. */
  receivesChanges: boolean
}

/** Events of one queue at one client, checked on arrival. */
export class Observation {
  /** Ids of the events about an attempt, by its text. */
  readonly told = new Map<string, number>()
  /** The newest received change of the stream's description. */
  lastChange: string | undefined
  /** Newest received event. */
  lastEventId = -1
  /** Received events that are not acknowledged, by id. */
  private readonly held = new Map<number, string>()
  /** Events up to this id may be acknowledged: the acknowledging call had no answer. */
  private perhapsAcknowledged = -1

  constructor(
    readonly queue: ObservedQueue,
    private readonly complain: (what: string, observation: Observation) => void,
  ) {}

  /** Complaints while the queue may have lost events; they are excused if the queue is then deleted. */
  readonly excused: string[] = []

  /** Takes the answer of a poll. `isAlone`: no other poll of this queue was in flight. */
  receive(askedFrom: number, events: readonly ReceivedEvent[], isAlone: boolean): void {
    const before = [...this.held.keys()]
    let previousId = askedFrom
    for (const event of events) {
      if (event.id <= previousId) this.object(`event ${event.id} follows ${previousId}`)
      previousId = event.id
      this.take(event)
    }
    if (isAlone) {
      const ids = new Set(events.map((event) => event.id))
      const absent = before.filter((id) => this.mustBeHeld(id, askedFrom) && !ids.has(id))
      if (absent.length > 0) {
        this.object(`asked again from ${askedFrom}, it no longer holds ${absent.join(', ')}`)
      }
    }
    // A worker that shuts down answers an empty list, even if its Redis has not processed the
    // acknowledgment.
    if (events.length > 0) this.forget(askedFrom)
    else this.acknowledge(askedFrom)
  }

  /** Begins to read a stream that was opened after an event. Answers a function that takes its events. */
  follow(from: number): (event: ReceivedEvent) => void {
    this.forget(from)
    let previousId = from
    return (event) => {
      if (event.id <= previousId) this.object(`event ${event.id} follows ${previousId}`)
      const absent = [...this.held.keys()].filter(
        (id) => this.mustBeHeld(id, previousId) && id < event.id,
      )
      if (absent.length > 0) {
        this.object(`a stream from ${from} no longer holds ${absent.join(', ')}`)
      }
      previousId = event.id
      this.take(event)
    }
  }

  /** Notes an acknowledgment up to an id. Answers a function to call when the worker confirms it. */
  acknowledge(eventId: number): () => void {
    this.perhapsAcknowledged = Math.max(this.perhapsAcknowledged, eventId)
    return () => this.forget(eventId)
  }

  private mustBeHeld(id: number, askedFrom: number): boolean {
    return id > askedFrom && id > this.perhapsAcknowledged
  }

  private forget(acknowledged: number): void {
    for (const id of [...this.held.keys()]) if (id <= acknowledged) this.held.delete(id)
  }

  private take(event: ReceivedEvent): void {
    // In an event stream a heartbeat is a comment.
    const text = event.type === 'heartbeat' ? 'a heartbeat' : JSON.stringify(event)
    const held = this.held.get(event.id)
    if (held !== undefined) {
      if (held !== text) this.object(`event ${event.id} was ${held} and became ${text}`)
      return
    }
    if (event.id <= this.lastEventId) {
      this.object(`event ${event.id} came when ${this.lastEventId} had been received: ${text}`)
    }
    this.lastEventId = Math.max(this.lastEventId, event.id)
    this.held.set(event.id, text)
    this.remember(event)
  }

  private remember(event: ReceivedEvent): void {
    const text = attemptText(event)
    if (text === undefined) return
    const earlier = this.told.get(text)
    if (earlier !== undefined) {
      this.object(`"${text}" came twice, as event ${earlier} and event ${event.id}`)
    }
    this.told.set(text, event.id)
    if (event.type === 'stream') this.lastChange = text
  }

  private object(what: string): void {
    this.complain(`${this.queue.reader}, queue ${this.queue.queueId}: ${what}`, this)
  }
}

/** The text of the attempt that an event is about, if any. */
function attemptText(event: ReceivedEvent): string | undefined {
  if (event.type === 'message') {
    const { content } = shapedLike(event['message'], { content: '' })
    const text = content.replaceAll(/<[^>]*>/g, '').trim()
    return text.startsWith('try ') ? text : undefined
  }
  if (event.type === 'stream' && event['property'] === 'description') return String(event['value'])
  return undefined
}
