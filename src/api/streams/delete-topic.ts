import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { integer, text } from '../../http/params'
import { AdministratorRequiredError, InvalidStreamIdError } from '../../services/errors'
import { deleteTopic } from '../../services/messages/deletion'

export const deleteTopicEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/streams/{stream_id}/delete_topic',
  tag: 'streams',
  summary: 'Delete all messages of a topic for good; administrators only',
  auth: 'basic',
  params: { stream_id: integer({ min: 0 }), topic_name: text({ example: 'lunch' }) },
  response: {
    complete: Type.Boolean({ description: 'False: some are left; the client may call again' }),
  },
  errors: [AdministratorRequiredError, InvalidStreamIdError],

  async handler({ ctx, requester, params }) {
    return { complete: await deleteTopic(ctx, requester, params.stream_id, params.topic_name) }
  },
})
