import { useApp } from '../../app/app'
import { allOf } from '../../data/conversations/open-stream'
import { byPlace } from '../../data/conversations/stream-order'
import * as t from '../../texts/catalog'
import { useKey } from '../../app/keyboard/use-key'
import { conversationOf, keyOfConversation, narrowTo } from '../../data/narrow/narrow'
import type { Conversation } from '../../data/narrow/narrow'

/** Shortcuts to the views, to the next conversation or stream, and to the switcher. */
export function useGoingKeys(): void {
  const app = useApp()
  const { store, navigation, current, streamOpener, unreadConversations } = app
  const { messages, feed, overlays, toasts } = app

  const go = (conversation: Conversation) =>
    navigation.go({ view: 'narrow', narrow: narrowTo(conversation) })

  const streams = () => store.state.subscriptions.filter(({ is_muted }) => !is_muted).sort(byPlace)

  /** Opens the conversation after the current one, or the first; wraps around. */
  function goToNext(conversations: readonly Conversation[], nothing: string): void {
    const here = conversations.findIndex((one) => keyOfConversation(one) === current.key.value)
    const next = conversations[(here + 1) % conversations.length]
    if (next && conversations[here] !== next) go(next)
    else toasts.say(nothing)
  }

  function goToStream(step: 1 | -1): void {
    const all = streams().map(({ stream_id: id }) => id)
    const here = all.indexOf(current.streamId.value ?? -1)
    const next = here < 0 ? (step > 0 ? 0 : -1) : (here + step) % all.length
    const id = all.at(next)
    if (id !== undefined) void streamOpener.open(id)
  }

  useKey('switcher', () => overlays.show({ kind: 'switcher' }))
  useKey('inbox', () => navigation.go({ view: 'inbox' }))
  useKey('recent', () => navigation.go({ view: 'recent' }))
  useKey('drafts', () => navigation.go({ view: 'drafts' }))
  useKey('feed', () => navigation.go({ view: 'narrow', narrow: [] }))
  useKey('starred', () =>
    navigation.go({ view: 'narrow', narrow: [{ operator: 'is', operand: 'starred' }] }),
  )

  useKey('nextUnreadTopic', () => {
    const unread = streams().flatMap(({ stream_id: id }) => unreadConversations.ofStream(id).value)
    const heard = unread.map(({ conversation }) => conversation)
    goToNext(
      heard.filter(({ streamId, topic }) => !store.isTopicMuted(streamId, topic)),
      t.frame.noUnreadTopic,
    )
  })

  useKey('nextUnreadPrivate', () => {
    const unread = unreadConversations.private.value.map(({ conversation }) => conversation)
    goToNext(unread, t.frame.noUnreadPrivate)
  })

  useKey('nextStream', () => goToStream(1))
  useKey('previousStream', () => goToStream(-1))

  useKey('topics', () => {
    const stream = store.stream(current.streamId.value ?? -1)
    if (!stream) return false
    navigation.go({ view: 'topics', path: [String(stream.stream_id), stream.name] })
    return true
  })

  useKey('streamOrTopic', () => {
    const place = navigation.route.value
    const streamId = current.streamId.value
    if (streamId === undefined) return false
    const chosen = messages.get(feed.current.value ?? -1)
    if (place.view !== 'narrow' || conversationOf(place.narrow))
      navigation.go({ view: 'narrow', narrow: allOf(streamId) })
    else if (chosen) go({ kind: 'topic', streamId, topic: chosen.subject })
    else void streamOpener.open(streamId)
    return true
  })
}
