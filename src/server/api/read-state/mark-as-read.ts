import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import {
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
} from '../../chat/actions/read-state/mark-as-read'
import { integer, text } from '../../http/declare/params'
import { InvalidStreamIdError } from '../../chat/rules/errors'
import { meantTopic } from '../../../shared/rules/empty-topics'

export const markAllAsReadEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/mark_all_as_read',
  tag: 'messages',
  summary: 'Mark everything that the requester has received as read',
  auth: 'basic',
  params: {},
  response: { complete: Type.Literal(true, { description: 'Nothing is left to do' }) },

  async handler({ ctx, requester }) {
    await markAllAsRead(ctx, requester)
    return { complete: true as const }
  },
})

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
    await markTopicAsRead(ctx, requester, params.stream_id, meantTopic(params.topic_name.trim()))
    return {}
  },
})
