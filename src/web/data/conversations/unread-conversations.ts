import { computed } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { keyOfConversation } from '../narrow/narrow'
import type { Conversation } from '../records/conversation'
import type { Store } from '../store/store'
import type { UnreadIds, UnreadMessages } from '../records/state'

/** A conversation with unread messages. */
export interface UnreadConversation<C extends Conversation = Conversation> {
  readonly conversation: C
  readonly count: number
  /** Ids of the unread messages, ascending. */
  readonly ids: readonly number[]
  /** Id of the newest unread message. */
  readonly newestId: number
  /** Whether an unread message mentions the reader. */
  readonly isMentioned: boolean
}

type UnreadTopicOf = UnreadConversation<Extract<Conversation, { kind: 'topic' }>>
type UnreadPrivateOf = UnreadConversation<Extract<Conversation, { kind: 'private' }>>

/** Unread messages by conversation; unchanged entries keep their object identity. */
export interface UnreadConversations {
  /** The newest first. */
  readonly private: ReadonlySignal<readonly UnreadPrivateOf[]>
  /** By stream id, topics newest first; streams without unread messages are absent. */
  readonly byStream: ReadonlySignal<ReadonlyMap<number, readonly UnreadTopicOf[]>>
  /** Unread topics of one stream; the signal changes only when that stream's topics do. */
  ofStream(streamId: number): ReadonlySignal<readonly UnreadTopicOf[]>
  /** Ids of the unread messages of a conversation at this moment. */
  idsOf(conversation: Conversation): readonly number[]
}

type Mentions = ReadonlySet<number>

const none: readonly UnreadTopicOf[] = []

export function createUnreadConversations(store: Pick<Store, 'read'>): UnreadConversations {
  /** Cache of entries by record of the state; records and mentions are replaced when they change. */
  const made = new WeakMap<UnreadIds, { entry: UnreadConversation; mentions: Mentions }>()
  let lastPrivate: readonly UnreadPrivateOf[] = []
  let lastByStream: ReadonlyMap<number, readonly UnreadTopicOf[]> = new Map()
  const signals = new Map<number, ReadonlySignal<readonly UnreadTopicOf[]>>()

  function make<T extends UnreadIds, C extends Conversation>(
    record: T,
    mentions: Mentions,
    conversationOf: (record: T) => C,
  ): UnreadConversation<C> {
    const known = made.get(record)
    if (known?.mentions === mentions) return known.entry as UnreadConversation<C>
    const ids = record.unread_message_ids
    const isMentioned = mentions.size > 0 && ids.some((id) => mentions.has(id))
    const isSame = known?.entry.isMentioned === isMentioned
    const fresh = { count: ids.length, ids, newestId: ids.at(-1) ?? 0, isMentioned }
    const entry = isSame
      ? (known.entry as UnreadConversation<C>)
      : { conversation: conversationOf(record), ...fresh }
    made.set(record, { entry, mentions })
    return entry
  }

  let mentionedIds: readonly number[] = []
  let mentioned: Mentions = new Set()
  function mentionsOf(unread: UnreadMessages): Mentions {
    if (unread.mentions !== mentionedIds) mentioned = new Set(unread.mentions)
    mentionedIds = unread.mentions
    return mentioned
  }

  const privates = computed(() => {
    const unread = store.read('unread_msgs')
    const ownId = store.read('user_id')
    const mentions = mentionsOf(unread)
    const now = [
      ...unread.pms.map((record) =>
        make(record, mentions, ({ other_user_id: other }) =>
          privately(other === ownId ? [] : [other]),
        ),
      ),
      ...unread.huddles.map((record) =>
        make(record, mentions, ({ user_ids_string: all }) =>
          privately(
            all
              .split(',')
              .map(Number)
              .filter((id) => id !== ownId),
          ),
        ),
      ),
    ].sort(byNewest)
    return (lastPrivate = isSame(lastPrivate, now) ? lastPrivate : now)
  })

  const byStream = computed(() => {
    const unread = store.read('unread_msgs')
    const mentions = mentionsOf(unread)
    const groups = new Map<number, UnreadTopicOf[]>()
    for (const record of unread.streams) {
      const entry = make(record, mentions, ({ stream_id: streamId, topic }) => ({
        kind: 'topic' as const,
        streamId,
        topic,
      }))
      const group = groups.get(record.stream_id)
      if (group) group.push(entry)
      else groups.set(record.stream_id, [entry])
    }
    const kept = new Map<number, readonly UnreadTopicOf[]>()
    for (const [streamId, group] of groups) {
      const before = lastByStream.get(streamId)
      group.sort(byNewest)
      kept.set(streamId, before && isSame(before, group) ? before : group)
    }
    lastByStream = kept
    return kept
  })

  return {
    private: privates,
    byStream,
    idsOf(conversation) {
      const key = keyOfConversation(conversation)
      const entries: readonly UnreadConversation[] | undefined =
        conversation.kind === 'private'
          ? privates.peek()
          : byStream.peek().get(conversation.streamId)
      return entries?.find((entry) => keyOfConversation(entry.conversation) === key)?.ids ?? []
    },
    ofStream(streamId) {
      let topics = signals.get(streamId)
      if (!topics) {
        topics = computed(() => byStream.value.get(streamId) ?? none)
        signals.set(streamId, topics)
      }
      return topics
    },
  }
}

const privately = (userIds: readonly number[]) => ({
  kind: 'private' as const,
  userIds: userIds.toSorted((a, b) => a - b),
})

const byNewest = (a: UnreadConversation, b: UnreadConversation) => b.newestId - a.newestId

function isSame<T>(before: readonly T[], now: readonly T[]): boolean {
  return before.length === now.length && before.every((entry, index) => entry === now[index])
}
