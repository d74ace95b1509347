import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from './database'
import { isMarkedRead, isReceivedBy } from './message-access'
import type { Reader } from './message-access'
import type { MessagePage } from './message-pages'
import { searchQuery } from './message-search'
import type { SearchWords } from './message-search'
import { flagBits } from '../wire/message-flags'
import { highlightMarks } from '../wire/highlights'
import type { SubmessageFacts } from '../wire/submessages'

/** A message with all that a reader is told of it, in few columns: there are many rows. */
export interface MessageRecordRow {
  id: number
  sender_id: number
  sender_email: string
  sender_full_name: string
  sender_short_name: string
  sender_avatar_version: number
  sender_avatar_key: string | null
  stream_id: number | null
  stream_name: string | null
  stream_recipient_id: number | null
  dm_group_id: number | null
  topic: string
  /** Markdown or HTML, as it was asked for. */
  content: string
  is_me_message: boolean
  client: string
  /** Unix time in seconds, as the next one. */
  timestamp: number
  last_edit_timestamp: number | null
  /** Bits of {@link flagBits}. */
  flags: number
  /** Oldest first; null for none. */
  reactions: ReactionOfMessage[] | null
  /** Oldest first; null for none. */
  submessages: SubmessageFacts[] | null
  /** Newest first; null for none. */
  edits: EditOfMessage[] | null
  /** With what was searched for between marks (see wire/highlights.ts); only where it was asked for. */
  match_content?: string
  match_topic?: string
}

export interface ReactionOfMessage {
  emoji_name: string
  emoji_code: string
  reaction_type: string
  user_id: number
  email: string
  full_name: string
}

export interface EditOfMessage {
  editor_id: number | null
  timestamp: number
  prev_content: string | null
  prev_rendered_content: string | null
  prev_topic: string | null
  topic: string | null
  prev_stream_id: number | null
  stream_id: number | null
}

export interface RecordWishes {
  asHtml: boolean
  /** Mark these in content and topic. */
  highlights?: SearchWords | undefined
}

/**
 * The messages of a page, ascending, in one statement.
 *
 * @param page only of messages that the reader may read
 */
export async function listMessageRecords(
  db: Queryable,
  reader: Reader,
  page: MessagePage,
  { asHtml, highlights }: RecordWishes,
): Promise<MessageRecordRow[]> {
  const { rows } = await sql<MessageRecordRow>`
    select m.id, m.sender_id, sender.email as sender_email, sender.full_name as sender_full_name,
      sender.short_name as sender_short_name, sender.avatar_version as sender_avatar_version,
      sender.avatar_key as sender_avatar_key,
      m.stream_id, streams.name as stream_name, streams.recipient_id as stream_recipient_id,
      m.dm_group_id, m.topic, ${asHtml ? sql`m.rendered_content` : sql`m.content`} as content,
      m.is_me_message, m.client, floor(extract(epoch from m.sent_at))::bigint as timestamp,
      floor(extract(epoch from m.last_edited_at))::bigint as last_edit_timestamp,
      ${flagsColumn(reader)} as flags, ${reactionsColumn} as reactions, ${editsColumn} as edits,
      ${submessagesColumn} as submessages
      ${highlights ? highlightColumns(highlights) : sql``}
    from (${page}) page
    join messages m on m.realm_id = ${reader.realm_id} and m.id = page.id
    join users sender on sender.realm_id = m.realm_id and sender.id = m.sender_id
    left join streams on streams.realm_id = m.realm_id and streams.id = m.stream_id
    left join message_flags flag on flag.realm_id = m.realm_id and flag.user_id = ${reader.id}
      and flag.message_id = m.id
    order by m.id`.execute(db)
  return rows
}

