import type { Person, Queue, ReceivedEvent } from './person'

/** What a stream of server-sent events says between two empty lines. */
export interface Frame {
  id?: number
  event?: string
  data?: string
  comment?: string
  retry?: string
}

/** A client of `GET /events/stream`, which reads as a browser's EventSource does. */
export class EventSource {
  private readonly decoder = new TextDecoder()
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>
  private unread = ''
  /** What it would send as Last-Event-ID. */
  lastEventId: number | undefined
  /** It ended otherwise than by the end of its answer. */
  isBroken = false

  private constructor(
    readonly response: Response,
    private readonly connection: AbortController,
  ) {
    // Read directly: through a pipe, who had hung up sometimes waited for what came next for ever.
    this.reader = (response.body as ReadableStream<Uint8Array>).getReader()
  }

  /**
   * @param signal closes it, also before it is open
   * @throws Error with the refusal when the stream is refused
   */
  static async open(
    person: Person,
    { queue_id, last_event_id }: Pick<Queue, 'queue_id' | 'last_event_id'>,
    lastEventId?: number,
    signal?: AbortSignal,
  ): Promise<EventSource> {
    const args = new URLSearchParams({ queue_id, last_event_id: String(last_event_id) })
    const connection = new AbortController()
    signal?.addEventListener('abort', () => connection.abort(), { once: true })
    if (signal?.aborted) connection.abort()
    const response = await fetch(`${person.url}/api/v1/events/stream?${args.toString()}`, {
      headers: {
        authorization: `Basic ${btoa(`${person.email}:${person.apiKey}`)}`,
        ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
      },
      signal: connection.signal,
    })
    if (response.status !== 200) throw new Error(await response.text())
    return new EventSource(response, connection)
  }

  /** @returns undefined when the stream has ended */
  async frame(): Promise<Frame | undefined> {
    let end: number
    while ((end = this.unread.indexOf('\n\n')) < 0) {
      const value = await this.read()
      if (value === undefined) return undefined
      this.unread += value
    }
    const frame = parseFrame(this.unread.slice(0, end))
    this.unread = this.unread.slice(end + 2)
    if (frame.id !== undefined) this.lastEventId = frame.id
    return frame
  }

  /** The next event; undefined when the stream has ended. What is none is passed over. */
  async event(): Promise<ReceivedEvent | undefined> {
    for (;;) {
      const frame = await this.frame()
      if (!frame) return undefined
      if (frame.event) throw new Error(`${frame.event}: ${frame.data ?? ''}`)
      if (frame.data !== undefined) return JSON.parse(frame.data) as ReceivedEvent
    }
  }

  /** So many events. */
  async events(count: number): Promise<(ReceivedEvent | undefined)[]> {
    const events: (ReceivedEvent | undefined)[] = []
    while (events.length < count) events.push(await this.event())
    return events
  }

  private async read(): Promise<string | undefined> {
    try {
      const { value } = await this.reader.read()
      return value && this.decoder.decode(value, { stream: true })
    } catch {
      this.isBroken = true
      return undefined
    }
  }

  close(): void {
    this.connection.abort()
  }
}

function parseFrame(text: string): Frame {
  const frame: Frame = {}
  for (const line of text.split('\n')) {
    const [, field = '', value = ''] = /^(\w*): ?(.*)$/s.exec(line) ?? []
    if (field === 'id') frame.id = Number(value)
    else if (field === '') frame.comment = value
    else frame[field as 'event' | 'data' | 'retry'] = value
  }
  return frame
}
