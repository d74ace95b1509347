import type { Reader } from '../../src/server/data/access/rule'
import { listReadableMessages } from '../../src/server/data/access/readable-messages'
import type { MessageRow } from '../../src/server/data/schema'
import {
  asBoolean,
  asNumber,
  asNumbers,
  asText,
  elementAt,
  maybe,
  present,
  shapedLike,
} from './checked'
import type { Person, ReceivedEvent } from './person'
import { sendSentinel } from './sentinels'
import type { TestServer } from './test-server'

/** A message as a client has fetched it. */
interface KnownMessage {
  stream_id: number | null
  topic: string
  content: string
  rendered_content: string
  is_me_message: boolean
  is_edited: boolean
  reactions: string[]
  submessages: string[]
}

type KnownMessages = Map<number, KnownMessage>

/** The messages that each person has fetched. */
type KnownToPeople = ReadonlyMap<Person, KnownMessages>

/**
 * The law of events for messages: messages that clients fetched before an action, updated by the events they
 * received, equal those that they would fetch after it. Tests a client with bulk deletions and one without.
 */
export async function expectEventsToExplainMessages(
  server: TestServer,
  people: Readonly<Record<string, Person>>,
  messageIds: readonly number[],
  action: () => Promise<unknown>,
): Promise<void> {
  const everybody = Object.values(people)
  const before = await fetchReceived(server, everybody, messageIds)
  const watching = await Promise.all(
    Object.entries(people).flatMap(([name, person]) =>
      [true, false].map(async (bulk_message_deletion) => ({
        name: `${name}, ${bulk_message_deletion ? 'of today' : 'of old'}`,
        person,
        queue: await person.register({ client_capabilities: { bulk_message_deletion } }),
        known: structuredClone(present(before.get(person))),
      })),
    ),
  )
  await action()
  const isLast = await sendSentinel(server, everybody)
  const after = await fetchMessages(server, everybody, messageIds)
  const found: Record<string, unknown> = {}
  const expected: Record<string, unknown> = {}
  for (const { name, person, queue, known } of watching) {
    for (const event of await person.pollUntil(queue, isLast)) applyToMessages(known, event)
    found[name] = Object.fromEntries(known)
    const isFetched = ([id]: [number, KnownMessage]) => present(before.get(person)).has(id)
    expected[name] = Object.fromEntries([...present(after.get(person))].filter(isFetched))
  }
  expect(found).toEqual(expected)
}

/** Fetches messages of private conversations and subscribed streams: only for these events are sent. */
async function fetchReceived(
  server: TestServer,
  people: readonly Person[],
  messageIds: readonly number[],
): Promise<KnownToPeople> {
  const readable = await fetchMessages(server, people, messageIds)
  const subscribed = await server.db
    .selectFrom('subscriptions')
    .select(['user_id', 'stream_id'])
    .where('user_id', 'in', idsOf(people))
    .where('active', '=', true)
    .execute()
  return new Map(
    [...readable].map(([person, messages]) => {
      const theirs = subscribed.filter(({ user_id }) => user_id === person.id)
      const streamIds = new Set([null, ...theirs.map(({ stream_id }) => stream_id)])
      return [person, new Map([...messages].filter(([, { stream_id: id }]) => streamIds.has(id)))]
    }),
  )
}

async function fetchMessages(
  { db }: TestServer,
  people: readonly Person[],
  messageIds: readonly number[],
): Promise<KnownToPeople> {
  const readers = await db
    .selectFrom('users')
    .select(['realm_id', 'id', 'role'])
    .where('id', 'in', idsOf(people))
    .execute()
  const reactions = await db
    .selectFrom('reactions')
    .select(['message_id', 'emoji_code', 'user_id'])
    .where('message_id', 'in', messageIds)
    .orderBy('id')
    .execute()
  const submessages = await db
    .selectFrom('submessages')
    .select(['message_id', 'id', 'sender_id', 'content'])
    .where('message_id', 'in', messageIds)
    .orderBy('id')
    .execute()
  const known = (row: MessageRow): KnownMessage => {
    const { id, stream_id, topic, content, rendered_content, is_me_message } = row
    return {
      ...{ stream_id, topic, content, rendered_content, is_me_message },
      is_edited: row.last_edited_at !== null,
      reactions: reactions
        .filter((reaction) => reaction.message_id === id)
        .map(({ emoji_code, user_id }) => `${emoji_code} by ${user_id}`),
      submessages: submessages
        .filter((submessage) => submessage.message_id === id)
        .map((said) => `${said.id} by ${said.sender_id}: ${said.content}`),
    }
  }
  return new Map(
    await Promise.all(
      people.map(async (person) => {
        const reader: Reader = present(readers.find(({ id }) => id === person.id))
        const rows = await listReadableMessages(db, reader, messageIds)
        return [person, new Map(rows.map((row) => [row.id, known(row)]))] as const
      }),
    ),
  )
}

const idsOf = (people: readonly Person[]) => people.map(({ id }) => id)

/**
 * Events about messages that the client has not fetched are ignored.
 * Source: docs/protocol/events.md#update-sight.
 */
function applyToMessages(known: KnownMessages, event: ReceivedEvent): void {
  switch (event.type) {
    case 'update_message':
      return update(known, event)
    case 'delete_message':
      for (const id of deletedIds(event)) known.delete(id)
      return
    case 'submessage': {
      const said = shapedLike(event, { message_id: 0, submessage_id: 0 })
      const who = String(event['sender_id'])
      known
        .get(said.message_id)
        ?.submessages.push(`${said.submessage_id} by ${who}: ${String(event['content'])}`)
      return
    }
    case 'reaction': {
      const message = known.get(asNumber(event['message_id']))
      const reaction = `${String(event['emoji_code'])} by ${String(event['user_id'])}`
      if (!message) return
      if (event['op'] === 'add') message.reactions.push(reaction)
      else message.reactions = message.reactions.filter((other) => other !== reaction)
    }
  }
}

function update(known: KnownMessages, event: ReceivedEvent): void {
  const { message_id: firstId, message_ids, propagate_mode: mode, subject, new_stream_id } = event
  const ids = asNumbers(message_ids)
  if (
    !ids.includes(asNumber(firstId)) ||
    ids.some((id, index) => index > 0 && id <= elementAt(ids, index - 1))
  ) {
    throw new Error(`is about a strange list of messages: ${JSON.stringify(event)}`)
  }
  const isMove = subject !== undefined || new_stream_id !== undefined
  if (isMove !== (mode !== undefined)) throw new Error('propagate_mode does not match the move')
  for (const id of ids) {
    const message = known.get(id)
    if (!message) continue
    message.is_edited = true
    if (subject !== undefined) message.topic = asText(subject)
    if (new_stream_id !== undefined) message.stream_id = asNumber(new_stream_id)
    if (id !== firstId || event['content'] === undefined) continue
    message.content = asText(event['content'])
    message.rendered_content = asText(event['rendered_content'])
    message.is_me_message = asBoolean(event['is_me_message'])
  }
}

/** The ids in either form of the event. */
export function deletedIds({ message_ids, message_id }: ReceivedEvent): number[] {
  return shapedLike(message_ids, maybe([0])) ?? [asNumber(message_id)]
}
