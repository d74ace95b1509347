import type { Reaction } from '../records/message'

/** An emoji as the API names it. Source: docs/protocol/messages.md#emoji-arguments. */
export type Emoji = Pick<Reaction, 'emoji_name' | 'emoji_code' | 'reaction_type'>

/** All reactions of one emoji on a message. */
export interface ReactionGroup extends Emoji {
  key: string
  /** In the order of reacting. */
  userIds: readonly number[]
}

export function keyOfEmoji({ reaction_type: type, emoji_code: code }: Emoji): string {
  return `${type}:${code}`
}

/** Groups reactions by emoji, in the order of the first reaction, whose emoji name is used for the group. */
export function groupReactions(reactions: readonly Reaction[]): ReactionGroup[] {
  const groups = new Map<string, ReactionGroup & { userIds: number[] }>()
  for (const { user_id: userId, emoji_name, emoji_code, reaction_type } of reactions) {
    const emoji = { emoji_name, emoji_code, reaction_type }
    const key = keyOfEmoji(emoji)
    const group = groups.get(key)
    if (group) group.userIds.push(userId)
    else groups.set(key, { key, ...emoji, userIds: [userId] })
  }
  return [...groups.values()]
}
