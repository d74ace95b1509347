import { once } from 'node:events'
import { request as requestHttp } from 'node:http'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { AddressPolicy } from './addresses'

export interface GuardedRequest {
  method: 'GET' | 'POST'
  headers: OutgoingHttpHeaders
  /** Default: empty. */
  body?: string | Buffer
  addresses: AddressPolicy
  /** Aborts the request and the response. */
  signal: AbortSignal
}

/**
 * Sends a request to a URL that a user chose, after checking its address. All requests on behalf of users go
 * through this function. Does not follow redirects: answers them like any response. The caller reads or
 * destroys the response.
 *
 * @throws ForbiddenAddressError; Node's error if there is no answer
 */
export async function requestGuarded(
  url: URL,
  { method, headers, body, addresses, signal }: GuardedRequest,
): Promise<IncomingMessage> {
  addresses.checkHost(url.hostname)
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const request = send(url, {
    method,
    // No keep-alive agent: a reused connection was checked for another host name.
    agent: false,
    lookup: addresses.lookup,
    signal,
    headers,
  })
  // `once` below throws the error. Later errors belong to the response.
  request.on('error', () => undefined)
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

/**
 * Reads a whole response body.
 * @param tooLarge makes the error to throw for more than `mostBytes`
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
