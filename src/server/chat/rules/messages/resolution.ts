import { isResolvedTopic, withoutResolvedMark } from '../../../../shared/rules/topics'
import { sizeLimits } from '../limits'

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
  return [...topic].length === sizeLimits.topicCharacters
}
