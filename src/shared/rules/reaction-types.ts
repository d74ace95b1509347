/** Kinds of emoji. Source: docs/protocol/messages.md#emoji-arguments. */
export const reactionTypes = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'] as const

export type ReactionType = (typeof reactionTypes)[number]

/**
 * Address of the picture of `zulip`, the one extra emoji, which every organization has.
 * Source: docs/protocol/uploads.md#extra-emoji.
 */
export const extraEmojiPicture = '/static/generated/emoji/images/emoji/unicode/zulip.png'