function flagsColumn(reader: Reader): RawBuilder<number> {
  const flags: [RawBuilder<boolean>, number][] = [
    [isReceivedBy(reader, 'm'), flagBits.received],
    [isMarkedRead(reader, 'm'), flagBits.read],
    [sql`coalesce(flag.starred, false)`, flagBits.starred],
    [sql`coalesce(flag.collapsed, false)`, flagBits.collapsed],
    [sql`coalesce(flag.mentioned, false)`, flagBits.mentioned],
    [sql`m.mentions_everybody`, flagBits.mentionsEverybody],
    [sql`coalesce(flag.topic_wildcard_mentioned, false)`, flagBits.mentionsTopic],
    [sql`coalesce(flag.has_alert_word, false)`, flagBits.hasAlertWord],
  ]
  const bits = flags.map(([isSet, bit]) => sql`(${isSet})::int * ${sql.lit(bit)}`)
  return sql`(${sql.join(bits, sql` + `)})`
}

const reactionsColumn = sql`(
  select json_agg(json_build_object('emoji_name', reaction.emoji_name,
    'emoji_code', reaction.emoji_code, 'reaction_type', reaction.reaction_type,
    'user_id', reaction.user_id, 'email', reacting.email, 'full_name', reacting.full_name)
    order by reaction.id)
  from reactions reaction
  join users reacting on reacting.realm_id = reaction.realm_id and reacting.id = reaction.user_id
  where reaction.realm_id = m.realm_id and reaction.message_id = m.id)`

/** Messages that are no widgets are not asked for any. */
const submessagesColumn = sql`case when m.is_widget then (
  select json_agg(json_build_object('id', submessage.id, 'sender_id', submessage.sender_id,
    'content', submessage.content) order by submessage.id)
  from submessages submessage
  where submessage.realm_id = m.realm_id and submessage.message_id = m.id) end`

const editsColumn = sql`(
  select json_agg(json_build_object('editor_id', edit.editor_id,
    'timestamp', floor(extract(epoch from edit.edited_at))::bigint,
    'prev_content', edit.prev_content, 'prev_rendered_content', edit.prev_rendered_content,
    'prev_topic', edit.prev_topic, 'topic', edit.topic,
    'prev_stream_id', edit.prev_stream_id, 'stream_id', edit.stream_id)
    order by edit.id desc)
  from message_edits edit
  where edit.realm_id = m.realm_id and edit.message_id = m.id)`

function highlightColumns(words: SearchWords): RawBuilder<unknown> {
  const { start, stop } = highlightMarks
  const options = `HighlightAll=true, StartSel=${start}, StopSel=${stop}`
  const marked = (column: RawBuilder<unknown>) =>
    sql`ts_headline('english', ${column}, ${searchQuery(words)}, ${options})`
  return sql`, ${marked(sql`m.rendered_content`)} as match_content,
    ${marked(sql`m.topic`)} as match_topic`
}

/** Somebody who takes part in a private conversation. */
export interface DmMember {
  dm_group_id: number
  group_recipient_id: number
  id: number
  email: string
  full_name: string
  short_name: string
  recipient_id: number
}

/** Who takes part in these private conversations, each ordered by id. */
export async function listDmMembers(
  db: Queryable,
  realmId: number,
  dmGroupIds: readonly number[],
): Promise<Map<number, DmMember[]>> {
  const members = new Map<number, DmMember[]>()
  if (dmGroupIds.length === 0) return members
  const { rows } = await sql<DmMember>`
    select member.dm_group_id, dm_groups.recipient_id as group_recipient_id,
      users.id, users.email, users.full_name, users.short_name, users.recipient_id
    from dm_group_members member
    join dm_groups on dm_groups.realm_id = member.realm_id and dm_groups.id = member.dm_group_id
    join users on users.realm_id = member.realm_id and users.id = member.user_id
    where member.realm_id = ${realmId} and member.dm_group_id = any(${[...dmGroupIds]}::bigint[])
    order by member.dm_group_id, users.id`.execute(db)
  for (const row of rows) {
    const group = members.get(row.dm_group_id)
    if (group) group.push(row)
    else members.set(row.dm_group_id, [row])
  }
  return members
}
