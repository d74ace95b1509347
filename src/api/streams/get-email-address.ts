import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { integer } from '../../http/params'
import { InvalidStreamIdError, NoIncomingMailError } from '../../services/errors'
import { getStreamEmail } from '../../services/streams/read'

export const getEmailAddressEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/streams/{stream_id}/email_address',
  tag: 'streams',
  summary: 'The address that mail to a stream goes to; none does, so it is refused',
  auth: 'basic',
  params: { stream_id: integer({ min: 0 }) },
  response: { email: Type.String() },
  errors: [InvalidStreamIdError, NoIncomingMailError],

  async handler({ ctx, requester, params }) {
    return { email: await getStreamEmail(ctx, requester, params.stream_id) }
  },
})
