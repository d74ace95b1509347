import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database'
import { rowsAs } from '../engine/rows'
import type { MessageHead } from './pages'
import { searchQuery } from './search'
import type { SearchWords } from './search'
import { highlightMarks } from '../../wire/highlights'

/** A message as its row and its history tell of it: the same for everybody who may read it. */
export interface MessageBodyRow extends MessageHead {
  sender_id: number
  stream_id: number | null
  dm_group_id: number | null
  topic: string
  /** Markdown or HTML, as it was asked for. */
  content: string
  is_me_message: boolean
  is_widget: boolean
  mentions_everybody: boolean
  read_by_sender: boolean
  client: string
  /** Unix time in seconds, as the next one. */
  timestamp: number
  last_edit_timestamp: number | null
  /** Newest first; null for none. */
  edits: EditOfMessage[] | null
  /**
   * Content with what was searched for between marks (see wire/highlights.ts); only if asked for.
   */
  match_content?: string
  match_topic?: string
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

export interface BodyWishes {
  asHtml: boolean
  /** Mark these in content and topic. */
  highlights?: SearchWords | undefined
}

/** Bodies of the messages that are still what they were when they were found; in any order. */
export async function listMessageBodies(
  db: Queryable,
  realmId: number,
  heads: readonly MessageHead[],
  { asHtml, highlights }: BodyWishes,
): Promise<MessageBodyRow[]> {
  const { rows } = await sql<MessageBodyRow>`
    select m.id, wanted.version, m.sender_id, m.stream_id, m.dm_group_id, m.topic,
      ${asHtml ? sql`m.rendered_content` : sql`m.content`} as content,
      m.is_me_message, m.is_widget, m.mentions_everybody, m.read_by_sender, m.client,
      floor(extract(epoch from m.sent_at))::bigint as timestamp,
      floor(extract(epoch from m.last_edited_at))::bigint as last_edit_timestamp,
      case when m.last_edited_at is not null then ${editsColumn} end as edits
      ${highlights ? highlightColumns(highlights) : sql``}
    from ${rowsAs('wanted', heads, { id: 'bigint', version: 'text' })}
    join messages m on m.realm_id = ${realmId} and m.id = wanted.id
      and m.xmin::text = wanted.version`.execute(db)
  return rows
}

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
