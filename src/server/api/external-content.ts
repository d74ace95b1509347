import { Readable } from 'node:stream'
import { FileAnswer } from '../http/answers/file-answer'
import { endpoint } from '../http/declare/endpoint'
import { text } from '../http/declare/params'
import { ExternalPictureNotFoundError } from '../chat/actions/external-content/external-pictures'
import { hexUrlPattern, signaturePattern } from '../../shared/external-content'

/** A day only, because the picture at an external URL can change. */
const caching = 'public, max-age=86400'

/**
 * Proxies a picture of another host. Authorized by the signature alone, because clients load pictures
 * without credentials. Source: docs/protocol/markdown.md#external-pictures.
 */
const getExternalPictureEndpoint = endpoint({
  method: 'GET',
  path: '/external_content/{signature}/{url}',
  tag: 'uploads',
  summary: 'Read a picture of another host that a message shows',
  description: 'The host does not learn who reads it.',
  auth: 'none',
  isFile: true,
  params: {
    signature: text({ pattern: signaturePattern, description: 'By the server' }),
    url: text({ pattern: hexUrlPattern, description: 'The address of the picture in hex' }),
  },
  response: {},
  errors: [ExternalPictureNotFoundError],

  async handler({ ctx, params: { signature, url: hex }, request: { subdomain } }) {
    const picture = await ctx.externalPictures.read({ subdomain, signature, hex })
    return new FileAnswer({
      contentType: picture.contentType,
      cacheControl: caching,
      open: async () => ({ body: Readable.from([picture.bytes]), bytes: picture.bytes.length }),
    })
  },
})

export const externalContentEndpoints = [getExternalPictureEndpoint]
