import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { integer } from '../../http/params'
import { InvalidStreamIdError } from '../../services/errors'
import { listTopicsFor } from '../../services/streams/read'

const topicSchema = Type.Object({
  name: Type.String(),
  max_id: Type.Integer({ description: 'ID of its newest message' }),
})

export const listTopicsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/users/me/{stream_id}/topics',
  tag: 'streams',
  summary: 'Topics of a stream, the most recent first',
  auth: 'basic',
  params: { stream_id: integer({ min: 0 }) },
  response: { topics: Type.Array(topicSchema) },
  errors: [InvalidStreamIdError],

  async handler({ ctx, requester, params }) {
    return { topics: await listTopicsFor(ctx, requester, params.stream_id) }
  },
})
