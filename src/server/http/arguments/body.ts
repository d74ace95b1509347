import type { IncomingMessage } from 'node:http'

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
 * @throws PayloadTooLargeError as soon as the body outgrows the limit, whatever its headers promised
 * @throws ClientGoneError
 */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length
      if (bytes > limitBytes) {
        request.off('data', onData)
        chunks.length = 0
        reject(new PayloadTooLargeError(limitBytes))
      } else {
        chunks.push(chunk)
      }
    }
    request.on('data', onData)
    request.once('end', () => resolve(Buffer.concat(chunks, bytes)))
    // `close` also fires after a complete body; creating an error then would be wasted.
    const onGone = (): void => {
      if (!request.readableEnded) reject(new ClientGoneError())
    }
    request.once('error', onGone)
    request.once('close', onGone)
  })
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
