import type { Emoji } from '../../data/emoji/reactions'
import type { IconName } from '../../lib/icon-names'

/** A suggestion in a list. */
export interface Suggestion {
  /** Unique in its list. */
  key: string
  label: string
  hint?: string | undefined
  /** Icon, avatar, emoji or color before the label. */
  mark: { userId: number } | { icon: IconName } | { emoji: Emoji } | { color: string } | undefined
  /** Called when it is chosen. */
  onChosen?: (() => void) | undefined
  /** The text that replaces the typed query. */
  insert: string
}
