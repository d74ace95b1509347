import { endpoint } from '../../http/endpoint'
import { integer, text } from '../../http/params'
import { InvalidMessageError } from '../../services/errors'
import { ReactionAlreadyExistsError, UnknownEmojiError } from '../../services/reactions/errors'
import { addReaction } from '../../services/reactions/react'
import { emojiCodeParams } from './emoji-params'

export const addReactionEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/messages/{message_id}/reactions',
  tag: 'messages',
  summary: 'React to a message with an emoji',
  auth: 'basic',
  params: {
    message_id: integer({ min: 0 }),
    emoji_name: text({ maxLength: 100, example: 'tada', description: 'Name without colons' }),
    ...emojiCodeParams,
  },
  response: {},
  errors: [InvalidMessageError, UnknownEmojiError, ReactionAlreadyExistsError],

  async handler({ ctx, requester, params: { message_id: messageId, ...emoji } }) {
    await addReaction(ctx, requester, messageId, emoji)
    return {}
  },
})
