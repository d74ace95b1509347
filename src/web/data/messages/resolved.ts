import { isResolvedTopic, resolvedMark, withoutResolvedMark } from '../../../shared/rules/topics'

/**
 * The topic name with the prefix toggled.
 *
 * @param maxLength code points; a longer name is cut at its end, so the prefix stays
 */
export function toggledTopic(topic: string, maxLength: number): string {
  if (isResolvedTopic(topic)) return withoutResolvedMark(topic)
  return Array.from(resolvedMark + topic)
    .slice(0, maxLength)
    .join('')
}
