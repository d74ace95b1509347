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
