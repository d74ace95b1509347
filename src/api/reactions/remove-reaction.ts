import { endpoint } from '../../http/endpoint'
import { integer, text } from '../../http/params'
import { InvalidMessageError } from '../../services/errors'
import { ReactionDoesNotExistError } from '../../services/reactions/errors'
import { removeReaction } from '../../services/reactions/react'
import { emojiCodeParams } from './emoji-params'

export const removeReactionEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/messages/{message_id}/reactions',
  tag: 'messages',
  summary: 'Take a reaction back; its name or its code says which',
  auth: 'basic',
  params: {
    message_id: integer({ min: 0 }),
    emoji_name: text({ optional: true, maxLength: 100, description: 'Name without colons' }),
    ...emojiCodeParams,
  },
  response: {},
  errors: [InvalidMessageError, ReactionDoesNotExistError],

  async handler({ ctx, requester, params: { message_id: messageId, ...emoji } }) {
    await removeReaction(ctx, requester, messageId, emoji)
    return {}
  },
})
