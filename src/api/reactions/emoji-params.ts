import { Type } from '@sinclair/typebox'
import type { ReactionType } from '../../db/schema'
import { converted, text } from '../../http/params'

const reactionTypes = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'] as const

const typeSchema = Type.Union(reactionTypes.map((type) => Type.Literal(type)))

/** Beside the name, what says which emoji is meant. Source: client notes 8.7. */
export const emojiCodeParams = {
  emoji_code: text({
    optional: true,
    maxLength: 100,
    description: 'Code points in lower-case hex joined by `-`, or the ID of a custom emoji',
  }),
  reaction_type: converted(typeSchema, typeOf, { optional: true }),
}

/** The same where clients leave them empty to take an emoji back. Source: client notes 7. */
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
