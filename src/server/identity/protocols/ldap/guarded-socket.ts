import { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import { checkMessage, lengthOfMessage, MalformedAnswerError, tags } from './message-shapes'

/** Max bytes of one message, which may have a picture. */
const maxMessageBytes = 8 * 1_048_576
/** Max bytes of the answers to one request: a page of 500 people with pictures of 100 kB. */
const maxAnswerBytes = 64 * 1_048_576

/**
 * An open connection to a directory as ldapts gets it: only whole messages of the right shape pass, and not too many bytes.
 * References to other servers are left out.
 */
export class GuardedSocket extends Duplex {
  /** ldapts asks an open connection for these two. */
  readonly connecting = false
  readonly readyState = 'open'
  private chunks: Buffer[] = []
  private waitingBytes = 0
  /** Bytes that the message at the beginning of the chunks has; 0: not known yet. */
  private wantedBytes = 0
  private bytesOfAnswer = 0

  constructor(private readonly socket: Socket) {
    super({ allowHalfOpen: false })
    socket.on('data', (chunk: Buffer) => this.receive(chunk))
    socket.on('error', (error) => this.destroy(error))
    socket.on('end', () => this.push(null))
    socket.on('close', () => this.destroy())
  }

  override _read(): void {
    this.socket.resume()
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.bytesOfAnswer = 0
    this.socket.write(chunk, done)
  }

  override _final(done: () => void): void {
    this.socket.end(done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy()
    done(error)
  }

  private receive(chunk: Buffer): void {
    this.bytesOfAnswer += chunk.length
    this.waitingBytes += chunk.length
    this.chunks.push(chunk)
    try {
      if (this.bytesOfAnswer > maxAnswerBytes) throw new Error('The answer is too long.')
      // Chunks are joined only when a message is whole, so a long one is copied once.
      while (this.waitingBytes >= Math.max(2, this.wantedBytes) && this.passOne());
    } catch (error) {
      this.destroy(error instanceof Error ? error : new MalformedAnswerError())
    }
  }

  /** @returns whether there may be another whole message */
  private passOne(): boolean {
    const bytes = this.chunks.length === 1 ? this.chunks[0] : Buffer.concat(this.chunks)
    if (!bytes) return false
    this.chunks = [bytes]
    const length = lengthOfMessage(bytes)
    if (length === undefined) return false
    if (length > maxMessageBytes) throw new Error('The answer is too long.')
    this.wantedBytes = length
    if (bytes.length < length) return false
    const message = bytes.subarray(0, length)
    if (checkMessage(message) !== tags.reference && !this.push(message)) this.socket.pause()
    this.chunks = length < bytes.length ? [bytes.subarray(length)] : []
    this.waitingBytes -= length
    this.wantedBytes = 0
    return this.waitingBytes > 0
  }
}
