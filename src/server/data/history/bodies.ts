import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database'
import { rowsAs } from '../engine/rows'
import type { MessageHead } from './pages'
import { keepPhraseMarks } from './phrase-marks'
import { withHighlights } from './search'
import type { SearchWords } from './search'
import { resolvedMark } from '../../../shared/rules/topics'

/** A message from its row and its edit history: the same for every reader. */
export interface MessageBodyRow extends MessageHead {
  sender_id: number
  stream_id: number | null
  dm_group_id: number | null
  topic: string
  /** Markdown, or HTML if {@link BodyOptions.asHtml}. */
  content: string
  is_me_message: boolean
  is_widget: boolean
  mentions_everybody: boolean
  read_by_sender: boolean
  client: string
  /** Unix times in seconds: sending, last edit of the text, last move. */
  timestamp: number
  last_edit_timestamp: number | null
  last_moved_timestamp: number | null
  /** Newest first; null for none. */
  edits: EditOfMessage[] | null
  /**
   * Content with the searched words between marks (see text/highlights.ts); only if `highlights`
   * were given.
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

export interface BodyOptions {
  asHtml: boolean
  /** Words to mark in content and topic. */
  highlights?: SearchWords | undefined
}

/** Bodies within the byte limit, and the ids of the messages beyond it. */
export interface ReadBodies {
  rows: MessageBodyRow[]
  /** Ids of messages whose texts exceed the byte limit of the page. */
  tooMuch: ReadonlySet<number>
}

/**
 * Max bytes of texts per page: contents, earlier contents and highlighted copies.
 * Source: docs/protocol/history.md#page-bytes.
 */
export const maxPageBytes = 8_388_608

/** The same for a search: PostgreSQL marks the found words at about 10 MB/s. */
const maxSearchedBytes = 2_097_152

/** The first messages of a page are read whatever their size, so that paging always advances. */
export const alwaysRead = 3

/**
 * Bodies of the messages whose row still has the given version; in any order. Only the first
 * messages are read when all texts together exceed the byte limit of a page.
 * @param heads most important first
 */
export async function listMessageBodies(
  db: Queryable,
  realmId: number,
  heads: readonly MessageHead[],
  { asHtml, highlights }: BodyOptions,
): Promise<ReadBodies> {
  const content = asHtml ? sql`m.rendered_content` : sql`m.content`
  const { rows } = await sql<MessageBodyRow & { fits: boolean }>`
    select m.id, m.version, m.fits, m.sender_id, m.stream_id, m.dm_group_id, m.topic,
      ${ifItFits(sql`m.text`)} as content,
      m.is_me_message, m.is_widget, m.mentions_everybody, m.read_by_sender, m.client,
      floor(extract(epoch from m.sent_at))::bigint as timestamp,
      ${lastChange(isReworded)} as last_edit_timestamp,
      ${lastChange(isMoved)} as last_moved_timestamp,
      case when m.fits and m.last_edited_at is not null then ${editsColumn} end as edits
      ${highlights ? highlightColumns(highlights) : sql``}
    from (
      select ${sizedColumns}, wanted.version, ${content} as text,
        ${highlights ? sql`m.rendered_content` : sql`null`} as html,
        wanted.position <= ${sql.lit(alwaysRead)}
          or sum(${bytesOf(content, highlights)}) over (${inOrder}) <= ${sql.lit(highlights ? maxSearchedBytes : maxPageBytes)} as fits
      from ${rowsAs('wanted', heads, { id: 'bigint', version: 'text' })}
      join messages m on m.realm_id = ${realmId} and m.id = wanted.id
        and m.xmin::text = wanted.version
    ) m`.execute(db)
  const left = rows.filter(({ fits }) => !fits)
  const read = left.length === 0 ? rows : rows.filter(({ fits }) => fits)
  return {
    rows: highlights ? await keepPhraseMarks(db, highlights, read) : read,
    tooMuch: new Set(left.map(({ id }) => id)),
  }
}

const sizedColumns = sql.join(
  [
    ...['realm_id', 'id', 'sender_id', 'stream_id', 'dm_group_id', 'topic', 'client', 'sent_at'],
    ...['is_me_message', 'is_widget', 'mentions_everybody', 'read_by_sender', 'last_edited_at'],
  ].map((column) => sql.ref(`m.${column}`)),
)

const inOrder = sql`order by wanted.position rows unbounded preceding`

/**
 * Bytes of the texts of a message `m`; PostgreSQL knows the size of a long text without reading it.
 */
function bytesOf(
  content: RawBuilder<unknown>,
  highlights: SearchWords | undefined,
): RawBuilder<unknown> {
  return sql`octet_length(${content})
    ${highlights ? sql`+ octet_length(m.rendered_content)` : sql``}
    + case when m.last_edited_at is null then 0 else (
        select coalesce(sum(shown.bytes), 0) from ${shownEdits}) end`
}

function ifItFits(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when m.fits then ${text} end`
}

/** Max edits shown with a message, and max bytes of their texts. */
const maxShownEdits = 20
const maxShownBytes = 32_768

/**
 * The newest edits of a message, at least one.
 * Source: docs/protocol/messages.md#shown-edits.
 */
const shownEdits = sql`(
  select id, bytes
  from (
    select newest.id, newest.bytes, row_number() over newest_first as age,
      sum(newest.bytes) over (newest_first rows unbounded preceding) as total
    from (
      select edit.id, coalesce(octet_length(edit.prev_content), 0)
        + coalesce(octet_length(edit.prev_rendered_content), 0) as bytes
      from message_edits edit
      where edit.realm_id = m.realm_id and edit.message_id = m.id
      order by edit.id desc limit ${sql.lit(maxShownEdits)}
    ) newest
    window newest_first as (order by newest.id desc)
  ) sized
  where total <= ${sql.lit(maxShownBytes)} or age = 1
) shown`

const editsColumn = sql`(
  select json_agg(json_build_object('editor_id', edit.editor_id,
    'timestamp', floor(extract(epoch from edit.edited_at))::bigint,
    'prev_content', edit.prev_content, 'prev_rendered_content', edit.prev_rendered_content,
    'prev_topic', edit.prev_topic, 'topic', edit.topic,
    'prev_stream_id', edit.prev_stream_id, 'stream_id', edit.stream_id)
    order by edit.id desc)
  from ${shownEdits}
  join message_edits edit on edit.realm_id = m.realm_id and edit.message_id = m.id
    and edit.id = shown.id)`

const isReworded = sql`edit.prev_content is not null`

/** Marking a topic as resolved or unresolved is not a move. */
const isMoved = sql`(edit.prev_stream_id is not null
  or ltrim(edit.prev_topic, ${sql.lit(resolvedMark)}) <> ltrim(edit.topic, ${sql.lit(resolvedMark)}))`

/** Unix time in seconds of the last edit of a message `m` that meets a condition; null for none. */
function lastChange(isMeant: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when m.last_edited_at is not null then (
    select floor(extract(epoch from max(edit.edited_at)))::bigint
    from message_edits edit
    where edit.realm_id = m.realm_id and edit.message_id = m.id and ${isMeant}) end`
}

function highlightColumns(words: SearchWords): RawBuilder<unknown> {
  const marked = (column: RawBuilder<unknown>) => ifItFits(withHighlights(column, words))
  return sql`, ${marked(sql`m.html`)} as match_content,
    ${marked(sql`m.topic`)} as match_topic`
}
