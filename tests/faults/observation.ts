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

  constructor(
    readonly queue: ObservedQueue,
    private readonly complain: (what: string) => void,
  ) {}

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
      const absent = before.filter((id) => id > askedFrom && !ids.has(id))
      if (absent.length > 0) {
        this.object(`asked again from ${askedFrom}, it no longer holds ${absent.join(', ')}`)
      }
    }
    for (const id of before) if (id <= askedFrom) this.held.delete(id)
  }

  private take(event: ReceivedEvent): void {
    const text = JSON.stringify(event)
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
    this.complain(`${this.queue.reader}, queue ${this.queue.queueId}: ${what}`)
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
