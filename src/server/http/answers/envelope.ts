import type { ServerResponse } from 'node:http'

import type { ApiError } from '../../lib/api-error'
import { PreparedBytes, PreparedJson } from '../../wire/prepared-json'
import { compress, encodingFor, isCompressible } from './compression'
import type { Encoding } from './encodings'
import { headLines, sendWhole } from './whole-answer'
import { afterPatience } from '../../lib/patience'

/**
 * Headers of every answer. Answers are private and change from call to call; a browser that was led to one
 * may only show it.
 */
export const commonHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

const common = headLines(commonHeaders)

/** Headers by name; a header with several values is sent once per value. */
export type HeaderValues = Readonly<Record<string, string | string[]>>

/** A status, a JSON text and headers. */
export interface JsonAnswer {
  status: number
  /** A text, or bytes that are sent unchanged. */
  body: string | readonly Buffer[]
  headers?: HeaderValues
}

export interface TextAnswer extends JsonAnswer {
  body: string
}

/**
 * `{"result":"success","msg":"", …}`.
 * Sources: docs/protocol/contract.md#envelope, docs/protocol/level-371.md#ignored-parameters.
 *
 * @param data whose `msg`, if present, replaces that of the envelope
 * @param ignored names of arguments that the endpoint does not know
 */
export function successAnswer(data: object, ignored?: readonly string[]): JsonAnswer {
  if (data instanceof PreparedBytes) {
    return { status: 200, body: [successBegins, ...data.pieces, endOf(ignored)] }
  }
  const { msg, ...rest } = 'msg' in data ? data : { msg: '' }
  const members = data instanceof PreparedJson ? data.members : membersOf(msg ? rest : data)
  const separator = members === '' ? '' : ','
  const note = noteOf(ignored)
  return {
    status: 200,
    body: `{"result":"success","msg":${JSON.stringify(msg)}${separator}${members}${note}}`,
  }
}

const successBegins = Buffer.from('{"result":"success","msg":"",')

function endOf(ignored: readonly string[] | undefined): Buffer {
  return Buffer.from(`${noteOf(ignored)}}\n`)
}

function noteOf(ignored: readonly string[] | undefined): string {
  return ignored ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}` : ''
}

/** The whole text of an answer. */
export function textOf({ body }: JsonAnswer): string {
  return typeof body === 'string' ? body : Buffer.concat(body).toString()
}

/**
 * `{"result":"error","msg":…,"code":…, …}`. Source: docs/protocol/contract.md#error-envelope.
 * @param wayIn challenge of a 401: how to authenticate
 */
export function errorAnswer(error: ApiError, wayIn = 'Basic realm="zulip"'): TextAnswer {
  const body = {
    result: 'error',
    // Clients show `msg`, and some test for its presence.
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
 * Sends an answer, unless one was sent or the client is gone. A large answer is compressed if the client
 * accepts that.
 *
 * @param headers sent beside the answer's own headers
 */
export function sendJson(
  response: ServerResponse,
  answer: JsonAnswer,
  headers?: HeaderValues,
): void {
  if (response.headersSent || response.destroyed) return
  const body = typeof answer.body === 'string' ? `${answer.body}\n` : answer.body
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : lengthOf(body)
  if (answer.status === 200 && !answer.headers && typeof body === 'string') {
    const isSmall = !isCompressible(bytes)
    if (isSmall && sendWhole(response, { common, own: headers, body, bytes })) return
  }
  const head = { ...commonHeaders, ...headers, ...answer.headers }
  if (isCompressible(bytes)) {
    Object.assign(head, { Vary: 'Accept-Encoding' })
    const encoding = encodingFor(response.req)
    if (encoding) {
      sendCompressed(response, { status: answer.status, body, head }, encoding).catch(() =>
        // If compression fails there is no answer: the client sees its connection end.
        response.destroy(),
      )
      return
    }
  }
  response.writeHead(answer.status, { ...head, 'Content-Length': bytes })
  if (typeof body !== 'string') {
    // The bytes are shared with other answers, so a slow client holds no copy of its own.
    for (const piece of body) response.write(piece)
    response.end()
    return
  }
  const encoding = bytes === body.length ? 'latin1' : 'utf8'
  if (body.length > pieceCharacters) {
    void sendPieces(response, body, encoding)
    return
  }
  // A text leaves in one piece with its headers; without characters beyond ASCII it needs no encoding.
  response.write(body, encoding)
  // Uncork before `end`, which adds an empty piece: several pieces cost more to write than one.
  response.socket?.uncork()
  response.end()
}

/** A whole answer: status, headers, and the text with its end of line. */
interface WholeAnswer {
  status: number
  head: HeaderValues
  body: string | readonly Buffer[]
}

async function sendCompressed(
  response: ServerResponse,
  { status, head, body }: WholeAnswer,
  encoding: Encoding,
): Promise<void> {
  // Joined, because each small piece would be handed to a thread by itself.
  const pieces = typeof body === 'string' ? piecesOf(body) : [Buffer.concat(body)]
  const compressed = await compress(pieces, encoding)
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, {
    ...head,
    // Compressed bytes differ, so a strong ETag becomes a weak one.
    ...(head['ETag'] !== undefined && { ETag: `W/${String(head['ETag'])}` }),
    'Content-Encoding': encoding,
    'Content-Length': compressed.length,
  })
  response.end(compressed)
}

/** Characters per piece; a longer answer is encoded piece by piece, as the client takes it. */
const pieceCharacters = 262_144

/** Characters still to be written of answers in pieces. */
const unwritten = new WeakMap<ServerResponse, number>()

/** Characters of an answer that are held back until the client has taken the pieces written before. */
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
    // Never cut inside a surrogate pair.
    if (isHighSurrogate(body.charCodeAt(end - 1))) end += 1
    yield body.slice(start, end)
    start = end
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00
}

/**
 * Resolves when the client has taken the bytes written so far, or the connection is gone.
 *
 * @param patienceMs destroys the connection after this time; absent: the caller has its own limit
 */
export function drained(response: ServerResponse, patienceMs?: number): Promise<void> {
  if (response.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = patienceMs ? afterPatience(patienceMs, () => response.destroy()) : undefined
    const end = (): void => {
      stop?.()
      response.off('drain', end)
      response.off('close', end)
      resolve()
    }
    response.once('drain', end)
    response.once('close', end)
  })
}

function lengthOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((bytes, { length }) => bytes + length, 0)
}

function membersOf(data: object): string {
  return JSON.stringify(data).slice(1, -1)
}
