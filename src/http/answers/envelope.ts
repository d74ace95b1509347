import type { ServerResponse } from 'node:http'

import type { ApiError } from '../../wire/api-error'
import { PreparedJson } from '../../wire/prepared-json'
import { compress, encodingFor, isCompressible } from './compression'
import type { Encoding } from './encodings'

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

/** Headers by their names; those with several values come several times. */
export type HeaderValues = Readonly<Record<string, string | string[]>>

/** A status, a JSON text and what headers belong to them. */
export interface JsonAnswer {
  status: number
  body: string
  headers?: HeaderValues
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
 * Sends an answer, unless one was sent or the client is gone. A large one is compressed for clients
 * that take it so.
 *
 * @param headers what the answer says beside its own headers
 */
export function sendJson(
  response: ServerResponse,
  answer: JsonAnswer,
  headers?: HeaderValues,
): void {
  if (response.headersSent || response.destroyed) return
  const body = `${answer.body}\n`
  const bytes = Buffer.byteLength(body)
  const head = { ...commonHeaders, ...headers, ...answer.headers }
  if (isCompressible(bytes)) {
    Object.assign(head, { Vary: 'Accept-Encoding' })
    const encoding = encodingFor(response.req)
    if (encoding) {
      sendCompressed(response, { status: answer.status, body, head }, encoding).catch(() =>
        // What cannot be packed is no answer: the client sees that its connection ended.
        response.destroy(),
      )
      return
    }
  }
  response.writeHead(answer.status, { ...head, 'Content-Length': bytes })
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

/** A status line's number, headers, and the whole text with its end of line. */
interface WholeAnswer {
  status: number
  head: HeaderValues
  body: string
}

async function sendCompressed(
  response: ServerResponse,
  { status, head, body }: WholeAnswer,
  encoding: Encoding,
): Promise<void> {
  const compressed = await compress(piecesOf(body), encoding)
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, {
    ...head,
    // Another form has other bytes, which a strong tag would deny.
    ...(head['ETag'] !== undefined && { ETag: `W/${String(head['ETag'])}` }),
    'Content-Encoding': encoding,
    'Content-Length': compressed.length,
  })
  response.end(compressed)
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
  let left = body.length
  for (const piece of piecesOf(body)) {
    if (response.destroyed) return
    left -= piece.length
    unwritten.set(response, left)
    if (!response.write(piece, encoding)) await drained(response)
  }
  if (!response.destroyed) response.end()
}

function* piecesOf(body: string): Iterable<string> {
  let start = 0
  while (start < body.length) {
    let end = start + pieceCharacters
    // Both halves of a character have to be in one piece.
    if (isHighSurrogate(body.charCodeAt(end - 1))) end += 1
    yield body.slice(start, end)
    start = end
  }
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
