import { countCharacters, firstCharacters } from './characters'
import { textLimits } from './text-limits'

/**
 * Prefix of the names of resolved topics. Source:
 * docs/protocol/topics-and-moderation.md#resolved-prefix.
 */
export const resolvedMark = '✔ '

const marks = /^(?:✔ )+/

export function isResolvedTopic(topic: string): boolean {
  return topic.startsWith(resolvedMark)
}

/** The topic without resolved prefixes, even repeated ones. */
export function withoutResolvedMark(topic: string): string {
  return topic.replace(marks, '')
}

/** The topic with the prefix added or removed. */
export function toggledTopic(topic: string): string {
  return isResolvedTopic(topic) ? withoutResolvedMark(topic) : resolvedMark + topic
}

/**
 * Max characters of a topic: the prefix does not count, so that every topic can be resolved and keeps its name.
 * Source: docs/protocol/topics-and-moderation.md#resolve-long-topics.
 */
export function maxTopicCharacters(topic: string): number {
  return textLimits.topicCharacters + (isResolvedTopic(topic) ? resolvedMark.length : 0)
}

export type Resolution = 'resolved' | 'unresolved'

/**
 * Whether a rename only marks a topic as resolved or unresolved; undefined for other renames.
 * Source: docs/protocol/topics-and-moderation.md#resolved-prefix.
 */
export function resolutionOf(oldTopic: string, newTopic: string): Resolution | undefined {
  const isResolved = isResolvedTopic(newTopic)
  if (isResolvedTopic(oldTopic) === isResolved) return undefined
  if (withoutResolvedMark(oldTopic) !== withoutResolvedMark(newTopic)) return undefined
  return isResolved ? 'resolved' : 'unresolved'
}

/**
 * The new topic with its whole name, if a client has cut the end of the old name, with or without dots, to make space for
 * the prefix of resolved topics.
 * Source: docs/protocol/topics-and-moderation.md#resolve-truncation.
 */
export function withWholeName(oldTopic: string, newTopic: string): string {
  if (isResolvedTopic(oldTopic) || !isResolvedTopic(newTopic)) return newTopic
  const space = textLimits.topicCharacters - resolvedMark.length
  const name = withoutResolvedMark(newTopic)
  if (countCharacters(oldTopic) <= space) return newTopic
  const cuts = ['', '…', '...'].map(
    (dots) => firstCharacters(oldTopic, space - dots.length).trimEnd() + dots,
  )
  return cuts.includes(name) ? resolvedMark + oldTopic : newTopic
}
