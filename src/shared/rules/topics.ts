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

/** The topic with the prefix added or removed. A name that becomes too long is cut at its end, so the prefix stays. */
export function toggledTopic(topic: string): string {
  if (isResolvedTopic(topic)) return withoutResolvedMark(topic)
  return firstCharacters(resolvedMark + topic, textLimits.topicCharacters)
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

/** Whether a name has the maximum length, so that its end may have been cut to make space for the mark. */
function isCut(topic: string): boolean {
  return countCharacters(topic) === textLimits.topicCharacters
}
