import type { IncomingMessage } from 'node:http'

import type { BodyBudget } from './body-budget'
import { PayloadTooLargeError, UnsupportedEncodingError } from '../errors'

/** Max bytes of an unwanted body that are read to spare its sender a broken connection. */
const drainBytes = 64 * 1024 * 1024

/** The client hung up in the middle of its request, so nobody needs an answer. */
export class ClientGoneError extends Error {
  override name = 'ClientGoneError'
}

/**
 * Refuses a body from its headers alone.
 *
 * @throws PayloadTooLargeError, UnsupportedEncodingError
 */
export function checkBodyHeaders(request: IncomingMessage, limitBytes: number): void {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (encoding !== '' && encoding !== 'identity') throw new UnsupportedEncodingError()
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) {
    throw new PayloadTooLargeError(limitBytes)
  }
}

/** A request without either header has no body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Reads a body whole.
 *
 * @param budget bounds the bytes of all bodies that are read under it
 * @throws PayloadTooLargeError as soon as the body outgrows the limit, whatever its headers promised
 * @throws ClientGoneError; ServiceUnavailableError if the budget is exceeded
 */
export function readBody(
  request: IncomingMessage,
  limitBytes: number,
  budget?: BodyBudget,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const received = new ReceivedBytes()
    const giveUp = (error: Error): void => {
      request.off('data', onData)
      received.clear()
      share?.end()
      reject(error)
    }
    const onData = (chunk: Buffer): void => {
      if (received.bytes + chunk.length > limitBytes) giveUp(new PayloadTooLargeError(limitBytes))
      else {
        received.add(chunk)
        share?.grow(chunk.length)
      }
    }
    const share = budget?.open(giveUp)
    // The client may have left while its credentials were looked up.
    if (request.destroyed && !request.readableEnded) giveUp(new ClientGoneError())
    request.on('data', onData)
    request.once('end', () => {
      share?.end()
      resolve(received.join())
    })
    // `close` also fires after a complete body; creating an error then would be wasted.
    const onGone = (): void => {
      if (!request.readableEnded) giveUp(new ClientGoneError())
    }
    request.once('error', onGone)
    request.once('close', onGone)
  })
}

/** Chunks below this size are copied together: each chunk object takes some hundred bytes. */
const smallChunkBytes = 512
const tailBytes = 4096

/** The chunks of a body. Thousands of chunks of a byte take little more memory than their bytes. */
class ReceivedBytes {
  bytes = 0
  private chunks: Buffer[] = []
  /** Small chunks in a row, of which `used` bytes are filled; the last item of `chunks`. */
  private tail: Buffer | undefined
  private used = 0

  add(chunk: Buffer): void {
    this.bytes += chunk.length
    if (chunk.length >= smallChunkBytes || this.chunks.length === 0) {
      this.closeTail()
      this.chunks.push(chunk)
      return
    }
    if (!this.tail || this.used + chunk.length > tailBytes) {
      this.closeTail()
      this.tail = Buffer.alloc(tailBytes)
      this.chunks.push(this.tail)
    }
    this.used += chunk.copy(this.tail, this.used)
  }

  join(): Buffer {
    this.closeTail()
    return Buffer.concat(this.chunks, this.bytes)
  }

  clear(): void {
    this.chunks = []
    this.tail = undefined
  }

  private closeTail(): void {
    if (this.tail) this.chunks[this.chunks.length - 1] = this.tail.subarray(0, this.used)
    this.tail = undefined
    this.used = 0
  }
}

/**
 * Reads and discards the rest of a body. Unread bytes would hide the hang-up of the client, and closing the
 * connection over them would lose the answer. Beyond a limit the connection is cut.
 */
export function drainBody(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed || !hasBody(request)) return
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > drainBytes) request.destroy()
  })
  // The code that answers the request notices a hang-up.
  request.on('error', () => undefined)
  request.resume()
}
