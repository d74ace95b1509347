import type { PlainEvent, RealmEvent } from './events'
import { emptyTopicName, shownTopic } from './rules/empty-topics'

/*
 * Events and records with the empty topic named, for clients without the capability `empty_topic_name`.
 * Source: docs/protocol/messages.md#empty-topic-clients.
 */

type Members = Record<string, unknown>

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
  const empty = topicMembers.filter((name) => (record as Members)[name] === '')
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

/** Names the topics of an event, by type. Events of other types have no topics. */
const naming: { readonly [Type in PlainEvent['type']]?: (event: PlainEvent) => PlainEvent } = {
  delete_message: nameTopics,
  muted_topics: (event) => replaced(event, 'muted_topics', nameInTriples),
  scheduled_messages: (event) =>
    replaced(replaced(event, 'scheduled_messages', nameInAll), 'scheduled_message', nameTopics),
  typing: nameTopics,
  typing_edit_message: (event) => replaced(event, 'recipient', nameTopics),
  update_message: nameTopics,
  update_message_flags: (event) => replaced(event, 'message_details', nameInAll),
  user_topic: nameTopics,
}

/** Whether an event may differ for clients without the capability. */
export function mayHaveEmptyTopic(event: RealmEvent): boolean {
  if (event.type !== 'message') return event.type in naming
  const { type, subject } = event.message
  return type === 'stream' && subject === ''
}

/** The event for clients without the capability. */
export function withNamedTopics(event: RealmEvent): RealmEvent {
  if (event.type === 'message') {
    return replaced(event, 'message', nameTopics)
  }
  const name = naming[event.type]
  return name ? name(event) : event
}

function replaced<Event extends RealmEvent>(
  event: Event,
  member: string,
  replace: (value: object) => object,
): Event {
  const value = (event as Members)[member]
  return value === undefined ? event : { ...event, [member]: replace(value as object) }
}

/** @param records a list of records, or records by key */
function nameInAll(records: object): object {
  if (Array.isArray(records)) return (records as object[]).map((record) => nameTopics(record))
  const entries = Object.entries(records as Record<string, object>)
  return Object.fromEntries(entries.map(([key, record]) => [key, nameTopics(record)]))
}

function nameInTriples(triples: object): object {
  return (triples as [stream: string, topic: string, at: number][]).map(([stream, topic, at]) => [
    stream,
    shownTopic(topic),
    at,
  ])
}
