/** Kinds of emoji. Source: docs/protocol/messages.md#emoji-arguments. */
export const reactionTypes = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'] as const

export type ReactionType = (typeof reactionTypes)[number]
