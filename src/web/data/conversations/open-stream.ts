import * as t from '../../texts/catalog'
import type { Topics } from '../messages/topics'
import { narrowTo } from '../narrow/narrow'
import type { Narrow } from '../narrow/narrow'
import type { Navigation } from '../navigation/navigation'
import type { Toasts } from '../../lib/toasts'
import type { Store } from '../store/store'
import { foldOfStream } from './folds'
import type { Folds } from './folds'
import type { UnreadConversations } from './unread-conversations'

/**
 * Values of the setting `web_channel_default_view`. With `topics`, the sidebar unfolds the topics of the stream, and
 * the feed shows the whole stream. Source: docs/protocol/accounts.md#patch-settings.
 */
export const streamViews = { topic: 1, everything: 2, topics: 3, unread: 4 } as const

export interface StreamOpener {
  /**
   * Narrow in which a stream opens, if known without a request: the whole stream if the setting says so, else the
   * newest unread topic, unmuted topics first.
   */
  knownNarrowOf(streamId: number): Narrow | undefined
  /**
   * Opens the known narrow, else the newest topic of the stream, else the whole stream. A reader who goes elsewhere
   * before the server has named the topic stays there.
   */
  open(streamId: number): Promise<void>
}

export interface StreamOpenerOptions {
  store: Pick<Store, 'isTopicMuted' | 'read' | 'stream'>
  topics: Topics
  navigation: Navigation
  toasts: Toasts
  unreadConversations: UnreadConversations
  folds: Folds
}

export function createStreamOpener(options: StreamOpenerOptions): StreamOpener {
  const { store, topics, navigation, toasts, unreadConversations, folds } = options
  let last: number | undefined
  const place = () => navigation.hrefOf(navigation.route.peek())

  const chosenView = () => store.read('user_settings')['web_channel_default_view']

  function knownNarrowOf(streamId: number): Narrow | undefined {
    const view = chosenView()
    if (view === streamViews.everything || view === streamViews.topics) return allOf(streamId)
    const unread = unreadConversations.ofStream(streamId).value
    const heard = unread.find(
      ({ conversation }) => !store.isTopicMuted(streamId, conversation.topic),
    )
    const newest = heard ?? unread[0]
    if (newest) return narrowTo(newest.conversation)
    return view === streamViews.unread ? allOf(streamId) : undefined
  }

  return {
    knownNarrowOf,

    async open(streamId) {
      last = streamId
      const from = place()
      if (chosenView() === streamViews.topics) folds.set(foldOfStream(streamId), true)
      try {
        const known = knownNarrowOf(streamId)
        const topic = known ? undefined : await topics.newest(streamId)
        if (last !== streamId || place() !== from) return
        const narrow = topic ? narrowTo({ kind: 'topic', streamId, topic: topic.name }) : known
        navigation.go({ view: 'narrow', narrow: narrow ?? allOf(streamId) })
      } catch (error) {
        toasts.fail(t.sidebar.notOpened(store.stream(streamId)?.name ?? ''), error)
      }
    },
  }
}

/** Narrow of the whole stream with all its topics. */
export function allOf(streamId: number): Narrow {
  return [{ operator: 'channel', operand: streamId }]
}
