import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { integer } from '../../http/params'
import { InvalidMessageError } from '../../services/errors'
import { ReadReceiptsDisabledError } from '../../services/messages/errors'
import { listReadersOf } from '../../services/messages/read-receipts'

export const getReadReceiptsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/messages/{message_id}/read_receipts',
  tag: 'messages',
  summary: 'Who has read a message, its sender left out',
  auth: 'basic',
  params: { message_id: integer({ min: 0 }) },
  response: { user_ids: Type.Array(Type.Integer()) },
  errors: [InvalidMessageError, ReadReceiptsDisabledError],

  async handler({ ctx, requester, params }) {
    return { user_ids: await listReadersOf(ctx, requester, params.message_id) }
  },
})
