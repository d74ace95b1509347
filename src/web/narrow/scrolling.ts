import { conversationOf, isSearch } from './narrow'
import type { Narrow } from './narrow'

/** What the reader has chosen as `web_mark_read_on_scroll_policy`; unless they did, 2. */
const marksWhat = { everywhere: 1, conversations: 2, nothing: 3 }

/**
 * Whether messages become read when they are scrolled by. Whoever leafs through everything at once, or looks
 * for words, has not read the conversations that the messages belong to: there it never marks.
 */
export function isReadByScrolling(
  narrow: Narrow,
  policy: unknown = marksWhat.conversations,
): boolean {
  if (narrow.length === 0 || isSearch(narrow)) return false
  if (policy === marksWhat.conversations) return conversationOf(narrow) !== undefined
  return policy === marksWhat.everywhere
}
