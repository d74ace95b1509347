import { pipeline, Transform } from 'node:stream'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BadRequestError } from '../../../chat/rules/errors'

/** Max unpacked bytes: this many for any archive, and this multiple of the size of a larger one. */
export const unpackLimits = { bytes: 1024 ** 3, times: 100, entries: 5_000_000 }

/** Passes bytes on, and fails after too many: the archive is a bomb. */
export function limitBytes(most: number): Transform {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > most)
        done(new BadRequestError('The archive unpacks to far more than it is: refused.'))
      else done(null, chunk)
    },
  })
}

/** Bytes to which a file of a size may unpack. */
export function mostUnpackedBytes(packedBytes: number, limits = unpackLimits): number {
  return Math.max(limits.bytes, packedBytes * limits.times)
}

/** Unpacks a stream that gzip packed; it fails if it is damaged or a bomb. */
export function gunzip(stream: Readable, packedBytes: number): Readable {
  // The error reaches the reader of the last stream.
  return pipeline(
    stream,
    createGunzip(),
    limitBytes(mostUnpackedBytes(packedBytes)),
    () => undefined,
  )
}
