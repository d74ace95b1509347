import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { json } from '../../http/params'
import { changeFlags } from '../../services/read-state/change-flags'
import { flagParams, ignoredStreams, invalidFlag } from './flag-params'

const messageIds = Type.Array(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), {
  maxItems: 10_000,
})

export const changeFlagsEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/messages/flags',
  tag: 'messages',
  summary: 'Mark messages as read, star or collapse them, or undo that',
  description: 'Messages that the requester may not read are passed over.',
  auth: 'basic',
  shortPath: true,
  params: { messages: json(messageIds, { example: [31, 32] }), ...flagParams },
  response: {
    messages: Type.Array(Type.Integer(), { description: 'Those that are so now' }),
    ignored_because_not_subscribed_channels: ignoredStreams,
  },
  errors: [invalidFlag],

  async handler({ ctx, requester, params }) {
    const changed = await changeFlags(ctx, requester, params.messages, params)
    return {
      messages: changed.messageIds,
      ignored_because_not_subscribed_channels: changed.ignoredStreamIds,
    }
  },
})
