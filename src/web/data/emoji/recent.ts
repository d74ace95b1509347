import type { Emoji } from './reactions'
import { keyOfEmoji } from './reactions'
import type { BrowserStorage } from '../storage/browser-storage'

const maxKept = 16
const placeOf = (ownId: number) => `parley-recent-emoji.${String(ownId)}`

/** Popular emoji, which fill the list until others are chosen. */
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

type Kept = Pick<BrowserStorage, 'getItem' | 'setItem'>

/** Emoji that the reader last chose in this browser, newest first. */
export function recentEmoji(storage: Pick<Kept, 'getItem'>, ownId: number): readonly Emoji[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(placeOf(ownId)) ?? '')
    return Array.isArray(kept) && kept.every(isEmoji) && kept.length > 0 ? kept : first
  } catch {
    // Never stored, or written by another program.
    return first
  }
}

export function rememberEmoji(storage: Kept, ownId: number, emoji: Emoji): void {
  const { emoji_name, emoji_code, reaction_type } = emoji
  const key = keyOfEmoji(emoji)
  const others = recentEmoji(storage, ownId).filter((other) => keyOfEmoji(other) !== key)
  const kept = [{ emoji_name, emoji_code, reaction_type }, ...others].slice(0, maxKept)
  storage.setItem(placeOf(ownId), JSON.stringify(kept))
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
