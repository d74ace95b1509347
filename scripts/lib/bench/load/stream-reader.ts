import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { nextSourceAddress } from './connection'
import { scanEvents } from './event-scan'
import type { PollerHandlers, Reader } from './poller'
import type { Address } from './protocol'
import { QueueCheck } from './queue-check'
import { getRequest } from './requests'

const endOfFrame = Buffer.from('\n\n')
/** The pause that the server tells clients to make before they reconnect. */
const pauseBeforeReturnMs = 500

/**
 * A client that reads one queue as server-sent events, and reconnects with the last id when its stream ends.
 * It scans the bytes like a poller and skips the chunk lengths in between.
 */
export class StreamReader implements Reader {
  readonly check = new QueueCheck()
  private socket: Socket | undefined
  private lastEventId = -1
  private pause: NodeJS.Timeout | undefined
  /** The received part of a frame. */
  private begun: Buffer | undefined

  /** @param senderOf tells the sender of a sequence number */
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

  /** Disconnects; `open` resumes from the same event id. */
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
