import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'

import type { ByteRange, StoredBytes } from '../../stores/files/file-store'
import { ApiError } from '../../lib/api-error'
import { commonHeaders, successAnswer } from './envelope'
import type { JsonAnswer } from './envelope'
import { NotFoundError } from '../errors'
import type { Exchange } from '../pipeline/exchange'
import { afterPatience } from '../../lib/patience'

export interface FileDescription {
  contentType: string
  cacheControl: string
  /** File name for the browser to save as; absent: the last part of the URL. */
  name?: string
  /** Size of the whole file; absent: ranges are not supported. */
  bytes?: number
  /** Opens the file or a range of it; undefined when it does not exist. */
  open(range?: ByteRange): Promise<StoredBytes | undefined>
}

export class FileAnswer {
  constructor(readonly file: FileDescription) {}
}

/** An answer that redirects the client. */
export class RedirectAnswer {
  constructor(readonly location: string) {}
}

export function redirect({ location }: RedirectAnswer): JsonAnswer {
  const headers = { Location: location, 'Cache-Control': 'no-cache' }
  return { ...successAnswer({}), status: 302, headers }
}

/** Max time for a client to take a part of a file. */
const patienceMs = 60_000
/** Further time for a client to take anything after that. */
const lastChanceMs = 1_000

/** Types of files that browsers display without running code in them. Everything else is downloaded. */
const shownTypes = /^(image\/(?!svg)|audio\/|video\/|application\/pdf$|text\/plain$)/

/**
 * Sends a file to look at or to save, and never as a page of ours: its type was declared by the uploader.
 *
 * @throws NotFoundError, UnsatisfiableRangeError; after the answer has begun, the connection is cut instead
 */
export async function sendFile(
  { request, response, headers }: Exchange,
  { file }: FileAnswer,
): Promise<void> {
  const range = rangeOf(request.headers.range, file.bytes)
  const stored = await file.open(range)
  if (!stored) throw new NotFoundError()
  if (response.destroyed) {
    stored.body.destroy()
    return
  }
  response.writeHead(range ? 206 : 200, {
    ...headersOf(file),
    'Content-Length': stored.bytes,
    ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${file.bytes}` }),
    ...headers,
  })
  await deliver(stored, response)
}

async function deliver({ body }: StoredBytes, response: ServerResponse): Promise<void> {
  response.setTimeout(patienceMs, () => cutIfStuck(response))
  try {
    await pipeline(body, response)
  } catch (error) {
    // A client that hung up or was cut off needs no answer.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

/** Cuts off a client that takes nothing, and not one that this process gave nothing for want of a processor. */
function cutIfStuck(response: ServerResponse): void {
  const taken = bytesTaken(response)
  afterPatience(lastChanceMs, () => {
    if (bytesTaken(response) === taken) response.destroy()
  })
}

function bytesTaken({ socket }: ServerResponse): number | undefined {
  return socket ? socket.bytesWritten - socket.writableLength : undefined
}

function headersOf({ contentType, cacheControl, name, bytes }: FileDescription) {
  const isShown = shownTypes.test(contentType)
  return {
    ...commonHeaders,
    'Content-Type': contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType,
    'Cache-Control': cacheControl,
    // The next user to log in with the same browser may be another one.
    ...(cacheControl.startsWith('private') && { Vary: 'Cookie' }),
    'Content-Disposition': disposition(isShown ? 'inline' : 'attachment', name),
    'Content-Security-Policy': policyFor(contentType),
    ...(bytes !== undefined && { 'Accept-Ranges': 'bytes' }),
  }
}

/** Browsers' own viewers of PDF do not start in a sandbox. */
function policyFor(contentType: string): string {
  const policy = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'"
  return contentType === 'application/pdf' ? `${policy}; object-src 'self'` : `sandbox; ${policy}`
}

/** Sends the name twice: as plain ASCII, and in UTF-8 for letters that HTTP headers cannot carry. */
function disposition(kind: 'inline' | 'attachment', name: string | undefined): string {
  if (name === undefined) return kind
  const plain = name.replace(/[^\w.-]/g, '_')
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}

class UnsatisfiableRangeError extends ApiError {
  constructor(bytes: number) {
    super('The file has no such part.', {
      status: 416,
      code: 'BAD_REQUEST',
      headers: { 'Content-Range': `bytes */${bytes}` },
    })
  }
}

/** The requested range; for several ranges the whole file is sent, as HTTP allows. */
function rangeOf(header: string | undefined, bytes: number | undefined): ByteRange | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || bytes === undefined) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (start > end) throw new UnsatisfiableRangeError(bytes)
  return { start, end }
}
