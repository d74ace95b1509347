import * as t from '../i18n/en'
import type { Topics } from '../messages/topics'
import { narrowTo } from '../narrow/narrow'
import type { Narrow } from '../narrow/narrow'
import type { Navigation } from '../navigation/navigation'
import type { Toasts } from '../parts/toast/toasts'
import type { Store } from '../store/store'
import type { UnreadConversations } from './unread-conversations'

export interface StreamOpener {
  /** Where a stream opens if that is known without asking: its newest unread topic, those that are muted last. */
  unreadNarrowOf(streamId: number): Narrow | undefined
  /** Goes to the newest unread topic of a stream, else to its newest, else to all of it. */
  open(streamId: number): Promise<void>
}

export interface StreamOpenerOptions {
  store: Pick<Store, 'isTopicMuted' | 'stream'>
  topics: Topics
  navigation: Navigation
  toasts: Toasts
  unreadConversations: UnreadConversations
}

export function createStreamOpener(options: StreamOpenerOptions): StreamOpener {
  const { store, topics, navigation, toasts, unreadConversations } = options
  let last: number | undefined

  function unreadNarrowOf(streamId: number): Narrow | undefined {
    const unread = unreadConversations.ofStream(streamId).value
    const heard = unread.find(
      ({ conversation }) => !store.isTopicMuted(streamId, conversation.topic),
    )
    const newest = heard ?? unread[0]
    return newest && narrowTo(newest.conversation)
  }

  return {
    unreadNarrowOf,

    async open(streamId) {
      last = streamId
      try {
        const unread = unreadNarrowOf(streamId)
        const topic = unread ? undefined : await topics.newest(streamId)
        // Meanwhile somebody may have chosen another.
        if (last !== streamId) return
        const narrow = topic ? narrowTo({ kind: 'topic', streamId, topic: topic.name }) : unread
        navigation.go({ view: 'narrow', narrow: narrow ?? allOf(streamId) })
      } catch (error) {
        toasts.fail(t.sidebar.notOpened(store.stream(streamId)?.name ?? ''), error)
      }
    },
  }
}

/** The stream as a whole, its topics mixed. */
export function allOf(streamId: number): Narrow {
  return [{ operator: 'channel', operand: streamId }]
}
