import { withoutTrailing } from '../../../shared/rules/characters'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { FileStoreAwayError } from '../../lib/store-away'
import { checkKey, isKey } from './file-store'
import type { FileSource, FileStore } from './file-store'
import { afterPatience } from '../../lib/patience'

type Body = NonNullable<RequestInit['body']>

export interface S3Options {
  bucket: string
  region: string
  /** Address of a store other than Amazon's; the bucket is then the first part of the path. */
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
}

/** Time without progress, of a file that is sent or of an answer to begin. */
const patienceMs = 60_000
/** Pieces in which bytes are sent, each of which is progress. */
const pieceBytes = 64 * 1024

/**
 * Files in a bucket of Amazon S3, or of a store that speaks its protocol. Requests are signed without their
 * bodies, whose digest would have to be known before the first byte is sent.
 */
export function createS3Store(options: S3Options): FileStore {
  const { accessKeyId, secretAccessKey, region } = options
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const base = options.endpoint
    ? `${withoutTrailing(options.endpoint, '/')}/${options.bucket}`
    : `https://${options.bucket}.s3.${region}.amazonaws.com`

  async function call(
    method: 'GET' | 'PUT' | 'DELETE',
    key: string,
    headers: Record<string, string> = {},
    source?: FileSource,
  ): Promise<Response> {
    return send(method, `${base}/${checkKey(key)}`, `${method} ${key}`, headers, source)
  }

  async function send(
    method: string,
    url: string,
    what: string,
    headers: Record<string, string> = {},
    source?: FileSource,
  ): Promise<Response> {
    const request = await signer.sign(url, { method, headers })
    const controller = new AbortController()
    const wait = () => afterPatience(patienceMs, () => controller.abort())
    let stop: (() => void) | undefined = wait()
    const waitAnew = () => {
      stop?.()
      stop &&= wait()
    }
    try {
      return await fetch(request, {
        signal: controller.signal,
        ...(source && { body: bodyOf(source, waitAnew), duplex: 'half' }),
      })
    } catch (error) {
      throw new FileStoreAwayError(`${what}: no answer`, { cause: error })
    } finally {
      stop()
      stop = undefined
    }
  }

  return {
    async put(key, source, contentType) {
      const headers = {
        'Content-Type': contentType,
        'Content-Length': String(Buffer.isBuffer(source) ? source.length : source.bytes),
      }
      const response = await call('PUT', key, headers, source)
      await expectDone(response, `PUT ${key}`)
    },

    async read(key, range) {
      const headers = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
      const response = await call('GET', key, headers)
      if (response.status === 404) {
        await response.body?.cancel()
        return undefined
      }
      if (!response.ok || !response.body) throw await failure(response, `GET ${key}`)
      return {
        body: Readable.fromWeb(nodeStream(response.body)),
        bytes: Number(response.headers.get('content-length')),
      }
    },

    async delete(keys) {
      for (const key of keys) {
        const response = await call('DELETE', key)
        if (response.status !== 404) await expectDone(response, `DELETE ${key}`)
      }
    },

    async *list() {
      let continuation: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2' })
        if (continuation !== undefined) query.set('continuation-token', continuation)
        const response = await send('GET', `${base}/?${query.toString()}`, 'LIST')
        if (!response.ok) throw await failure(response, 'LIST')
        const page = await response.text()
        yield* valuesOf(page, 'Key').filter(isKey)
        continuation = valuesOf(page, 'NextContinuationToken')[0]
      } while (continuation !== undefined)
    },
  }
}

/** The texts of all elements of this name; keys of files have no character that XML escapes. */
function valuesOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(
    ([, text]) => text ?? '',
  )
}

/** The same stream under the type of Node's own. */
function nodeStream(body: unknown): ReadableStream {
  return body as ReadableStream
}

/** @param onPiece called whenever the store has taken a piece and the next one is sent */
function bodyOf(source: FileSource, onPiece: () => void): Body {
  const body = Readable.toWeb(Readable.from(piecesOf(source, onPiece), { objectMode: false }))
  // Node's streams and the browsers' are the same, with separate types.
  return body as Body
}

async function* piecesOf(source: FileSource, onPiece: () => void): AsyncGenerator<Buffer> {
  const pieces = Buffer.isBuffer(source)
    ? slicesOf(source, pieceBytes)
    : createReadStream(source.path, { highWaterMark: pieceBytes })
  for await (const piece of pieces) {
    onPiece()
    yield piece as Buffer
  }
}

function* slicesOf(bytes: Buffer, length: number): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += length) {
    yield bytes.subarray(start, start + length)
  }
}

async function expectDone(response: Response, what: string): Promise<void> {
  if (!response.ok) throw await failure(response, what)
  await response.body?.cancel()
}

async function failure(response: Response, what: string): Promise<FileStoreAwayError> {
  const text = (await response.text()).slice(0, 500)
  return new FileStoreAwayError(`${what}: ${response.status} ${text}`)
}
