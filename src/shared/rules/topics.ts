import { countCharacters } from './characters'
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
 * Sources: docs/protocol/topics-and-moderation.md#resolved-prefix and #resolve-truncation.
 */
export function resolutionOf(oldTopic: string, newTopic: string): Resolution | undefined {
  const isResolved = isResolvedTopic(newTopic)
  if (isResolvedTopic(oldTopic) === isResolved) return undefined
  const [before, after] = [withoutResolvedMark(oldTopic), withoutResolvedMark(newTopic)]
  if (before !== after && !(isResolved && isCut(newTopic) && before.startsWith(after)))
    return undefined
  return isResolved ? 'resolved' : 'unresolved'
}

/** Whether a client may have cut the end of the name to make space for the prefix. */
function isCut(topic: string): boolean {
  return countCharacters(topic) === textLimits.topicCharacters
}
