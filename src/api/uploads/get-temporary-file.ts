import { endpoint } from '../../http/endpoint'
import { text } from '../../http/params'
import { FileNotFoundError } from '../../services/uploads/errors'
import { redeemTemporaryLink } from '../../services/uploads/temporary-links'
import { uploadAnswer } from './upload-answer'
import { uploadParams } from './upload-params'

/** Source: client notes 3.2, 9.5. */
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
