import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { integer } from '../../http/params'
import { InvalidMessageError } from '../../services/errors'
import { readMessage } from '../../services/messages/history'
import { PreparedJson } from '../../wire/prepared-json'
import { storedMessageSchema } from '../../wire/stored-messages'
import { wishesOf, wishParams } from './read-params'

export const getMessageEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/messages/{message_id}',
  tag: 'messages',
  summary: 'Read one message',
  auth: 'basic',
  params: {
    message_id: integer({ min: 0 }),
    ...wishParams,
  },
  response: {
    message: storedMessageSchema,
    raw_content: Type.String({ description: 'What its sender typed' }),
  },
  errors: [InvalidMessageError],

  async handler({ ctx, requester, params }) {
    const { message, rawContent } = await readMessage(
      ctx,
      requester,
      params.message_id,
      wishesOf(params),
    )
    return PreparedJson.of({ raw_content: rawContent }, `"message":${message.json}`)
  },
})
