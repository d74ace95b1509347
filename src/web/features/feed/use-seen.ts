import { useMemo } from 'preact/hooks'
import { useApp } from '../../app/app'
import { isUnread } from '../../data/messages/message'
import { isReadByScrolling } from '../../data/narrow/scrolling'
import type { Narrow } from '../../data/narrow/narrow'

/**
 * Marks seen messages as read, each at most once per opened narrow, so that messages that the reader marks as unread
 * stay unread.
 */
export function useSeen(narrow: Narrow): (ids: readonly number[]) => void {
  const { messages, reads, store } = useApp()
  return useMemo(() => {
    const seen = new Set<number>()
    return (ids) => {
      const policy = store.state.user_settings['web_mark_read_on_scroll_policy']
      const isMarked = isReadByScrolling(narrow, policy)
      const fresh = ids.filter((id) => !seen.has(id))
      for (const id of fresh) seen.add(id)
      if (!isMarked || fresh.length === 0) return
      reads.mark(
        fresh.filter((id) => {
          const message = messages.get(id)
          return message !== undefined && isUnread(message)
        }),
      )
    }
  }, [messages, reads, store, narrow])
}
