import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { text } from '../../http/params'
import { getStreamId } from '../../services/streams/read'

export const getStreamIdEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/get_stream_id',
  tag: 'streams',
  summary: 'The id of a stream, by its name',
  auth: 'basic',
  params: {
    stream: text({
      example: 'general',
      allowNul: true,
      description: 'Name of the stream, in any letter case',
    }),
  },
  response: { stream_id: Type.Integer() },

  async handler({ ctx, requester, params }) {
    return { stream_id: await getStreamId(ctx, requester, params.stream) }
  },
})
