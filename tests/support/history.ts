import { sql } from 'kysely'
import { expectSuccess } from './expectations'
import type { Arguments, Person } from './person'
import type { TestServer } from './test-server'

export interface ReadMessage {
  id: number
  type: string
  content: string
  subject: string
  flags: string[]
  [key: string]: unknown
}

export interface ReadPage {
  messages: ReadMessage[]
  anchor: number
  found_anchor: boolean
  found_oldest: boolean
  found_newest: boolean
}

/** A page of a person's history; by default the newest messages. */
export async function readPage(person: Person, args: Arguments = {}): Promise<ReadPage> {
  const response = await person.get('/messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
    ...args,
  })
  return expectSuccess(response) as unknown as ReadPage
}

/** The contents of a person's messages in a narrow. */
export async function contentsOf(
  person: Person,
  narrow: unknown,
  args: Arguments = {},
): Promise<string[]> {
  const { messages } = await readPage(person, { narrow, ...args })
  return messages.map((message) => message.content)
}

/** Sends several messages and answers their ids by content. */
export async function sendAll(
  person: Person,
  stream: string,
  topic: string,
  contents: readonly string[],
): Promise<number[]> {
  const ids: number[] = []
  for (const content of contents) ids.push(await person.send(stream, topic, content))
  return ids
}

/** Copies per statement: few enough to finish before the timeout on a busy machine. */
const copiesAtOnce = 5_000

/** Makes numbered copies of a message, in batches. */
export async function multiply(
  server: TestServer,
  messageId: number,
  copies: number,
): Promise<void> {
  for (let made = 0; made < copies; made += copiesAtOnce) {
    const last = Math.min(made + copiesAtOnce, copies)
    await sql`
      insert into messages (realm_id, sender_id, stream_id, dm_group_id, topic, content,
        rendered_content, client, sent_at)
      select realm_id, sender_id, stream_id, dm_group_id, topic, content || ' ' || copy,
        rendered_content, client, sent_at
      from messages, generate_series(${made + 1}::int, ${last}::int) copy
      where id = ${messageId} order by copy`.execute(server.db)
  }
}

/** Sets a flag directly in the database. */
export async function setFlag(
  server: TestServer,
  person: Person,
  messageIds: readonly number[],
  flag: 'starred' | 'collapsed' | 'mentioned' | 'topic_wildcard_mentioned' | 'has_alert_word',
): Promise<void> {
  await sql`
    insert into message_flags (realm_id, user_id, message_id, ${sql.ref(flag)})
    select realm_id, ${person.id}, id, true from messages
    where id = any(${[...messageIds]}::bigint[])
    on conflict (realm_id, user_id, message_id) do update set ${sql.ref(flag)} = true`.execute(
    server.db,
  )
}

/** Marks everything in a stream up to a message as read. */
export async function readStreamUpTo(
  server: TestServer,
  person: Person,
  streamId: number,
  messageId: number,
): Promise<void> {
  await sql`
    update subscriptions set read = int8multirange(int8range(0, ${messageId + 1}))
    where user_id = ${person.id} and stream_id = ${streamId}`.execute(server.db)
}

/** Marks single messages of private conversations or streams as read. */
export async function readPrivatelyUpTo(
  server: TestServer,
  person: Person,
  messageId: number,
): Promise<void> {
  await sql`
    update dm_group_members set read = int8multirange(int8range(0, ${messageId + 1}))
    where user_id = ${person.id}`.execute(server.db)
}
