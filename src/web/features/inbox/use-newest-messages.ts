import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import type { UnreadConversation } from '../../data/conversations/unread-conversations'
import type { Message } from '../../data/records/message'
import type { Narrow } from '../../data/narrow/narrow'
import { fetchPage } from '../../data/messages/page'

/** Max number of rows with time and sender of the newest message. */
const mostAsked = 200

/** A conversation with the id of the message to fetch. */
type Newest = Pick<UnreadConversation, 'newestId'>

/**
 * Newest message of each conversation. Messages that are not cached are fetched once each, and the component
 * re-renders when they arrive.
 *
 * @param narrow that contains them; by default the combined feed, which leaves out muted conversations
 */
export function useNewestMessages(
  conversations: readonly Newest[],
  narrow: Narrow = [],
): (conversation: Newest) => Message | undefined {
  const { store, messages } = useApp()
  const asked = useRef(new Set<number>()).current
  const arrivals = useSignal(0)
  void arrivals.value
  const missing = conversations
    .slice(0, mostAsked)
    .map(({ newestId }) => newestId)
    .filter((id) => !asked.has(id) && !messages.get(id))

  useEffect(() => {
    if (missing.length === 0) return
    for (const id of missing) asked.add(id)
    fetchPage(narrow, store.state.user_id, { message_ids: missing }).then(
      (page) => {
        messages.put(page.messages)
        arrivals.value += 1
      },
      // On an error the rows have no times until the screen is opened again.
      () => undefined,
    )
  })

  return ({ newestId }) => messages.get(newestId)
}
