import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { converted, text } from '../../http/params'
import { InvalidStreamIdError, StreamDoesNotExistError } from '../../services/errors'
import { setTopicMuted } from '../../services/mutes/topics'
import { streamReferenceParams, theOneStream } from '../streams/stream-reference'

const op = converted(Type.Union([Type.Literal('add'), Type.Literal('remove')]), (raw) =>
  raw === 'add' || raw === 'remove' ? raw : undefined,
)

/** Older clients know muted topics only. */
export const muteTopicEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/users/me/subscriptions/muted_topics',
  tag: 'mutes',
  summary: 'Mute a topic, or end that',
  auth: 'basic',
  params: {
    ...streamReferenceParams,
    topic: text({ allowNul: true, example: 'lunch' }),
    op,
  },
  response: {},
  errors: [
    InvalidStreamIdError,
    StreamDoesNotExistError,
    { code: 'BAD_REQUEST', description: 'It is muted already.', example: 'Topic already muted' },
    { code: 'BAD_REQUEST', description: 'It is not muted.', example: 'Topic is not muted' },
  ],

  async handler({ ctx, requester, params }) {
    const stream = theOneStream(params)
    await setTopicMuted(ctx, requester, { stream, topic: params.topic }, params.op === 'add')
    return {}
  },
})
