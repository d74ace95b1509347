/** What the names of resolved topics begin with. Source: docs/protocol/topics-and-moderation.md#resolved-prefix. */
export const resolvedMark = '✔ '

const marks = /^(?:✔ )+/

export function isResolvedTopic(topic: string): boolean {
  return topic.startsWith(resolvedMark)
}

/** The topic without what marks it as resolved, however often it does. */
export function withoutResolvedMark(topic: string): string {
  return topic.replace(marks, '')
}
