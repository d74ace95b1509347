import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { FileNotFoundError } from '../../services/uploads/errors'
import { createTemporaryLink } from '../../services/uploads/temporary-links'
import { uploadParams } from './upload-params'

/** Source: client notes 3.2, 9.5. */
export const getTemporaryUrlEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/user_uploads/{realm_id}/{key}/{filename}',
  tag: 'uploads',
  summary: 'Get an address of an uploaded file that works for a minute without credentials',
  auth: 'basic',
  params: uploadParams,
  response: {
    url: Type.String({ description: 'Relative to that of the server' }),
  },
  errors: [FileNotFoundError],

  async handler({ ctx, requester, params: { realm_id: realmId, key } }) {
    return { url: await createTemporaryLink(ctx, requester, { realmId, key }) }
  },
})
