import { endpoint } from '../../http/endpoint'
import { accessUpload } from '../../services/uploads/access'
import { FileNotFoundError } from '../../services/uploads/errors'
import { uploadAnswer } from './upload-answer'
import { uploadParams } from './upload-params'

/** Source: client notes 9.5. */
export const getFileEndpoint = endpoint({
  method: 'GET',
  path: '/user_uploads/{realm_id}/{key}/{filename}',
  tag: 'uploads',
  summary: 'Read an uploaded file',
  description: 'For who uploaded it, and for those who can read a message that links to it.',
  auth: 'basic',
  isFile: true,
  // A page of messages shows many pictures.
  rateLimit: 'none',
  params: uploadParams,
  response: {},
  errors: [FileNotFoundError],

  async handler({ ctx, requester, params: { realm_id: realmId, key } }) {
    const upload = await accessUpload(ctx.db.query, requester, { realmId, key })
    return uploadAnswer(ctx.files, upload)
  },
})
