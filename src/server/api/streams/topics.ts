import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { integer, text } from '../../http/declare/params'
import { InvalidStreamIdError, AdministratorRequiredError } from '../../chat/rules/errors'
import { listTopicsFor } from '../../chat/access/streams/read-streams'
import { deleteTopic } from '../../chat/actions/messages/delete-messages'
import { shownTopic } from '../../../shared/rules/empty-topics'
import { nulRefusals } from '../../chat/rules/texts'
import { topicNameParams } from '../params/reading-params'

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
  params: { stream_id: integer({ min: 0 }), ...topicNameParams },
  response: { topics: Type.Array(topicSchema) },
  errors: [InvalidStreamIdError],

  async handler({ ctx, requester, params }) {
    const topics = await listTopicsFor(ctx, requester, params.stream_id)
    if (params.allow_empty_topic_name) return { topics }
    return { topics: topics.map((topic) => ({ ...topic, name: shownTopic(topic.name) })) }
  },
})

export const deleteTopicEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/streams/{stream_id}/delete_topic',
  tag: 'streams',
  summary: 'Delete all messages of a topic for good; administrators only',
  auth: 'basic',
  scope: 'write',
  params: {
    stream_id: integer({ min: 0 }),
    topic_name: text({ example: 'lunch', nulRefusal: nulRefusals.topic }),
  },
  response: {
    complete: Type.Boolean({ description: 'False: some are left; the client may call again' }),
  },
  errors: [AdministratorRequiredError, InvalidStreamIdError],

  async handler({ ctx, requester, params }) {
    return { complete: await deleteTopic(ctx, requester, params.stream_id, params.topic_name) }
  },
})
