import { useMemo } from 'preact/hooks'
import { useApp } from '../../context/app'
import { isUnread } from '../../data/records/message'
import { isReadByScrolling } from '../../data/narrow/scrolling'
import { conversationOf } from '../../data/narrow/narrow'
import type { Narrow } from '../../data/narrow/narrow'
import type { Look } from './scroll-keeper'

/** Told with the ids in view, and whether the end of the newest message is in view. */
export type OnSeen = (ids: readonly number[], isAtEnd: boolean) => void

/** Ids of rows whose end is in view, or which fill the view. */
export function readIn({ rows: inView, viewHeight }: Look): number[] {
  return inView
    .filter(({ top, bottom }) => bottom <= viewHeight + 1 || top <= 0)
    .map(({ id }) => id)
}

/**
 * Marks seen messages as read; at the newest message of a conversation, all of the conversation. Each message is marked
 * at most once per opened narrow, so that messages that the reader marks as unread stay unread.
 */
export function useSeen(narrow: Narrow): OnSeen {
  const { messages, reads, store, unreadConversations } = useApp()
  return useMemo(() => {
    const seen = new Set<number>()
    const conversation = conversationOf(narrow)
    return (ids, isAtEnd) => {
      const policy = store.state.user_settings['web_mark_read_on_scroll_policy']
      const isMarked = isReadByScrolling(narrow, policy)
      const unread = isAtEnd && conversation ? unreadConversations.idsOf(conversation) : []
      const fresh = [...ids, ...unread].filter((id) => !seen.has(id))
      for (const id of fresh) seen.add(id)
      if (!isMarked || fresh.length === 0) return
      reads.mark(
        fresh.filter((id) => {
          const message = messages.get(id)
          return !message || isUnread(message)
        }),
      )
    }
  }, [messages, reads, store, narrow])
}
