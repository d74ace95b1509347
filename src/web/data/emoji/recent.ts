import type { Emoji } from '../messages/reactions'
import { keyOfEmoji } from '../messages/reactions'

const place = 'parley-recent-emoji'
const mostKept = 16

/** Defaults until the first choice. */
const first: readonly Emoji[] = [
  ['thumbs_up', '1f44d'],
  ['tada', '1f389'],
  ['heart', '2764'],
  ['joy', '1f602'],
  ['eyes', '1f440'],
  ['check', '2705'],
].map(([emoji_name = '', emoji_code = '']) => ({
  emoji_name,
  emoji_code,
  reaction_type: 'unicode_emoji',
}))

/** Emoji last chosen in this browser, newest first. */
export function recentEmoji(storage: Pick<Storage, 'getItem'>): readonly Emoji[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(place) ?? '')
    return Array.isArray(kept) && kept.every(isEmoji) && kept.length > 0 ? kept : first
  } catch {
    // Never stored, or written by another program.
    return first
  }
}

export function rememberEmoji(storage: Pick<Storage, 'getItem' | 'setItem'>, emoji: Emoji): void {
  const { emoji_name, emoji_code, reaction_type } = emoji
  const others = recentEmoji(storage).filter((other) => keyOfEmoji(other) !== keyOfEmoji(emoji))
  const kept = [{ emoji_name, emoji_code, reaction_type }, ...others].slice(0, mostKept)
  storage.setItem(place, JSON.stringify(kept))
}

function isEmoji(value: unknown): value is Emoji {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['emoji_name', 'emoji_code', 'reaction_type'].every(
      (field) => typeof (value as Record<string, unknown>)[field] === 'string',
    )
  )
}
