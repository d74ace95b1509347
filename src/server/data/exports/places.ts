import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database'
import { messageColumns } from '../engine/row-columns'
import type { MessageRow } from '../schema'
import { isMessageExported } from './scope'
import type { MessageScope } from './scope'

/** A reading of messages: the realm, the part of it, and the last message. */
export interface MessageSource {
  db: Queryable
  realmId: number
  scope: MessageScope
  upToId: number
}

/** A topic of a stream, or a private conversation. */
export type PlaceRef =
  { kind: 'topic'; streamId: number; key: string } | { kind: 'conversation'; groupId: number }

/** The messages of a month in a place. */
export interface MonthOfPlace {
  /** As `2026-11`, in UTC. */
  month: string
  messages: number
  first_id: number
  last_id: number
}

export interface TopicOfExport {
  key: string
  /** In the spelling of the newest message. */
  name: string
  months: MonthOfPlace[]
}

const topicsPerPage = 300

const monthOf = sql<string>`to_char(m.sent_at at time zone 'UTC', 'YYYY-MM')`

const isMeant = ({ realmId, scope, upToId }: MessageSource): RawBuilder<boolean> =>
  sql`m.realm_id = ${realmId} and m.id <= ${upToId} and ${isMessageExported(scope)}`

/** Topics of a stream by name, with their months. */
export async function* topicsOfStream(
  source: MessageSource,
  streamId: number,
): AsyncGenerator<TopicOfExport> {
  for (let after: string | null = null; ;) {
    const isNext: RawBuilder<boolean> =
      after === null ? sql`true` : sql`fold_case(m.topic) > ${after}`
    const { rows } = await sql<{ key: string; name: string }>`
      select fold_case(m.topic) as key, (array_agg(m.topic order by m.id desc))[1] as name
      from messages m
      where ${isMeant(source)} and m.stream_id = ${streamId} and ${isNext}
      group by fold_case(m.topic) order by fold_case(m.topic) limit ${topicsPerPage}`.execute(
      source.db,
    )
    const months = await monthsOfTopics(
      source,
      streamId,
      rows.map(({ key }) => key),
    )
    for (const { key, name } of rows) yield { key, name, months: months.get(key) ?? [] }
    const last = rows.at(-1)
    if (!last || rows.length < topicsPerPage) return
    after = last.key
  }
}

async function monthsOfTopics(
  source: MessageSource,
  streamId: number,
  keys: readonly string[],
): Promise<Map<string, MonthOfPlace[]>> {
  const { rows } = await sql<MonthOfPlace & { key: string }>`
    select fold_case(m.topic) as key, ${monthOf} as month, count(*)::int as messages,
      min(m.id) as first_id, max(m.id) as last_id
    from messages m
    where ${isMeant(source)} and m.stream_id = ${streamId}
      and fold_case(m.topic) = any(${[...keys]}::text[])
    group by 1, 2 order by 1, 2`.execute(source.db)
  const found = new Map<string, MonthOfPlace[]>()
  for (const { key, ...month } of rows) found.set(key, [...(found.get(key) ?? []), month])
  return found
}

export interface ConversationOfExport {
  id: number
  member_ids: number[]
  months: MonthOfPlace[]
}

const conversationsPerPage = 300

/** Private conversations with exported messages, by id. */
export async function* conversationsOf(
  source: MessageSource,
): AsyncGenerator<ConversationOfExport> {
  if (source.scope.kind === 'public') return
  for (let after = 0; ;) {
    const { rows: groups } = await sql<{ id: number; member_key: string }>`
      select id, member_key from dm_groups
      where realm_id = ${source.realmId} and id > ${after}
      order by id limit ${conversationsPerPage}`.execute(source.db)
    const ids = groups.map(({ id }) => id)
    const { rows } = await sql<MonthOfPlace & { id: number }>`
      select m.dm_group_id as id, ${monthOf} as month, count(*)::int as messages,
        min(m.id) as first_id, max(m.id) as last_id
      from messages m
      where ${isMeant(source)} and m.dm_group_id = any(${ids}::bigint[])
      group by 1, 2 order by 1, 2`.execute(source.db)
    for (const { id, member_key: key } of groups) {
      const months = rows.filter((row) => row.id === id)
      if (months.length > 0) yield { id, member_ids: key.split(',').map(Number), months }
    }
    const last = groups.at(-1)
    if (!last || groups.length < conversationsPerPage) return
    after = last.id
  }
}

