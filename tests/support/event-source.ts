import { once } from 'node:events'
import { request } from 'node:http'
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { parsed, shapedLike } from './checked'
import type { Person, ReceivedEvent } from './person'

/** One frame of server-sent events, the text between two empty lines. */
export interface Frame {
  id?: number
  event?: string
  data?: string
  comment?: string
  retry?: string
}

/**
 * A client of `GET /events/stream` that reads like a browser's EventSource. Uses http instead of fetch: after
 * a hang-up, fetch sometimes waited forever for the next chunk.
 */
export class EventSource {
  private readonly decoder = new TextDecoder()
  private readonly chunks: AsyncIterator<Buffer>
  private unread = ''
  /** The id for the Last-Event-ID header. */
  lastEventId: number | undefined
  /** Whether the connection ended without the end of its answer. */
  isBroken = false

  private constructor(
    private readonly outgoing: ClientRequest,
    private readonly response: IncomingMessage,
  ) {
    this.chunks = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  /**
   *
   * @param signal closes it, also before it is open
   * @throws Error with the refusal when the stream is refused
   */
  static async open(
    person: Person,
    { queue_id, last_event_id }: { queue_id: string; last_event_id?: number },
    lastEventId?: number,
    signal?: AbortSignal,
  ): Promise<EventSource> {
    const args = new URLSearchParams({
      queue_id,
      ...(last_event_id === undefined ? {} : { last_event_id: String(last_event_id) }),
    })
    const outgoing = request(`${person.url}/api/v1/events/stream?${args.toString()}`, {
      agent: false,
      auth: `${person.email}:${person.apiKey}`,
      headers: lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) },
      ...(signal && { signal }),
    })
    outgoing.end()
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    // The reader gets the error.
    outgoing.on('error', () => undefined)
    if (response.statusCode !== 200) throw new Error(await text(response))
    return new EventSource(outgoing, response)
  }

  get headers(): IncomingHttpHeaders {
    return this.response.headers
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

  /** The next event; undefined when the stream has ended. Frames without an event are skipped. */
  async event(): Promise<ReceivedEvent | undefined> {
    for (;;) {
      const frame = await this.frame()
      if (!frame) return undefined
      if (frame.event) throw new Error(`${frame.event}: ${frame.data ?? ''}`)
      if (frame.data !== undefined) return shapedLike(parsed(frame.data), { id: 0, type: '' })
    }
  }

  /** The next `count` events. */
  async events(count: number): Promise<(ReceivedEvent | undefined)[]> {
    const events: (ReceivedEvent | undefined)[] = []
    while (events.length < count) events.push(await this.event())
    return events
  }

  private async read(): Promise<string | undefined> {
    try {
      const { done, value } = await this.chunks.next()
      return done ? undefined : this.decoder.decode(value, { stream: true })
    } catch {
      this.isBroken = true
      return undefined
    }
  }

  close(): void {
    this.outgoing.destroy()
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
