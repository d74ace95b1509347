import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app'
import type { UnreadConversation } from '../../conversations/unread-conversations'
import { fetchPage } from '../../messages/page'

/** So many rows say when and by whom they were written to last. */
const mostAsked = 200

/** Fetches the newest unread message of conversations, each once, where it is not held already. */
export function useNewestMessages(conversations: readonly UnreadConversation[]): void {
  const { store, messages } = useApp()
  const asked = useRef(new Set<number>()).current
  const missing = conversations
    .slice(0, mostAsked)
    .map(({ newestId }) => newestId)
    .filter((id) => !asked.has(id) && !messages.get(id))

  useEffect(() => {
    if (missing.length === 0) return
    for (const id of missing) asked.add(id)
    fetchPage([], store.state.user_id, { message_ids: missing }).then(
      (page) => messages.put(page.messages),
      // The rows do without their times, until the screen is opened again.
      () => undefined,
    )
  })
}
