import { endpoint } from '../../http/endpoint'
import { FileAnswer } from '../../http/file-answer'
import { text } from '../../http/params'
import { accessUpload } from '../../services/uploads/access'
import { FileNotFoundError } from '../../services/uploads/errors'
import { readThumbnail } from '../../services/uploads/thumbnails'
import { uploadCaching, uploadParams } from './upload-params'

/** Source: client notes 8.9, 9.5. */
export const getThumbnailEndpoint = endpoint({
  method: 'GET',
  path: '/user_uploads/thumbnail/{realm_id}/{key}/{filename}/{format}',
  tag: 'uploads',
  summary: 'Read a small form of an uploaded picture',
  description: 'For those who can read the picture.',
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
