import { Agent, request } from 'node:http'
import type { RequestOptions } from 'node:http'
import { asRecord } from '../support/checked'

/** Email and key of a user. */
export interface Account {
  id: number
  email: string
  apiKey: string
}

export interface Answer {
  status: number
  body: Record<string, unknown>
}

export interface Call {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  args?: Record<string, unknown>
  timeoutMs: number
  signal?: AbortSignal
}

const agent = new Agent({ keepAlive: true })

/**
 * Calls one worker.
 *
 * @throws when there was no answer, or an incomplete one: the effect on the server is then unknown
 */
export async function call(
  origin: string,
  account: Account,
  { method, path, args = {}, timeoutMs, signal }: Call,
): Promise<Answer> {
  const form = new URLSearchParams(
    Object.entries(args).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString()
  const patience = AbortSignal.timeout(timeoutMs)
  const { status, text } = await exchange(
    `${origin}/api/v1${path}${method === 'GET' && form ? `?${form}` : ''}`,
    {
      agent,
      method,
      auth: `${account.email}:${account.apiKey}`,
      headers: method === 'GET' ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' },
      signal: signal ? AbortSignal.any([patience, signal]) : patience,
    },
    method === 'GET' ? '' : form,
  )
  return { status, body: asRecord(JSON.parse(text)) }
}

function exchange(
  url: string,
  options: RequestOptions,
  content: string,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options)
    outgoing.once('error', reject)
    outgoing.once('response', (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.once('error', reject)
      incoming.once('end', () => {
        resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() })
      })
    })
    outgoing.end(content)
  })
}
