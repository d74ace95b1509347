/** What the name of a resolved topic begins with. Source: docs/protocol/topics-and-moderation.md#resolved-prefix. */
const mark = '✔ '

export function isResolved(topic: string): boolean {
  return topic.startsWith(mark)
}

/**
 * The topic once it is resolved, or opened again.
 *
 * @param maxLength code points; what is longer is cut at its end, never the mark
 */
export function toggledTopic(topic: string, maxLength: number): string {
  if (!isResolved(topic))
    return Array.from(mark + topic)
      .slice(0, maxLength)
      .join('')
  return openTopic(topic)
}

/** The topic without what marks it as resolved. */
export function openTopic(topic: string): string {
  return topic.replace(/^(?:✔ )+/, '')
}
