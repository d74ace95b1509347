import { emptyTopicName } from '../../shared/rules/empty-topics'

/*
 * Records with the empty topic named, for clients without the capability `empty_topic_name`; `renderings.ts` names it in
 * events.
 * Source: docs/protocol/messages.md#empty-topic-clients.
 */

/** Members that are topics. */
const topicMembers = [
  'match_subject',
  'orig_subject',
  'prev_topic',
  'subject',
  'topic',
  'topic_name',
]

/** The record with the name of the empty topic in its place. @param record not of a private message */
export function nameTopics<Named extends object>(record: Named): Named {
  const empty = topicMembers.filter((name) => (record as Record<string, unknown>)[name] === '')
  if (empty.length === 0) return record
  return { ...record, ...Object.fromEntries(empty.map((name) => [name, emptyTopicName])) }
}

/** {@link nameTopics} for members of a record that are JSON text: quotes within texts are escaped there. */
export function nameTopicsInText(members: string): string {
  return members.replaceAll(
    /"(match_subject|prev_subject|prev_topic|subject|topic)":""/g,
    `"$1":"${emptyTopicName}"`,
  )
}
