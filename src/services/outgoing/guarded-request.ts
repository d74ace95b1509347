import { once } from 'node:events'
import { request as requestHttp } from 'node:http'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { AddressPolicy } from './addresses'

export interface GuardedRequest {
  method: 'GET' | 'POST'
  headers: OutgoingHttpHeaders
  /** Empty unless given. */
  body?: string
  addresses: AddressPolicy
  /** Ends request and answer. */
  signal: AbortSignal
}

/**
 * Asks another server for something that a user has named, at an address that was checked. Everything
 * that leaves this server at the wish of a user leaves it here. Redirections are not followed: they are
 * answers like others. The caller reads or destroys the answer.
 *
 * @throws ForbiddenAddressError; the error of node when there is no answer
 */
export async function requestGuarded(
  url: URL,
  { method, headers, body, addresses, signal }: GuardedRequest,
): Promise<IncomingMessage> {
  addresses.checkHost(url.hostname)
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const request = send(url, {
    method,
    // A connection of its own: one that is kept open was made for another name.
    agent: false,
    lookup: addresses.lookup,
    signal,
    headers,
  })
  // Heard below; afterwards the answer has errors of its own.
  request.on('error', () => undefined)
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

/**
 * Reads an answer whole.
 * @param tooLarge makes what is thrown where it has more than `mostBytes`
 */
export async function readBytes(
  response: IncomingMessage,
  mostBytes: number,
  tooLarge: () => Error,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  // Leaving the loop early ends the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
