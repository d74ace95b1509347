import type { AnswerOf, Frozen } from '../../../shared/calls'
import { foldCase } from '../../../shared/rules/letter-case'
import { isResolvedTopic, withoutResolvedMark } from '../../../shared/rules/topics'
import { byName } from '../conversations/names'
import type { MessageCache } from '../messages/cache'
import { contains, fold } from '../../lib/fold'

/** A topic as the server lists it. */
export type ListedTopic = Frozen<AnswerOf<'GET /users/me/{stream_id}/topics'>['topics'][number]>

export const topicOrders = ['newest', 'name', 'unread'] as const
export type TopicOrder = (typeof topicOrders)[number]

export interface TopicListOptions {
  /** Text that the names contain. */
  filter: string
  order: TopicOrder
  hidesResolved: boolean
  /** Number of unread messages of a topic. */
  unreadOf: (topic: string) => number
}

/** The topics to list, in order. @param topics newest first */
export function arrangeTopics<T extends ListedTopic>(
  topics: readonly T[],
  { filter, order, hidesResolved, unreadOf }: TopicListOptions,
): readonly T[] {
  const words = fold(filter.trim())
  const shown = topics.filter(
    ({ name }) => contains(name, words) && !(hidesResolved && isResolvedTopic(name)),
  )
  if (order === 'unread') {
    const isUnread = ({ name }: T) => Number(unreadOf(name) > 0)
    return shown.sort((a, b) => isUnread(b) - isUnread(a))
  }
  if (order === 'newest') return shown
  return shown
    .map((topic) => ({ topic, name: withoutResolvedMark(topic.name) }))
    .sort((a, b) => byName(a.name, b.name))
    .map(({ topic }) => topic)
}

/** Senders of the cached messages of a stream, by folded topic, the latest sender first. */
export function sendersByTopic(
  cache: Pick<MessageCache, 'ids' | 'get'>,
  streamId: number,
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>()
  for (const id of [...cache.ids()].sort((a, b) => b - a)) {
    const message = cache.get(id)
    if (message?.stream_id !== streamId) continue
    const key = foldCase(message.subject)
    const senders = found.get(key)
    if (!senders) found.set(key, [message.sender_id])
    else if (!senders.includes(message.sender_id)) senders.push(message.sender_id)
  }
  return found
}
