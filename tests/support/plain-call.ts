import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { Response } from 'supertest'
import { asError } from './checked'
import type { Person } from './person'

/** Timeout of a call. */
export const patienceMs = 15_000

/** Keep-alive for thousands of calls in a row. */
const connections = new Agent({ keepAlive: true, timeout: patienceMs })

/** The parts of a response that checks read. */
export type Answer = Pick<Response, 'status' | 'headers' | 'body' | 'text'>

export interface Body {
  type: string
  content: string | Buffer
  encoding?: string | undefined
}

interface Sent {
  caller?: Person | undefined
  body?: Body | undefined
}

/**
 * Sends a request, and reads the answer: all of it, or the beginning of a stream. It costs half of a call by supertest, which
 * counts in suites that make thousands of calls.
 *
 * @throws Error when no whole answer comes in time, or one that is not the JSON that it claims to be
 */
export async function exchange(
  method: string,
  url: string,
  { caller, body }: Sent,
): Promise<Answer> {
  const headers = { ...headersOf(caller), ...(body && headersOfBody(body)) }
  return new Promise((resolve, reject) => {
    const call = request(url, { method, agent: connections, timeout: patienceMs, headers })
    call.on('response', (response) => read(response, resolve, reject))
    call.on('timeout', () => call.destroy(new Error(`No answer in ${patienceMs} ms`)))
    call.on('error', reject)
    call.end(body?.content)
  })
}

function headersOf(caller: Person | undefined): Record<string, string> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity' }
  if (!caller) return headers
  const credentials = Buffer.from(`${caller.email}:${caller.apiKey}`).toString('base64')
  headers['authorization'] = `Basic ${credentials}`
  if (caller.host !== undefined) headers['host'] = caller.host
  return headers
}

function headersOfBody({ type, content, encoding }: Body): Record<string, string | number> {
  return {
    'content-type': type,
    'content-length': Buffer.byteLength(content),
    ...(encoding !== undefined && { 'content-encoding': encoding }),
  }
}

function read(
  response: IncomingMessage,
  resolve: (answer: Answer) => void,
  reject: (error: Error) => void,
): void {
  const { statusCode: status = 0 } = response
  const headers = response.headers as Answer['headers']
  const type = headers['content-type'] ?? ''
  const answer = { status, headers, body: {} as unknown, text: '' }
  response.setEncoding('utf8')
  response.on('error', reject)
  response.on('data', (chunk: string) => {
    answer.text += chunk
    if (!type.startsWith('text/event-stream')) return
    // A stream is endless; after its beginning, how it ends does not matter.
    resolve(answer)
    response.destroy()
  })
  response.on('end', () => {
    try {
      if (type.startsWith('application/json')) answer.body = JSON.parse(answer.text)
      resolve(answer)
    } catch (error) {
      reject(asError(error))
    }
  })
}
