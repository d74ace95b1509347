import { Readable } from 'node:stream'
import { FileAnswer } from '../http/answers/file-answer'
import { endpoint } from '../http/declare/endpoint'
import { text } from '../http/declare/params'
import { ExternalPictureNotFoundError } from '../chat/actions/external-content/external-pictures'
import { hexUrlPattern, signaturePattern } from '../text/external-content'

/** A day only, because the content of an external URL can change. */
const caching = 'public, max-age=86400'

/**
 * Proxies a picture or sound of another host. Authorized by the signature alone, because clients load media
 * without credentials. Source: docs/protocol/markdown.md#external-pictures.
 */
const getExternalPictureEndpoint = endpoint({
  method: 'GET',
  path: '/external_content/{signature}/{url}',
  tag: 'uploads',
  summary: 'Read a picture or sound of another host that a message shows',
  description: 'The host does not learn who reads it.',
  auth: 'none',
  isFile: true,
  params: {
    signature: text({ pattern: signaturePattern, description: 'By the server' }),
    url: text({ pattern: hexUrlPattern, description: 'The address at the other host in hex' }),
  },
  response: {},
  errors: [ExternalPictureNotFoundError],

  async handler({ ctx, params: { signature, url: hex }, request: { subdomain } }) {
    const { bytes, contentType } = await ctx.externalPictures.read({ subdomain, signature, hex })
    return new FileAnswer({
      ...{ contentType, bytes: bytes.length },
      cacheControl: caching,
      async open(range) {
        const part = range ? bytes.subarray(range.start, range.end + 1) : bytes
        return { body: Readable.from([part]), bytes: part.length }
      },
    })
  },
})

export const externalContentEndpoints = [getExternalPictureEndpoint]
