import { once } from 'node:events'
import { request as requestHttp } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { webhookUserAgent } from '../../wire/outgoing-webhooks'
import type { AddressPolicy } from './addresses'

/** A service that answers more than any message could hold. */
export class AnswerTooLargeError extends Error {
  override name = 'AnswerTooLargeError'

  constructor() {
    super(`the answer is larger than ${largestAnswerBytes} bytes`)
  }
}

const largestAnswerBytes = 262_144

export interface ServiceAnswer {
  status: number
  text: string
}

export interface ServiceRequest {
  url: string
  contentType: string
  body: string
  timeoutMs: number
  addresses: AddressPolicy
}

/**
 * Posts to a service, at an address that was checked, and reads what it answers. Redirections are
 * not followed: they are answers like others.
 *
 * @throws ForbiddenAddressError, AnswerTooLargeError; the error of node when there is no answer
 */
export async function postToService(wanted: ServiceRequest): Promise<ServiceAnswer> {
  const url = new URL(wanted.url)
  wanted.addresses.checkHost(url.hostname)
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const request = send(url, {
    method: 'POST',
    // A connection of its own: one that is kept open was made for another name.
    agent: false,
    lookup: wanted.addresses.lookup,
    signal: AbortSignal.timeout(wanted.timeoutMs),
    headers: {
      'content-type': wanted.contentType,
      'content-length': Buffer.byteLength(wanted.body),
      'user-agent': webhookUserAgent,
      accept: 'application/json',
    },
  })
  // Heard below; afterwards the answer has errors of its own.
  request.on('error', () => undefined)
  request.end(wanted.body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, text: await readText(response) }
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  // Leaving the loop early ends the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > largestAnswerBytes) throw new AnswerTooLargeError()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
