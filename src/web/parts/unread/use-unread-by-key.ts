import { useComputed } from '@preact/signals'
import { useApp } from '../../context/app'
import type { UnreadConversation } from '../../data/conversations/unread-conversations'
import { keyOfConversation } from '../../data/narrow/narrow'

/** Unread conversations by conversation key. */
export function useUnreadByKey(): ReadonlyMap<string, UnreadConversation> {
  const { unreadConversations } = useApp()
  return useComputed(() => {
    const all: UnreadConversation[] = [
      ...unreadConversations.private.value,
      ...[...unreadConversations.byStream.value.values()].flat(),
    ]
    return new Map(all.map((one) => [keyOfConversation(one.conversation), one]))
  }).value
}
