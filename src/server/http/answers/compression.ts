import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { BrotliOptions, ZlibOptions } from 'node:zlib'
import { acceptEncodingOf, acceptedEncodings } from './encodings'
import type { Encoding } from './encodings'

/** Smallest answer that is compressed; below, compression costs more than it saves. */
const minBytes = 2_048

/**
 * Max answers being compressed at once; the same threads also read files and hash passwords. Further answers
 * leave uncompressed instead of waiting.
 */
const mostAtOnce = 8
let inHand = 0

/**
 * Levels beyond which each byte saved costs too much: a page of 100 messages (73 kB) becomes 9.3 kB in 0.4 ms
 * of a thread with brotli, 10.1 kB in 0.5 ms with gzip; see docs/performance.md. The window fits most answers
 * and is no larger, to save memory.
 */
const gzipOptions: ZlibOptions = { level: 3, chunkSize: 65_536 }
const brotliOptions: BrotliOptions = {
  chunkSize: 65_536,
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: 3,
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
}

/** Whether an answer of this size may be compressed. */
export function isCompressible(bytes: number): boolean {
  return bytes >= minBytes
}

/**
 * The encoding for a large answer; undefined to send it uncompressed: the client accepts none, the request
 * comes from another site, or the threads are busy.
 *
 * An answer requested by another site may mix words of that site with secrets of the reader, and the
 * compressed size reveals whether they are alike (BREACH). The browser names the requesting site, and sibling
 * organizations count as other sites. Browsers without that header do not send the session cookie for another
 * site: it is SameSite=Strict.
 */
export function encodingFor(request: IncomingMessage): Encoding | undefined {
  const [preferred] = acceptedEncodings(acceptEncodingOf(request))
  if (!preferred || request.method === 'HEAD' || inHand >= mostAtOnce) return undefined
  const site = request.headers['sec-fetch-site']
  return site === 'cross-site' || site === 'same-site' ? undefined : preferred
}

/**
 * Compresses a text in threads, piece by piece, so that a large text is never in memory as bytes as a whole.
 *
 * @param pieces of the text; no text among them ends inside of a character
 */
export async function compress(
  pieces: Iterable<string | Buffer>,
  encoding: Encoding,
): Promise<Buffer> {
  inHand += 1
  try {
    const packer = encoding === 'br' ? createBrotliCompress(brotliOptions) : createGzip(gzipOptions)
    const packed = buffer(packer)
    for (const piece of pieces) if (!packer.write(piece)) await once(packer, 'drain')
    packer.end()
    return await packed
  } finally {
    inHand -= 1
  }
}
