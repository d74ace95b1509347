import type { Request, Response } from 'express'
import { acceptEncodingOf, acceptedEncodings } from '../answers/encodings'
import type { WebFile } from './web-build'

/** Headers of every file of the app. */
const fileHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // The encoding varies with it, even for a file with only one form.
  Vary: 'Accept-Encoding',
}

/** A year, the longest time a cache may keep anything. */
const forEver = 'public, max-age=31536000, immutable'

/**
 * Sends a file in the smallest form that the client accepts, or a 304. A file whose name changes with its
 * content is cached forever; any other is revalidated each time.
 */
export function sendWebFile(
  request: Request,
  response: Response,
  { contentType, bytes, packed, digest, isImmutable }: WebFile,
  headers: Readonly<Record<string, string>> = {},
): void {
  const encoding = acceptedEncodings(acceptEncodingOf(request)).find((name) => packed[name])
  const body = (encoding && packed[encoding]) ?? bytes
  response.set({
    ...fileHeaders,
    'Content-Type': contentType,
    'Cache-Control': isImmutable ? forEver : 'no-cache',
    // A strong tag identifies the exact bytes.
    ETag: `"${digest}${encoding ? `-${encoding}` : ''}"`,
    ...headers,
  })
  if (request.fresh) {
    response.status(304).end()
    return
  }
  if (encoding) response.set('Content-Encoding', encoding)
  response.set('Content-Length', `${body.length}`).end(body)
}
