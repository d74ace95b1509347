import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { json } from '../../http/params'
import { matchNarrow } from '../../services/messages/history'
import { BadNarrowError } from '../../services/narrow/errors'
import { messageIdsSchema, narrowParam } from './read-params'

const matchSchema = Type.Object({
  match_content: Type.String({ description: 'HTML in which what was searched for is marked' }),
  match_subject: Type.String({ description: 'The topic, likewise' }),
})

export const matchNarrowEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/messages/matches_narrow',
  tag: 'messages',
  summary: 'Which messages are in a narrow',
  auth: 'basic',
  params: {
    msg_ids: json(messageIdsSchema, { example: [31, 32] }),
    narrow: narrowParam(),
  },
  response: {
    messages: Type.Record(Type.String(), matchSchema, { description: 'By message id' }),
  },
  errors: [BadNarrowError],

  async handler({ ctx, requester, params }) {
    return { messages: await matchNarrow(ctx, requester, params.narrow, params.msg_ids) }
  },
})
