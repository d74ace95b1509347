import { useComputed } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { useApp } from '../../context/app'
import { createMutes, mutedStreamsOf } from '../../data/store/mutes'
import type { ReaderFacts, SwitcherEntry } from '../../data/switcher/rank'
import { useUnreadByKey } from '../unread/use-unread-by-key'

/** The facts that order the matches; a new object if one of them has changed. */
export function useReaderFacts(): ReaderFacts {
  const { store, current } = useApp()
  const unreadByKey = useUnreadByKey()
  const currentKey = current.key.value
  const isMuted = useComputed(() => createMuteCheck(store)).value
  return useMemo(
    () => ({ currentKey, isMuted, unread: (key) => unreadByKey.get(key)?.count ?? 0 }),
    [currentKey, isMuted, unreadByKey],
  )
}

function createMuteCheck(store: ReturnType<typeof useApp>['store']): ReaderFacts['isMuted'] {
  const subscriptions = store.read('subscriptions')
  const topics = createMutes({ subscriptions, user_topics: store.read('user_topics') })
  const streams = new Set(mutedStreamsOf(subscriptions))
  const people = new Set(store.read('muted_users').map(({ id }) => id))
  return ({ destination }: SwitcherEntry) => {
    if (destination.kind === 'stream') return streams.has(destination.streamId)
    if (destination.kind !== 'conversation') return false
    const { conversation } = destination
    if (conversation.kind === 'topic') {
      return topics.isMuted(conversation.streamId, conversation.topic)
    }
    const [first, ...others] = conversation.userIds
    return first !== undefined && others.length === 0 && people.has(first)
  }
}
