import { useMemo } from 'preact/hooks'
import { isSameName } from '../../../shared/rules/letter-case'
import { useApp } from '../../context/app'
import type { App } from '../../context/app'
import { allOf } from '../../data/conversations/open-stream'
import { byPlace, folderOf, foldersIn } from '../../data/conversations/stream-order'
import { createUnreadWalk } from '../../data/conversations/unread-walk'
import type { WalkPlace } from '../../data/conversations/unread-walk'
import { routeOfView } from '../../data/navigation/route'
import { viewNames } from '../../lib/views'
import * as t from '../../texts/catalog'
import { useKey } from '../../ui/keyboard/use-key'
import { conversationOf, keyOfConversation, narrowTo } from '../../data/narrow/narrow'
import type { Conversation } from '../../data/records/conversation'
import type { Subscription } from '../../data/records/state'

/** Shortcuts to the views, to the next conversation or stream, and to the switcher. */
export function useGoingKeys(): void {
  const app = useApp()
  const { store, navigation, current, streamOpener, unreadConversations } = app
  const { messages, feed, overlays, toasts } = app

  const go = (conversation: Conversation) =>
    navigation.go({ view: 'narrow', narrow: narrowTo(conversation) })

  const walk = useMemo(createUnreadWalk, [])

  function goToNext(
    groups: Parameters<typeof walk.next>[0],
    place: Omit<WalkPlace, 'key'>,
    nothing: string,
  ): void {
    const next = walk.next(groups, { key: current.key.value, ...place })
    if (next) go(next)
    else toasts.say(nothing)
  }

  function goToStream(step: 1 | -1): void {
    const ids = inSidebarOrder(app).map(({ stream_id: id }) => id)
    const here = ids.indexOf(current.streamId.value ?? -1)
    const others = [...ids.slice(here + 1), ...ids.slice(0, Math.max(here, 0))]
    const heard = others.filter((id) => store.subscription(id)?.is_muted !== true)
    const id = heard.at(step > 0 ? 0 : -1)
    if (id !== undefined) void streamOpener.open(id)
  }

  useKey('switcher', () => overlays.show({ kind: 'switcher' }))
  for (const name of viewNames) useKey(name, () => navigation.go(routeOfView(name)))

  useKey('nextUnreadTopic', () => {
    const streams = inSidebarOrder(app)
    const groups = streams.map(({ stream_id: id }) =>
      unreadConversations
        .ofStream(id)
        .value.filter(({ conversation }) => !store.isTopicMuted(id, conversation.topic)),
    )
    const group = streams.findIndex(({ stream_id: id }) => id === current.streamId.value)
    goToNext(groups, { group, newestId: newestIdHere(app) }, t.frame.noUnreadTopic)
  })

  useKey('nextUnreadPrivate', () => {
    const place = { group: 0, newestId: newestIdHere(app) }
    goToNext([unreadConversations.private.value], place, t.frame.noUnreadPrivate)
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

/** Subscribed streams from top to bottom of the sidebar: without a folder, by folder, muted. */
function inSidebarOrder({ store }: Pick<App, 'store'>): Subscription[] {
  const folders = foldersIn(store.read)
  const sectionOf = (stream: Subscription) => {
    const folder = folderOf(stream, folders)
    return stream.is_muted ? folders.length : folder ? folders.indexOf(folder) : -1
  }
  return store.state.subscriptions.toSorted((a, b) => sectionOf(a) - sectionOf(b) || byPlace(a, b))
}

/** Id of the newest message of the current conversation, by which the sidebar sorts; undefined if it is unknown. */
function newestIdHere({ navigation, store, topics }: App): number | undefined {
  const place = navigation.route.value
  const conversation = place.view === 'narrow' ? conversationOf(place.narrow) : undefined
  if (!conversation) return undefined
  if (conversation.kind === 'topic') {
    const known = topics.of(conversation.streamId).value
    return known?.find(({ name }) => isSameName(name, conversation.topic))?.max_id
  }
  const key = keyOfConversation(conversation)
  return store.state.recent_private_conversations.find(
    ({ user_ids: userIds }) => keyOfConversation({ kind: 'private', userIds }) === key,
  )?.max_message_id
}
