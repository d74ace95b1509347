import { signal } from '@preact/signals-core'
import type { Signal } from '@preact/signals-core'
import { keyOfConversation } from '../narrow/narrow'
import type { Conversation } from '../records/conversation'
import { createMutes, mutedStreamsOf } from './mutes'
import type { Mutes } from './mutes'
import type { State, UnreadIds } from '../records/state'
import {
  conversationOfGroup,
  conversationOfPrivate,
  conversationOfTopic,
} from '../records/unread-entries'

/** Numbers of unread messages; a change of one number notifies only its own readers. */
export interface UnreadCounts {
  /** Number in a conversation, muted or not. */
  of(conversation: Conversation): number
  /** Number in a stream, without topics that are muted, directly or through the stream. */
  ofStream(streamId: number): number
  /** Number in the topics of a stream that {@link ofStream} leaves out. */
  ofMutedTopics(streamId: number): number
  /** Number of private messages plus {@link ofStream} of all streams. */
  readonly total: number
  /** Number of messages that mention the reader, muted or not. */
  readonly mentions: number
}

export interface KeptUnreadCounts extends UnreadCounts {
  /** Updates the numbers to a new state; unchanged conversations cost one comparison. */
  update(state: Readonly<State>): void
}

type Counted = Pick<State, 'user_id' | 'unread_msgs' | 'subscriptions' | 'user_topics'>

/** @param state initial state */
export function createUnreadCounts(state: Readonly<State>): KeptUnreadCounts {
  const conversations = new Counters<string>()
  const sums = new Counters<'total' | 'mentions'>()
  const streams = new Counters<number>()
  const mutedTopics = new Counters<number>()
  let mutes = createMutes(state)
  let counted: Counted = { ...state, unread_msgs: nothingUnread }
  update(state)

  function update({ user_id, unread_msgs, subscriptions, user_topics }: Counted): void {
    const now = { user_id, unread_msgs, subscriptions, user_topics }
    if (isMutedOtherwise(counted, now)) countOtherwise(counted.unread_msgs, createMutes(now))
    if (counted.unread_msgs !== unread_msgs) countChanges(counted.unread_msgs, now)
    counted = now
  }

  function countChanges(before: Unread, { unread_msgs: now, user_id: ownId }: Counted): void {
    for (const [entry, by] of changesBetween(before.streams, now.streams)) {
      conversations.add(keyOfConversation(conversationOfTopic(entry)), by)
      countTopic(entry.stream_id, mutes.isMuted(entry.stream_id, entry.topic), by)
    }
    for (const [entry, by] of changesBetween(before.pms, now.pms)) {
      countPrivate(conversationOfPrivate(entry, ownId), by)
    }
    for (const [entry, by] of changesBetween(before.huddles, now.huddles)) {
      countPrivate(conversationOfGroup(entry, ownId), by)
    }
    sums.add('mentions', now.mentions.length - before.mentions.length)
  }

  function countTopic(streamId: number, isMuted: boolean, by: number): void {
    if (isMuted) return mutedTopics.add(streamId, by)
    streams.add(streamId, by)
    sums.add('total', by)
  }

  function countPrivate(conversation: Conversation, by: number): void {
    conversations.add(keyOfConversation(conversation), by)
    sums.add('total', by)
  }

  /** Moves counts between muted and unmuted after a change of mutes, with unread messages unchanged. */
  function countOtherwise({ streams: topics }: Unread, mutesNow: Mutes): void {
    for (const { stream_id: id, topic, unread_message_ids: ids } of topics) {
      const [was, is] = [mutes.isMuted(id, topic), mutesNow.isMuted(id, topic)]
      if (was === is) continue
      countTopic(id, was, -ids.length)
      countTopic(id, is, ids.length)
    }
    mutes = mutesNow
  }

  return {
    of: (conversation) => conversations.read(keyOfConversation(conversation)),
    ofStream: (streamId) => streams.read(streamId),
    ofMutedTopics: (streamId) => mutedTopics.read(streamId),
    get total() {
      return sums.read('total')
    },
    get mentions() {
      return sums.read('mentions')
    },
    update,
  }
}

type Unread = State['unread_msgs']

const nothingUnread: Unread = {
  ...{ count: 0, pms: [], streams: [], huddles: [], mentions: [] },
  old_unreads_missing: false,
}

function isMutedOtherwise(before: Counted, now: Counted): boolean {
  if (before.user_topics !== now.user_topics) return true
  if (before.subscriptions === now.subscriptions) return false
  return String(mutedStreamsOf(before.subscriptions)) !== String(mutedStreamsOf(now.subscriptions))
}

/** Entries that only one of two lists has, each with the difference in the number of ids. */
function* changesBetween<T extends UnreadIds>(
  before: readonly T[],
  now: readonly T[],
): Generator<[T, number]> {
  // Most events change one entry, so skip the common start and end of the lists.
  let start = 0
  while (start < before.length && before[start] === now[start]) start += 1
  let end = 0
  const longest = Math.min(before.length, now.length) - start
  while (end < longest && before.at(-1 - end) === now.at(-1 - end)) end += 1

  const went = new Set(before.slice(start, before.length - end))
  for (const entry of now.slice(start, now.length - end)) {
    if (!went.delete(entry)) yield [entry, entry.unread_message_ids.length]
  }
  for (const entry of went) yield [entry, -entry.unread_message_ids.length]
}

/** Counters with a signal for each key that is read. */
class Counters<Key> {
  readonly #counts = new Map<Key, number>()
  readonly #signals = new Map<Key, Signal<number>>()

  read(key: Key): number {
    let known = this.#signals.get(key)
    if (!known) this.#signals.set(key, (known = signal(this.#counts.get(key) ?? 0)))
    return known.value
  }

  add(key: Key, by: number): void {
    const count = (this.#counts.get(key) ?? 0) + by
    if (count === 0) this.#counts.delete(key)
    else this.#counts.set(key, count)
    const known = this.#signals.get(key)
    if (known) known.value = count
  }
}
