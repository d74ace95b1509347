import type { Emoji } from '../../messages/reactions'
import type { IconName } from '../icon/names'

/** Something that may have been meant. */
export interface Suggestion {
  /** Its own among those that are offered together. */
  key: string
  label: string
  hint?: string | undefined
  /** What is drawn before it. */
  mark: { userId: number } | { icon: IconName } | { emoji: Emoji } | { color: string } | undefined
  /** What a choice puts in the place of what was typed. */
  insert: string
}
