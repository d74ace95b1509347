import { endpoint } from '../../http/endpoint'
import { integer, jsonInteger, text } from '../../http/params'
import type { TopicVisibility } from '../../db/schema'
import { InvalidStreamIdError } from '../../services/errors'
import { setTopicVisibility } from '../../services/mutes/topics'

export const setTopicVisibilityEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/user_topics',
  tag: 'mutes',
  summary: 'Mute, unmute or follow a topic',
  auth: 'basic',
  params: {
    stream_id: integer({ min: 0 }),
    topic: text({ allowNul: true, example: 'lunch' }),
    visibility_policy: jsonInteger({
      min: 0,
      max: 3,
      example: 1,
      description: '0 as the stream is, 1 muted, 2 unmuted in a muted stream, 3 followed',
    }),
  },
  response: {},
  errors: [InvalidStreamIdError],

  async handler({ ctx, requester, params }) {
    const { stream_id: stream, topic, visibility_policy: visibility } = params
    await setTopicVisibility(ctx, requester, { stream, topic }, visibility as TopicVisibility | 0)
    return {}
  },
})
