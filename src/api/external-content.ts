import { Readable } from 'node:stream'
import { FileAnswer } from '../http/answers/file-answer'
import { endpoint } from '../http/declare/endpoint'
import { text } from '../http/declare/params'
import { ExternalPictureNotFoundError } from '../services/external-content/external-pictures'
import { hexUrlPattern, signaturePattern } from '../wire/external-content'

/** A day: what another host shows under an address may become something else. */
const caching = 'public, max-age=86400'

/**
 * Answers a picture of another host. The signature is the permission: clients load pictures without
 * credentials. Source: docs/protocol/markdown.md#external-pictures.
 */
const getExternalPictureEndpoint = endpoint({
  method: 'GET',
  path: '/external_content/{signature}/{url}',
  tag: 'uploads',
  summary: 'Read a picture of another host that a message shows',
  description: 'Without telling that host who reads it.',
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
