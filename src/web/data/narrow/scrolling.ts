import { conversationOf, isSearch } from './narrow'
import type { Narrow } from './narrow'

/** Values of the setting `web_mark_read_on_scroll_policy`; the default is 2. */
const marksWhat = { everywhere: 1, conversations: 2, nothing: 3 }

/**
 * Whether scrolling marks messages as read. Never in the combined feed and in searches, since skimming them is not
 * reading the conversations.
 */
export function isReadByScrolling(
  narrow: Narrow,
  policy: unknown = marksWhat.conversations,
): boolean {
  if (narrow.length === 0 || isSearch(narrow)) return false
  if (policy === marksWhat.conversations) return conversationOf(narrow) !== undefined
  return policy === marksWhat.everywhere
}