const messagesPerRead = 250

/** Messages of a month in a place, by id. */
export async function* messagesOfMonth(
  source: MessageSource,
  place: PlaceRef,
  month: MonthOfPlace,
): AsyncGenerator<MessageRow[]> {
  const columns = sql.join(messageColumns.map((column) => sql.ref(`m.${column}`)))
  const isThere =
    place.kind === 'topic'
      ? sql`m.stream_id = ${place.streamId} and fold_case(m.topic) = ${place.key}`
      : sql`m.dm_group_id = ${place.groupId}`
  for (let after = month.first_id - 1; after < month.last_id;) {
    const { rows } = await sql<MessageRow>`
      select ${columns} from messages m
      where ${isMeant(source)} and ${isThere} and m.id > ${after} and m.id <= ${month.last_id}
        and ${monthOf} = ${month.month}
      order by m.id limit ${messagesPerRead}`.execute(source.db)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < messagesPerRead) return
    after = last.id
  }
}

/** Streams with exported messages, or all of a whole realm: a condition on a row `t`. */
export function isStreamNamed(scope: MessageScope, realmId: number): RawBuilder<boolean> {
  if (scope.kind === 'whole') return sql`true`
  if (scope.kind === 'person') {
    return sql`exists (select from messages m
      where m.realm_id = ${realmId} and m.stream_id = t.id and ${isMessageExported(scope)})`
  }
  const ids =
    scope.kind === 'public' ? scope.streamIds : [...scope.streamIds, ...scope.protectedStreamIds]
  return sql`t.id = any(${[...ids]}::bigint[])`
}

/** Accounts that an export names: a condition on a row `t`. An export of a person names the people in their conversations. */
export function isUserNamed(scope: MessageScope, realmId: number): RawBuilder<boolean> {
  if (scope.kind !== 'person') return sql`true`
  return sql`(t.id = ${scope.userId} or t.id in (
    select member.user_id from dm_group_members member
    where member.realm_id = ${realmId} and member.dm_group_id in (
      select m.dm_group_id from messages m
      where m.realm_id = ${realmId} and ${isMessageExported(scope)})))`
}

/** Number of exported messages. */
export async function countMessages(source: MessageSource): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages m where ${isMeant(source)}`.execute(source.db)
  return rows[0]?.count ?? 0
}

interface ReactionOfExport {
  message_id: number
  user_id: number
  emoji_name: string
  emoji_code: string
  reaction_type: string
}

/** Data of messages beside their rows, by message. */
export interface MessageParts {
  reactions: ReactionOfExport[]
  submessages: { message_id: number; sender_id: number; content: string }[]
  uploads: { message_id: number; upload_id: number }[]
}

/** Reads the parts of a page of messages; in an export of a person only that person's own. */
export async function readMessageParts(
  { db, realmId, scope }: Pick<MessageSource, 'db' | 'realmId' | 'scope'>,
  ids: readonly number[],
): Promise<MessageParts> {
  const isOf = (column: string) =>
    scope.kind === 'person' ? sql`${sql.ref(column)} = ${scope.userId}` : sql`true`
  const where = sql`realm_id = ${realmId} and message_id = any(${[...ids]}::bigint[])`
  const { rows: reactions } = await sql<ReactionOfExport>`
    select message_id, user_id, emoji_name, emoji_code, reaction_type from reactions
    where ${where} and ${isOf('user_id')} order by message_id, id`.execute(db)
  const { rows: submessages } = await sql<MessageParts['submessages'][number]>`
    select message_id, sender_id, content from submessages
    where ${where} and ${isOf('sender_id')} order by message_id, id`.execute(db)
  const { rows: uploads } = await sql<MessageParts['uploads'][number]>`
    select message_id, upload_id from message_uploads
    where ${where} order by message_id, upload_id`.execute(db)
  return { reactions, submessages, uploads }
}
