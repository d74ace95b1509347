import { useComputed } from '@preact/signals'
import { useApp } from '../../context/app'
import { conversationOf } from '../../data/narrow/narrow'

/** Max newest messages whose senders count. */
const newestRead = 200

/** Ids of the people in the open conversation: all of a private one, oneself last, recent senders of a topic; without bots. */
export function usePeopleHere(): readonly number[] {
  const { navigation, stretches, messages, store } = useApp()
  const here = useComputed(() => {
    const place = navigation.route.value
    const conversation = place.view === 'narrow' ? conversationOf(place.narrow) : undefined
    if (place.view !== 'narrow' || !conversation) return ''
    if (conversation.kind === 'private') {
      const { user_id: self } = store.state
      return [...conversation.userIds.filter((id) => id !== self), self].join()
    }
    const { ids } = stretches.of(place.narrow).state.value
    const senders = ids.slice(-newestRead).map((id) => messages.get(id)?.sender_id ?? 0)
    return [...new Set(senders.reverse())].join()
  }).value
  return here
    .split(',')
    .map(Number)
    .filter((id) => store.user(id)?.is_bot === false)
}
