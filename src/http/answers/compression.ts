import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { BrotliOptions, ZlibOptions } from 'node:zlib'
import { acceptEncodingOf, acceptedEncodings } from './encodings'
import type { Encoding } from './encodings'

/** Answers from this size on gain more than they cost. */
const minBytes = 2_048

/**
 * Answers that are being compressed at once at most; the threads that do it also read files and hash
 * passwords. What comes beyond leaves as it is, rather than wait.
 */
const mostAtOnce = 8
let inHand = 0

/**
 * The levels at which another byte saved begins to cost more than it is worth: a page of 100 messages
 * (73 kB) becomes 9.3 kB in 0.4 ms of a thread, 10.1 kB in 0.5 ms with gzip; see
 * docs/performance.md. The window is as large as most answers and no larger, for the memory.
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

/** Whether an answer of this size may come in other forms than its own. */
export function isCompressible(bytes: number): boolean {
  return bytes >= minBytes
}

/**
 * The encoding for an answer that is large enough; undefined where it leaves as it is: the client
 * does not take any, another site asks, or the threads are busy.
 *
 * What another site has a browser ask may have words of that site in it beside secrets of the reader,
 * and the size of the two compressed together tells whether they are alike (BREACH). A browser says
 * who asks, and sibling organisations count as others. Of those that do not say, no site can use the
 * credentials: cookies are for this site alone.
 */
export function encodingFor(request: IncomingMessage): Encoding | undefined {
  const [preferred] = acceptedEncodings(acceptEncodingOf(request))
  if (!preferred || request.method === 'HEAD' || inHand >= mostAtOnce) return undefined
  const site = request.headers['sec-fetch-site']
  return site === 'cross-site' || site === 'same-site' ? undefined : preferred
}

/**
 * Compresses a text in threads, a piece at a time: a large one is never there as bytes as a whole.
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
