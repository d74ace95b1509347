import { isResolvedTopic, withoutResolvedMark } from '../../wire/topics'
import { sizeLimits } from '../limits'

export type Resolution = 'resolved' | 'unresolved'

/**
 * What a change of name says of a topic, if it says nothing else: that it is resolved, or is so no longer.
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

/** Whether a name is as long as names may be: there may have been no room beside the mark for all of it. */
function isCut(topic: string): boolean {
  return [...topic].length === sizeLimits.topicCharacters
}
