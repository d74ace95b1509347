import { endpoint } from '../../http/endpoint'
import { integer } from '../../http/params'
import { InvalidStreamIdError } from '../../services/errors'
import { markStreamAsRead } from '../../services/read-state/mark-as-read'

export const markStreamAsReadEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/mark_stream_as_read',
  tag: 'messages',
  summary: 'Mark everything in a stream as read',
  auth: 'basic',
  shortPath: true,
  params: { stream_id: integer({ min: 0, description: 'Id of a stream' }) },
  response: {},
  errors: [InvalidStreamIdError],

  async handler({ ctx, requester, params }) {
    await markStreamAsRead(ctx, requester, params.stream_id)
    return {}
  },
})
