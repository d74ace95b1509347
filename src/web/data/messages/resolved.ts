/** Prefix of resolved topics. Source: docs/protocol/topics-and-moderation.md#resolved-prefix. */
const mark = '✔ '

export function isResolved(topic: string): boolean {
  return topic.startsWith(mark)
}

/**
 * The topic name with the prefix toggled.
 *
 * @param maxLength code points; a longer name is cut at its end, so the prefix stays
 */
export function toggledTopic(topic: string, maxLength: number): string {
  if (!isResolved(topic))
    return Array.from(mark + topic)
      .slice(0, maxLength)
      .join('')
  return openTopic(topic)
}

/** The topic name without the prefix of resolved topics. */
export function openTopic(topic: string): string {
  return topic.replace(/^(?:✔ )+/, '')
}
