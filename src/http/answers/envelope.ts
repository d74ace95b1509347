import type { ServerResponse } from 'node:http'

import type { ApiError } from '../../wire/api-error'
import { PreparedJson } from '../../wire/prepared-json'

/**
 * Headers of every answer. Answers are private and change from call to call; what a browser makes
 * of one that it was led to is limited to showing it.
 */
export const commonHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

/** A status, a JSON text and what headers belong to them. */
export interface JsonAnswer {
  status: number
  body: string
  headers?: Readonly<Record<string, string>>
}

/** `{"result":"success","msg":"", …}`. Source: docs/protocol/contract.md#envelope. */
export function successAnswer(data: object): JsonAnswer {
  const members = data instanceof PreparedJson ? data.members : membersOf(data)
  const separator = members === '' ? '' : ','
  return { status: 200, body: `{"result":"success","msg":""${separator}${members}}` }
}

/** `{"result":"error","msg":…,"code":…, …}`. Source: docs/protocol/contract.md#error-envelope. */
export function errorAnswer(error: ApiError): JsonAnswer {
  const body = {
    result: 'error',
    // Clients show it, and some test it for being there.
    msg: error.message || 'The request was refused.',
    ...(error.code !== undefined && { code: error.code }),
    ...error.fields,
  }
  const challenge = error.status === 401 && { 'WWW-Authenticate': 'Basic realm="zulip"' }
  return {
    status: error.status,
    body: JSON.stringify(body),
    headers: { ...challenge, ...error.headers },
  }
}

/**
 * Sends an answer, unless one was sent or the client is gone.
 *
 * @param headers what the answer says beside its own headers
 */
export function sendJson(
  response: ServerResponse,
  answer: JsonAnswer,
  headers?: Readonly<Record<string, string>>,
): void {
  if (response.headersSent || response.destroyed) return
  const body = `${answer.body}\n`
  const bytes = Buffer.byteLength(body)
  response.writeHead(answer.status, {
    ...commonHeaders,
    ...headers,
    ...answer.headers,
    'Content-Length': bytes,
  })
  // As text it leaves in one piece with its headers; without characters beyond ASCII as it is.
  response.write(body, bytes === body.length ? 'latin1' : 'utf8')
  // At once, for `end` adds an empty piece, and several pieces cost more to write than one.
  response.socket?.uncork()
  response.end()
}

function membersOf(data: object): string {
  return JSON.stringify(data).slice(1, -1)
}
