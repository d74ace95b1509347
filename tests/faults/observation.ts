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
  /** When its registration was asked for, and when it was answered. */
  askedAtMs: number
  answeredAtMs: number
  /** Newest message in the state that came with it; every later one must come as an event. */
  maxMessageId: number
  /** It receives changes of streams as well as messages. */
  receivesChanges: boolean
}

/** What one client received from one queue, checked as it comes. */
export class Observation {
  /** Ids of the events that told of an attempt, by its text. */
  readonly told = new Map<string, number>()
  /** The newest change of the stream's description that came. */
  lastChange: string | undefined
  /** Newest event that came. */
  lastEventId = -1
  /** Events that came and are not acknowledged, by id. */
  private readonly held = new Map<number, string>()
  /** Up to here they may be acknowledged: nobody answered who was told so. */
  private perhapsAcknowledged = -1

  constructor(
    readonly queue: ObservedQueue,
    private readonly complain: (what: string, observation: Observation) => void,
  ) {}

  /** What was objected to while the queue may have lost events, which is to go as a whole then. */
  readonly excused: string[] = []

  /** Takes the answer of a poll. `isAlone`: no other poll of this queue was under way. */
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
    // A worker that leaves answers with nothing, also when its Redis has not yet heard from where it was asked.
    if (events.length > 0) this.forget(askedFrom)
    else this.acknowledge(askedFrom)
  }

  /** Begins to follow a stream that was opened from an event. Answers what takes its events. */
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

  /** A worker is told that everything up to here was received. Answers what to call when it agrees. */
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
    // In a stream it is a comment.
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

/** The text of the attempt that an event tells of, if it does. */
function attemptText(event: ReceivedEvent): string | undefined {
  if (event.type === 'message') {
    const { content } = event['message'] as { content: string }
    const text = content.replaceAll(/<[^>]*>/g, '').trim()
    return text.startsWith('try ') ? text : undefined
  }
  if (event.type === 'stream' && event['property'] === 'description') return String(event['value'])
  return undefined
}
