import { foldCase } from '../../../../shared/rules/letter-case'
import { keyOfConversation } from '../../narrow/narrow'
import type { Conversation } from '../../records/conversation'
import type { State, UnreadIds, UnreadMessages, UnreadTopic } from '../../records/state'
import {
  conversationOfGroup,
  conversationOfPrivate,
  conversationOfTopic,
} from '../../records/unread-entries'

/*
 * Unread messages by conversation. A change of many messages takes one pass over the
 * conversations, however many ids it has.
 * Source: docs/protocol/register.md#unread.
 */

export interface UnreadMessage {
  id: number
  conversation: Conversation
  isMentioned: boolean
  /** Only known for new messages. */
  senderId?: number
}

/** Adds messages to the unread ones, and removes them from their former conversations. */
export function withUnread(
  state: Pick<State, 'user_id' | 'unread_msgs'>,
  messages: readonly UnreadMessage[],
): UnreadMessages {
  const ids = messages.map(({ id }) => id)
  const before = withoutUnread(state.unread_msgs, ids)
  const unread = withConversations(before, [...byConversation(messages)], state.user_id)
  const mentions = messages.filter(({ isMentioned }) => isMentioned).map(({ id }) => id)
  return {
    ...unread,
    count: unread.count + ids.length,
    mentions: withIds(unread.mentions, mentions),
  }
}

/** Removes messages from the unread ones. */
export function withoutUnread(unread: UnreadMessages, ids: readonly number[]): UnreadMessages {
  const gone = new GoneIds(ids)
  const pms = gone.leaveConversations(unread.pms)
  const streams = gone.leaveConversations(unread.streams)
  const huddles = gone.leaveConversations(unread.huddles)
  return {
    ...unread,
    pms,
    streams,
    huddles,
    mentions: gone.leave(unread.mentions),
    count: unread.count - gone.left,
  }
}

/** Conversations of these messages, for the unread ones among them. */
export function conversationsOfUnread(
  { user_id: ownId, unread_msgs: unread }: Pick<State, 'user_id' | 'unread_msgs'>,
  ids: readonly number[],
): Map<number, Conversation> {
  const wanted = new GoneIds(ids)
  const found = new Map<number, Conversation>()
  function look<T extends UnreadIds>(
    entries: readonly T[],
    conversationOf: (entry: T, ownId: number) => Conversation,
  ): void {
    for (const entry of entries) {
      if (!wanted.mayHave(entry.unread_message_ids)) continue
      const conversation = conversationOf(entry, ownId)
      for (const id of entry.unread_message_ids) if (wanted.has(id)) found.set(id, conversation)
    }
  }
  look(unread.streams, conversationOfTopic)
  look(unread.pms, conversationOfPrivate)
  look(unread.huddles, conversationOfGroup)
  return found
}

/** Union of both lists, ascending. */
export function withIds(ids: readonly number[], more: readonly number[]): readonly number[] {
  if (more.length === 0) return ids
  const last = ids.at(-1)
  if (more.length === 1 && (last === undefined || last < more[0]!)) return [...ids, more[0]!]
  return [...new Set([...ids, ...more])].sort((a, b) => a - b)
}

export function withoutIds(ids: readonly number[], gone: readonly number[]): readonly number[] {
  return new GoneIds(gone).leave(ids)
}

function byConversation(messages: readonly UnreadMessage[]): Iterable<UnreadMessage[]> {
  const groups = new Map<string, UnreadMessage[]>()
  for (const message of messages) {
    const key = keyOfConversation(message.conversation)
    const group = groups.get(key)
    if (group) group.push(message)
    else groups.set(key, [message])
  }
  return groups.values()
}

/** @param groups messages, grouped by conversation */
function withConversations(
  unread: UnreadMessages,
  groups: readonly UnreadMessage[][],
  ownId: number,
): UnreadMessages {
  const streams = new Entries(unread.streams, keyOfTopic)
  const pms = new Entries(unread.pms, ({ other_user_id: other }) => String(other))
  const huddles = new Entries(unread.huddles, ({ user_ids_string: all }) => all)
  for (const messages of groups) {
    const { conversation } = messages[0]!
    if (conversation.kind === 'topic') {
      const { streamId, topic } = conversation
      const key = keyOfTopic({ stream_id: streamId, topic })
      streams.change(key, (known) => withTopic(known, conversation, messages))
      continue
    }
    const [other = ownId, ...more] = conversation.userIds
    const all = [ownId, other, ...more].sort((a, b) => a - b).join(',')
    if (more.length === 0) {
      pms.change(String(other), (known) => ({
        ...{ other_user_id: other, sender_id: other },
        ...withMessages(known, messages),
      }))
    } else {
      huddles.change(all, (known) => ({ user_ids_string: all, ...withMessages(known, messages) }))
    }
  }
  return { ...unread, streams: streams.now, pms: pms.now, huddles: huddles.now }
}

