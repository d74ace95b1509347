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

/**
 * `{"result":"success","msg":"", …}`.
 * Sources: docs/protocol/contract.md#envelope, docs/protocol/level-371.md#ignored-parameters.
 *
 * @param ignored names of arguments that meant nothing
 */
export function successAnswer(data: object, ignored?: readonly string[]): JsonAnswer {
  const members = data instanceof PreparedJson ? data.members : membersOf(data)
  const separator = members === '' ? '' : ','
  const note = ignored ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}` : ''
  return { status: 200, body: `{"result":"success","msg":""${separator}${members}${note}}` }
}

/**
 * `{"result":"error","msg":…,"code":…, …}`. Source: docs/protocol/contract.md#error-envelope.
 * @param wayIn what a 401 says of how to authenticate
 */
export function errorAnswer(error: ApiError, wayIn = 'Basic realm="zulip"'): JsonAnswer {
  const body = {
    result: 'error',
    // Clients show it, and some test it for being there.
    msg: error.message || 'The request was refused.',
    ...(error.code !== undefined && { code: error.code }),
    ...error.fields,
  }
  const challenge = error.status === 401 && { 'WWW-Authenticate': wayIn }
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
  const encoding = bytes === body.length ? 'latin1' : 'utf8'
  if (body.length > pieceCharacters) {
    void sendPieces(response, body, encoding)
    return
  }
  // As text it leaves in one piece with its headers; without characters beyond ASCII as it is.
  response.write(body, encoding)
  // At once, for `end` adds an empty piece, and several pieces cost more to write than one.
  response.socket?.uncork()
  response.end()
}

/** A longer answer is not turned into bytes before its client has taken what came before. */
const pieceCharacters = 262_144

/** What is still to be written of answers in pieces, in characters. */
const unwritten = new WeakMap<ServerResponse, number>()

/** Characters of an answer that wait for the client to take what was written before. */
export function charactersLeft(response: ServerResponse): number {
  return unwritten.get(response) ?? 0
}

async function sendPieces(
  response: ServerResponse,
  body: string,
  encoding: 'latin1' | 'utf8',
): Promise<void> {
  let start = 0
  while (start < body.length && !response.destroyed) {
    let end = start + pieceCharacters
    // Both halves of a character have to be in one piece.
    if (isHighSurrogate(body.charCodeAt(end - 1))) end += 1
    const piece = body.slice(start, end)
    start = end
    unwritten.set(response, Math.max(body.length - start, 0))
    if (!response.write(piece, encoding)) await drained(response)
  }
  if (!response.destroyed) response.end()
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00
}

/**
 * Resolves when there is room again for what a client is sent, or the connection is gone.
 *
 * @param patienceMs time after which it is, by our own doing; absent: somebody else sees to it
 */
export function drained(response: ServerResponse, patienceMs?: number): Promise<void> {
  if (response.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const cut = patienceMs && setTimeout(() => response.destroy(), patienceMs)
    const end = (): void => {
      clearTimeout(cut)
      response.off('drain', end)
      response.off('close', end)
      resolve()
    }
    response.once('drain', end)
    response.once('close', end)
  })
}

function membersOf(data: object): string {
  return JSON.stringify(data).slice(1, -1)
}
