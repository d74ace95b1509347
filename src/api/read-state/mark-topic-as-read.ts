import { endpoint } from '../../http/endpoint'
import { integer, text } from '../../http/params'
import { InvalidStreamIdError } from '../../services/errors'
import { markTopicAsRead } from '../../services/read-state/mark-as-read'

export const markTopicAsReadEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/mark_topic_as_read',
  tag: 'messages',
  summary: 'Mark everything in a topic as read',
  auth: 'basic',
  shortPath: true,
  params: {
    stream_id: integer({ min: 0, description: 'Id of a stream' }),
    topic_name: text({ maxLength: 200, example: 'greetings', description: 'Topic of the stream' }),
  },
  response: {},
  errors: [InvalidStreamIdError],

  async handler({ ctx, requester, params }) {
    await markTopicAsRead(ctx, requester, params.stream_id, params.topic_name.trim())
    return {}
  },
})
