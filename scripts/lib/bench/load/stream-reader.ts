import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { nextSourceAddress } from './connection'
import { scanEvents } from './event-scan'
import type { PollerHandlers, Reader } from './poller'
import type { Address } from './protocol'
import { QueueCheck } from './queue-check'
import { getRequest } from './requests'

const endOfFrame = Buffer.from('\n\n')
/** As the server tells clients to wait before they come back. */
const pauseBeforeReturnMs = 500

/**
 * A client that follows one queue as server-sent events, and comes back with the last id when its stream
 * ends. What it reads it searches like a poller; the lengths of chunks in between are passed over.
 */
export class StreamReader implements Reader {
  readonly check = new QueueCheck()
  private socket: Socket | undefined
  private lastEventId = -1
  private pause: NodeJS.Timeout | undefined
  /** What came of a frame so far. */
  private begun: Buffer | undefined

  /** @param senderOf tells whose message a sequence number is */
  constructor(
    readonly queueId: string,
    readonly authorization: string,
    readonly address: Address,
    private readonly senderOf: (sequence: number) => number,
    private readonly handlers: PollerHandlers,
  ) {}

  /** Connects and asks for the stream; resolves when it has begun. */
  open(): Promise<void> {
    const { host, port } = this.address
    const socket = connect({
      host,
      port,
      ...(host.startsWith('127.') && { localAddress: nextSourceAddress() }),
      noDelay: true,
    })
    this.socket = socket
    this.begun = undefined
    const path =
      `/api/v1/events/stream?queue_id=${encodeURIComponent(this.queueId)}` +
      `&last_event_id=${this.lastEventId}`
    socket.write(getRequest(path, this), 'latin1')
    socket.on('error', (error) => this.handlers.onFailure(error))
    socket.on('close', () => this.comeBack(socket))
    return new Promise((resolve) => {
      socket.once('data', resolve)
      socket.on('data', (bytes) => this.receive(bytes))
    })
  }

  /** Hangs up; `open` goes on where it was. */
  close(): void {
    clearTimeout(this.pause)
    const { socket } = this
    this.socket = undefined
    socket?.resetAndDestroy()
  }

  private comeBack(socket: Socket): void {
    if (this.socket !== socket) return
    this.pause = setTimeout(() => void this.open(), pauseBeforeReturnMs)
  }

  private receive(bytes: Buffer): void {
    this.handlers.onAnswer(bytes.length)
    const all = this.begun ? Buffer.concat([this.begun, bytes]) : bytes
    const end = all.lastIndexOf(endOfFrame)
    if (end === -1) {
      this.begun = all
      return
    }
    const whole = all.subarray(0, end)
    this.begun = all.subarray(end)
    if (all.includes('event: error') || all.includes('"result":"error"')) {
      this.handlers.onFailure(new Error(`A stream failed: ${all.toString('utf8', 0, 500)}`))
      return
    }
    scanEvents(whole, this.take)
  }

  private readonly take = (eventId: number, sequence: number): void => {
    if (eventId > this.lastEventId) this.lastEventId = eventId
    if (this.check.take(eventId, sequence, this.senderOf(sequence))) {
      this.handlers.onMessage(sequence)
    }
  }
}
