import { endpoint } from '../../http/endpoint'
import { integer } from '../../http/params'
import { InvalidMessageError } from '../../services/errors'
import { deleteMessage } from '../../services/messages/deletion'
import { DeleteNotAllowedError, DeleteTimeLimitError } from '../../services/messages/errors'

export const deleteMessageEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/messages/{message_id}',
  tag: 'messages',
  summary: 'Delete a message for good; its sender while it is new, administrators always',
  auth: 'basic',
  params: { message_id: integer({ min: 0 }) },
  response: {},
  errors: [InvalidMessageError, DeleteNotAllowedError, DeleteTimeLimitError],

  async handler({ ctx, requester, params }) {
    await deleteMessage(ctx, requester, params.message_id)
    return {}
  },
})
