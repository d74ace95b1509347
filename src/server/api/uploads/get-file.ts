import { endpoint } from '../../http/declare/endpoint'
import {
  accessUpload,
  FileNotFoundError,
  createTemporaryLink,
  redeemTemporaryLink,
} from '../../chat/access/uploads/access-upload'
import { uploadAnswer, uploadParams, uploadCaching } from './upload-file'
import { Type } from '@sinclair/typebox'
import { text } from '../../http/declare/params'
import { FileAnswer } from '../../http/answers/file-answer'
import { readThumbnail } from '../../chat/actions/uploads/thumbnails'

/** Answers an uploaded file. Source: docs/protocol/uploads.md#get-file. */
export const getFileEndpoint = endpoint({
  method: 'GET',
  path: '/user_uploads/{realm_id}/{key}/{filename}',
  tag: 'uploads',
  summary: 'Read an uploaded file',
  description: 'Its uploader, and users who can read a message that links to it.',
  auth: 'basic',
  isFile: true,
  // A page of messages loads many pictures.
  rateLimit: 'none',
  params: uploadParams,
  response: {},
  errors: [FileNotFoundError],

  async handler({ ctx, requester, params: { realm_id: realmId, key } }) {
    const upload = await accessUpload(ctx.db.query, requester, { realmId, key })
    return uploadAnswer(ctx.files, upload)
  },
})

/**
 * Creates a temporary URL of an upload.
 * Source: docs/protocol/uploads.md#temporary-url.
 */
export const getTemporaryUrlEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/user_uploads/{realm_id}/{key}/{filename}',
  tag: 'uploads',
  summary: 'Get an address of an uploaded file that works for a minute without credentials',
  auth: 'basic',
  params: uploadParams,
  response: {
    url: Type.String({ description: 'Relative to the server' }),
  },
  errors: [FileNotFoundError],

  async handler({ ctx, requester, params: { realm_id: realmId, key } }) {
    return { url: await createTemporaryLink(ctx, requester, { realmId, key }) }
  },
})

/** Answers the file of a temporary URL. Source: docs/protocol/uploads.md#temporary-url. */
export const getTemporaryFileEndpoint = endpoint({
  method: 'GET',
  path: '/user_uploads/temporary/{token}/{filename}',
  tag: 'uploads',
  summary: 'Read an uploaded file by an address that works for a minute',
  auth: 'none',
  isFile: true,
  params: {
    token: text({ maxLength: 200, description: 'Signed by the server' }),
    filename: uploadParams.filename,
  },
  response: {},
  errors: [FileNotFoundError],

  async handler({ ctx, params }) {
    return uploadAnswer(ctx.files, await redeemTemporaryLink(ctx, params.token))
  },
})

/** Answers a thumbnail of a picture. Source: docs/protocol/uploads.md#thumbnails. */
export const getThumbnailEndpoint = endpoint({
  method: 'GET',
  path: '/user_uploads/thumbnail/{realm_id}/{key}/{filename}/{format}',
  tag: 'uploads',
  summary: 'Read a small form of an uploaded picture',
  description: 'Users who can read the picture.',
  auth: 'basic',
  isFile: true,
  rateLimit: 'none',
  params: {
    ...uploadParams,
    format: text({
      maxLength: 100,
      description: 'One of `server_thumbnail_formats`',
      example: '840x560.webp',
    }),
  },
  response: {},
  errors: [FileNotFoundError],

  async handler({ ctx, requester, params: { realm_id: realmId, key, format } }) {
    const upload = await accessUpload(ctx.db.query, requester, { realmId, key })
    return new FileAnswer({
      contentType: 'image/webp',
      cacheControl: uploadCaching,
      open: () => readThumbnail(ctx, upload, format),
    })
  },
})
