import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { integer } from '../../http/declare/params'
import { InvalidMessageError } from '../../chat/rules/errors'
import { readMessage } from '../../chat/actions/history/history'
import { PreparedJson } from '../../wire/prepared-json'
import { messageSchema } from '../../../shared/messages'
import { nameTopics } from '../../wire/named-topics'
import { topicNameParams, wishesOf, wishParams } from '../params/reading-params'
import {
  EditHistoryDisabledError,
  ReadReceiptsDisabledError,
} from '../../chat/rules/messages/errors'
import { listRevisions } from '../../chat/actions/history/revisions'
import { listReadersOf } from '../../chat/actions/history/read-receipts'

export const getMessageEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/messages/{message_id}',
  tag: 'messages',
  summary: 'Read one message',
  auth: 'basic',
  params: {
    message_id: integer({ min: 0 }),
    ...wishParams,
    ...topicNameParams,
  },
  response: {
    message: messageSchema,
    raw_content: Type.String({ description: 'Markdown of the sender' }),
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

const revisionSchema = Type.Object({
  topic: Type.String(),
  content: Type.String(),
  rendered_content: Type.String(),
  timestamp: Type.Integer({ description: 'Unix time in seconds' }),
  user_id: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The user who sent or edited it; null: the server',
  }),
  prev_content: Type.Optional(Type.String()),
  prev_rendered_content: Type.Optional(Type.String()),
  content_html_diff: Type.Optional(
    Type.String({ description: 'The rendered content, with additions and removals marked' }),
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
  params: { message_id: integer({ min: 0 }), ...topicNameParams },
  response: { message_history: Type.Array(revisionSchema) },
  errors: [InvalidMessageError, EditHistoryDisabledError],

  async handler({ ctx, requester, params }) {
    const revisions = await listRevisions(ctx, requester, params.message_id)
    return {
      message_history: params.allow_empty_topic_name ? revisions : revisions.map(nameTopics),
    }
  },
})

export const getReadReceiptsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/messages/{message_id}/read_receipts',
  tag: 'messages',
  summary: 'List the users who have read a message, without its sender',
  auth: 'basic',
  params: { message_id: integer({ min: 0 }) },
  response: { user_ids: Type.Array(Type.Integer()) },
  errors: [InvalidMessageError, ReadReceiptsDisabledError],

  async handler({ ctx, requester, params }) {
    return { user_ids: await listReadersOf(ctx, requester, params.message_id) }
  },
})
