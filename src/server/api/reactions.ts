import { Type } from '@sinclair/typebox'
import { reactionTypes } from '../../shared/rules/reaction-types'
import type { ReactionType } from '../../shared/rules/reaction-types'
import { converted, text, integer } from '../http/declare/params'
import { endpoint } from '../http/declare/endpoint'
import { InvalidMessageError } from '../chat/rules/errors'
import {
  ReactionAlreadyExistsError,
  UnknownEmojiError,
  addReaction,
  ReactionDoesNotExistError,
  removeReaction,
} from '../chat/actions/messages/reactions'

const typeSchema = Type.Union(reactionTypes.map((type) => Type.Literal(type)))

/**
 * Arguments that identify an emoji in addition to its name.
 * Source: docs/protocol/messages.md#emoji-arguments.
 */
const emojiCodeParams = {
  emoji_code: text({
    optional: true,
    maxLength: 100,
    description: 'Code points in lower-case hex joined by `-`, or the ID of a custom emoji',
  }),
  reaction_type: converted(typeSchema, typeOf, { optional: true }),
}

/**
 * {@link emojiCodeParams} that also accept '', with which clients remove an emoji.
 * Source: docs/protocol/messages.md#emoji-arguments.
 */
export const clearableEmojiCodeParams = {
  ...emojiCodeParams,
  reaction_type: converted(
    Type.Union([typeSchema, Type.Literal('')]),
    (raw) => (raw === '' ? '' : typeOf(raw)),
    { optional: true },
  ),
}

function typeOf(raw: string): ReactionType | undefined {
  return reactionTypes.find((type) => type === raw.trim())
}

const addReactionEndpoint = endpoint({
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

const removeReactionEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/messages/{message_id}/reactions',
  tag: 'messages',
  summary: 'Remove a reaction, by its name or its code',
  auth: 'basic',
  params: {
    message_id: integer({ min: 0 }),
    emoji_name: text({
      optional: true,
      maxLength: 100,
      example: 'tada',
      description: 'Name without colons',
    }),
    ...emojiCodeParams,
  },
  response: {},
  errors: [InvalidMessageError, ReactionDoesNotExistError],

  async handler({ ctx, requester, params: { message_id: messageId, ...emoji } }) {
    await removeReaction(ctx, requester, messageId, emoji)
    return {}
  },
})

export const reactionsEndpoints = [addReactionEndpoint, removeReactionEndpoint]
