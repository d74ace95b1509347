import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { integer } from '../../http/params'
import { InvalidMessageError } from '../../services/errors'
import { EditHistoryDisabledError } from '../../services/messages/errors'
import { listRevisions } from '../../services/messages/revisions'

const revisionSchema = Type.Object({
  topic: Type.String(),
  content: Type.String(),
  rendered_content: Type.String(),
  timestamp: Type.Integer({ description: 'Unix time in seconds' }),
  user_id: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Who sent or edited it; null: the server',
  }),
  prev_content: Type.Optional(Type.String()),
  prev_rendered_content: Type.Optional(Type.String()),
  content_html_diff: Type.Optional(
    Type.String({ description: 'The rendered content with what came and went marked in it' }),
  ),
  prev_topic: Type.Optional(Type.String()),
  prev_stream: Type.Optional(Type.Integer()),
  stream: Type.Optional(Type.Integer()),
})

export const getMessageHistoryEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/messages/{message_id}/history',
  tag: 'messages',
  summary: 'A message as it was sent and as each edit left it, the oldest first',
  auth: 'basic',
  params: { message_id: integer({ min: 0 }) },
  response: { message_history: Type.Array(revisionSchema) },
  errors: [InvalidMessageError, EditHistoryDisabledError],

  async handler({ ctx, requester, params }) {
    return { message_history: await listRevisions(ctx, requester, params.message_id) }
  },
})
