import type { ListedTopic } from '../../data/streams/topic-list'
import { useComputed } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { useApp } from '../../context/app'
import { createRecents } from '../../data/messages/recents'
import type { Conversation } from '../../data/records/conversation'
import {
  conversationEntry,
  listViews,
  personEntry,
  settingsEntry,
  streamEntry,
  topicEntry,
} from '../../data/switcher/entries'
import type { SwitcherEntry } from '../../data/switcher/rank'
import { listSettingsPages } from '../../data/switcher/settings-pages'

/** Messages that are fetched to find recent conversations. */
const recentMessages = 100

interface SwitcherEntries {
  /** Conversations with recent or unread messages. */
  readonly conversations: ReadonlySignal<readonly SwitcherEntry[]>
  /** Views, streams, people, conversations, settings pages, and the topics of the asked streams. */
  readonly all: ReadonlySignal<readonly SwitcherEntry[]>
}

/** @param asked ids of the streams whose topics are included; topics that are not cached are fetched */
export function useSwitcherEntries(asked: ReadonlySignal<readonly number[]>): SwitcherEntries {
  const app = useApp()
  const { store, messages, stretches, topics, unreadConversations } = app
  const recents = useMemo(
    () => createRecents(messages, stretches, () => store.state.user_id, recentMessages),
    [messages, stretches, store],
  )
  useEffect(() => recents.open(), [recents])
  const topicEntries = useMemo(createTopicEntries, [])

  const conversations = useComputed(() => {
    const found: [Conversation, number][] = [
      ...store
        .read('recent_private_conversations')
        .map(({ user_ids: userIds, max_message_id: newest }): [Conversation, number] => [
          { kind: 'private', userIds },
          newest,
        ]),
      ...[
        ...unreadConversations.private.value,
        ...[...unreadConversations.byStream.value.values()].flat(),
        ...(recents.conversations.value ?? []),
      ].map(({ conversation, newestId }): [Conversation, number] => [conversation, newestId]),
    ]
    return merge(
      found
        // Streams that the reader can no longer see cannot be opened.
        .filter(([one]) => one.kind === 'private' || store.stream(one.streamId) !== undefined)
        .map(([one, newestId]) => conversationEntry(one, newestId, store)),
    )
  })

  const topicsOfAsked = useComputed(() =>
    asked.value.flatMap((streamId) => {
      const stream = store.stream(streamId)
      return stream ? topicEntries(streamId, stream.name, topics.of(streamId).value ?? []) : []
    }),
  )

  const people = useComputed(() => {
    const ownId = store.read('user_id')
    return store.read('realm_users').map((user) => personEntry(user, ownId))
  })

  const streams = useComputed(() => {
    const own = new Set(store.read('subscriptions').map(({ stream_id: id }) => id))
    const newest = new Map<number, number>()
    for (const { destination, newestId } of conversations.value) {
      const { conversation } = destination.kind === 'conversation' ? destination : {}
      if (conversation?.kind !== 'topic') continue
      newest.set(conversation.streamId, Math.max(newestId, newest.get(conversation.streamId) ?? 0))
    }
    const archived = store.read('archived')?.streams ?? []
    return [...store.read('streams'), ...archived].map((stream) => {
      // Without known messages, subscribed streams come before others, and archived ones last.
      const oldest = own.has(stream.stream_id) ? 0 : stream.is_archived ? -2 : -1
      return streamEntry(stream, newest.get(stream.stream_id) ?? oldest)
    })
  })

  const all = useComputed(() => [
    ...listViews(),
    ...listSettingsPages(app).map(settingsEntry),
    ...streams.value,
    ...merge([...people.value, ...topicsOfAsked.value, ...conversations.value]),
  ])
  return { conversations, all }
}

/** One entry for each key, with the newest message that is known. */
function merge(entries: readonly SwitcherEntry[]): SwitcherEntry[] {
  const byKey = new Map<string, SwitcherEntry>()
  for (const entry of entries) {
    const known = byKey.get(entry.key)
    if (!known || known.newestId < entry.newestId) byKey.set(entry.key, entry)
  }
  return [...byKey.values()]
}

type TopicList = readonly ListedTopic[]

/** Entries of topics; those of an unchanged list are made once, since a stream may have thousands. */
function createTopicEntries() {
  const made = new WeakMap<TopicList, { streamName: string; entries: SwitcherEntry[] }>()
  return (streamId: number, streamName: string, list: TopicList): SwitcherEntry[] => {
    const known = made.get(list)
    if (known?.streamName === streamName) return known.entries
    const entries = list.map(({ name, max_id: newestId }) =>
      topicEntry({ kind: 'topic', streamId, topic: name }, newestId, streamName),
    )
    made.set(list, { streamName, entries })
    return entries
  }
}
