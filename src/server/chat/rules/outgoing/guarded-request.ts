import { once } from 'node:events'
import { request as requestHttp } from 'node:http'
import type { Agent, ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { AddressPolicy } from './addresses'
import { keptConnections } from './kept-connections'

export interface GuardedRequest {
  method: 'GET' | 'POST'
  headers: OutgoingHttpHeaders
  /** Default: empty. */
  body?: string | Buffer
  addresses: AddressPolicy
  /** Aborts the request and the response. */
  signal: AbortSignal
  /**
   * Whether the connection serves later requests to the same host. Only for requests that may arrive twice: the host
   * may close the connection just then, and the request is sent again. Default: no.
   */
  keepsConnection?: boolean
}

/**
 * Sends a request to a URL that a user chose, after checking its address. All requests on behalf of users go
 * through this function. Does not follow redirects: answers them like any response. The caller reads or
 * destroys the response.
 *
 * @throws ForbiddenAddressError; Node's error if there is no answer
 */
export async function requestGuarded(url: URL, asked: GuardedRequest): Promise<IncomingMessage> {
  asked.addresses.checkHost(url.hostname)
  const { keepsConnection = false, addresses } = asked
  if (!keepsConnection) return answerTo(send(url, asked, false))
  const request = send(url, asked, keptConnections(addresses, url))
  try {
    return await answerTo(request)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const wasClosed = request.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE')
    if (!wasClosed) throw error
    return answerTo(send(url, asked, false))
  }
}

function send(
  url: URL,
  { method, headers, body, addresses, signal }: GuardedRequest,
  agent: Agent | false,
): ClientRequest {
  const start = url.protocol === 'https:' ? requestHttps : requestHttp
  const request = start(url, { method, agent, lookup: addresses.lookup, signal, headers })
  // `once` below throws the error. Later errors belong to the response.
  request.on('error', () => undefined)
  return request.end(body)
}

async function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

/** Reads an unneeded body, up to `mostBytes`, since the connection is free only after its end. */
export function discard(response: IncomingMessage, mostBytes = 65_536): void {
  let bytes = 0
  response.on('error', () => undefined)
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > mostBytes) response.destroy()
  })
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
