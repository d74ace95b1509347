import { endpoint } from '../../http/endpoint'
import { integer } from '../../http/params'
import { AdministratorRequiredError, InvalidStreamIdError } from '../../services/errors'
import { deactivateStream } from '../../services/streams/update'

export const deleteStreamEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/streams/{stream_id}',
  tag: 'streams',
  summary: 'Deactivate a stream; administrators only',
  auth: 'basic',
  params: { stream_id: integer({ min: 0 }) },
  response: {},
  errors: [AdministratorRequiredError, InvalidStreamIdError],

  async handler({ ctx, requester, params }) {
    await deactivateStream(ctx, requester, params.stream_id)
    return {}
  },
})