const keyOfTopic = ({ stream_id: id, topic }: Pick<UnreadTopic, 'stream_id' | 'topic'>) =>
  `${id}:${foldCase(topic)}`

/** Updates the entry of a topic; the newest message decides the spelling of its name. */
function withTopic(
  known: UnreadTopic | undefined,
  { streamId, topic }: Topic,
  messages: readonly UnreadMessage[],
): UnreadTopic {
  const { unread_message_ids: ids } = withMessages(known, messages)
  const newest = messages.find(({ id }) => id === ids.at(-1))?.conversation as Topic | undefined
  const senders = messages.flatMap(({ senderId }) => senderId ?? [])
  return {
    stream_id: streamId,
    topic: newest?.topic ?? known?.topic ?? topic,
    unread_message_ids: ids,
    sender_ids: withIds(known?.sender_ids ?? [], senders),
  }
}

type Topic = Extract<Conversation, { kind: 'topic' }>

function withMessages(known: UnreadIds | undefined, messages: readonly UnreadMessage[]): UnreadIds {
  return { unread_message_ids: withIds(known?.unread_message_ids ?? [], idsOf(messages)) }
}

/** A list with several changes: it is copied once and indexed once. */
class Entries<T> {
  /** The current list; the original one while nothing has changed. */
  now: readonly T[]
  readonly #keyOf: (entry: T) => string
  #changed: T[] | undefined
  readonly #places = new Map<string, number>()

  constructor(entries: readonly T[], keyOf: (entry: T) => string) {
    this.now = entries
    this.#keyOf = keyOf
  }

  /** @param change makes the new entry from the entry with this key, or from undefined */
  change(key: string, change: (known: T | undefined) => T): void {
    if (!this.#changed) {
      this.now = this.#changed = [...this.now]
      for (const [place, entry] of this.now.entries()) this.#places.set(this.#keyOf(entry), place)
    }
    const place = this.#places.get(key) ?? this.#changed.length
    this.#changed[place] = change(this.#changed[place])
    this.#places.set(key, place)
  }
}

function idsOf(messages: readonly UnreadMessage[]): number[] {
  return messages.map(({ id }) => id)
}

/** Removes ids from ascending lists; a list whose range contains none of them costs one comparison. */
class GoneIds {
  readonly #ids: ReadonlySet<number>
  readonly #ascending: readonly number[]
  /** Number of ids removed from conversations so far. */
  left = 0

  constructor(ids: readonly number[]) {
    this.#ids = new Set(ids)
    this.#ascending = ids.toSorted((a, b) => a - b)
  }

  has(id: number): boolean {
    return this.#ids.has(id)
  }

  mayHave(ids: readonly number[]): boolean {
    const first = ids[0]
    const last = ids.at(-1)
    if (first === undefined || last === undefined) return false
    const next = this.#ascending[this.#countBelow(first)]
    return next !== undefined && next <= last
  }

  /** A list without the ids; the same list if it has none of them. */
  leave(ids: readonly number[]): readonly number[] {
    if (!this.mayHave(ids)) return ids
    const kept = ids.filter((id) => !this.#ids.has(id))
    return kept.length < ids.length ? kept : ids
  }

  leaveConversations<T extends UnreadIds>(entries: readonly T[]): readonly T[] {
    const kept: T[] = []
    let isChanged = false
    for (const entry of entries) {
      const ids = this.leave(entry.unread_message_ids)
      if (ids === entry.unread_message_ids) {
        kept.push(entry)
        continue
      }
      isChanged = true
      this.left += entry.unread_message_ids.length - ids.length
      if (ids.length > 0) kept.push({ ...entry, unread_message_ids: ids })
    }
    return isChanged ? kept : entries
  }

  #countBelow(id: number): number {
    let low = 0
    let high = this.#ascending.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#ascending[middle]! < id) low = middle + 1
      else high = middle
    }
    return low
  }
}
