import { Type } from '@sinclair/typebox'
import { flag, json } from '../../http/params'
import { maxMessagesPerReply } from '../../services/messages/history'
import type { MessageWishes } from '../../services/messages/records'

/** A narrow in any of its forms. Source: client notes 8.2. */
export const narrowParam = () =>
  json(Type.Array(Type.Unknown()), {
    default: [],
    description:
      'A list of pairs of operator and operand, or of objects with operator, operand and negated',
    example: [['stream', 'general']],
  })

export const messageIdsSchema = Type.Array(Type.Integer({ minimum: 0 }), {
  maxItems: maxMessagesPerReply,
})

/** How messages are to be. */
export const wishParams = {
  apply_markdown: flag({ default: true, description: 'Content as HTML; false: as it was typed' }),
  client_gravatar: flag({ default: false, description: 'The client computes gravatars itself' }),
}

export function wishesOf(params: {
  apply_markdown: boolean
  client_gravatar: boolean
}): MessageWishes {
  return { asHtml: params.apply_markdown, clientGravatar: params.client_gravatar }
}
