import { endpoint } from '../../http/endpoint'
import { integer } from '../../http/params'
import { InvalidStreamIdError } from '../../services/errors'
import { getStreamRecord } from '../../services/streams/read'
import { streamSchema } from '../../wire/streams'

export const getStreamEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/streams/{stream_id}',
  tag: 'streams',
  summary: 'A stream, by its id',
  auth: 'basic',
  params: { stream_id: integer({ min: 0 }) },
  response: { stream: streamSchema },
  errors: [InvalidStreamIdError],

  async handler({ ctx, requester, params }) {
    return { stream: await getStreamRecord(ctx, requester, params.stream_id) }
  },
})
