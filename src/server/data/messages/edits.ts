import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { messageColumns } from '../engine/row-columns'
import { isReadableBy } from '../access/message-conditions'
import type { Reader } from '../access/rule'
import type { MessageEditRow, MessageRow } from '../schema'

export type TopicKey = { streamId: number; topic: string }

/** Locks a message against changes by others until this transaction ends. */
export async function lockMessage(
  tx: Tx,
  realmId: number,
  messageId: number,
): Promise<MessageRow | undefined> {
  return tx
    .selectFrom('messages')
    .select(messageColumns)
    .where('realm_id', '=', realmId)
    .where('id', '=', messageId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Locks the readable messages of a topic from one id on, and returns their ids, ascending: the
 * fixed lock order keeps two callers from a deadlock.
 */
export async function lockTopicMessages(
  tx: Tx,
  reader: Reader,
  { streamId, topic }: TopicKey,
  fromId: number,
): Promise<{ id: number; sent_at: Date }[]> {
  const { rows } = await sql<{ id: number; sent_at: Date }>`
    select id, sent_at from messages
    where realm_id = ${reader.realm_id} and stream_id = ${streamId}
      and fold_case(topic) = fold_case(${topic}) and id >= ${fromId} and ${isReadableBy(reader)}
    order by id
    for no key update`.execute(tx)
  return rows
}

/** The new content of one of the changed messages, with all columns derived from it. */
export type NewContent = { messageId: number } & Pick<
  MessageRow,
  'content' | 'rendered_content' | 'is_me_message' | 'mentions_everybody' | 'has_link' | 'has_image'
>

export interface MessageChange {
  /** Ids of all messages to change. */
  messageIds: readonly number[]
  /** Id of the editor; null for the server itself. */
  editorId: number | null
  /** A message that was edited later, by a transaction that began later, keeps the order of its edits. */
  at: Date
  /** The new topic. An absent field, here and below, keeps its value. */
  topic?: string | undefined
  streamId?: number | undefined
  content?: NewContent | undefined
}

/**
 * Changes messages and records the old values in their edit histories, in one statement. The caller
 * holds the locks of the messages, so that no edit in between is lost. Too long histories are
 * shortened.
 */
export async function changeMessages(
  tx: Tx,
  realmId: number,
  { messageIds, editorId, at, content, ...place }: MessageChange,
): Promise<void> {
  const { topic, streamId } = { topic: place.topic ?? null, streamId: place.streamId ?? null }
  const { messageId, ...columns } = content ?? { messageId: null }
  const isEdited = sql<boolean>`id = ${messageId}::bigint`
  const edited = Object.entries(columns).map(
    ([column, value]) => sql`, ${sql.ref(column)} =
      case when ${isEdited} then ${value} else ${sql.ref(column)} end`,
  )
  const time = sql`greatest(${at.toISOString()}::timestamptz, last_edited_at)`
  const isIt = sql`realm_id = ${realmId} and id = any(${[...messageIds]}::bigint[])`
  await sql`
    with noted as (
      insert into message_edits (realm_id, message_id, editor_id, edited_at, prev_content,
        prev_rendered_content, prev_topic, topic, prev_stream_id, stream_id)
      select realm_id, id, ${editorId}, ${time},
        case when ${isEdited} then content end, case when ${isEdited} then rendered_content end,
        case when ${topic}::text is not null then topic end, ${topic}::text,
        case when ${streamId}::bigint is not null then stream_id end, ${streamId}::bigint
      from messages where ${isIt} order by id
    )
    update messages set last_edited_at = ${time},
      topic = coalesce(${topic}::text, topic),
      stream_id = coalesce(${streamId}::bigint, stream_id)
      ${sql.join(edited, sql``)}
    where ${isIt}`.execute(tx)
  await shortenHistories(tx, realmId, messageIds)
}

/** Max edits stored per message, and max bytes of their earlier texts. */
const maxEdits = 100
const maxEditBytes = 2_097_152

/**
 * Merges the oldest edits of each message over the limits into one: its `prev_…` values are those
 * before the first merged edit, the others those after the last. The original message is always
 * kept.
 * Source: docs/protocol/messages.md#kept-edits.
 */
async function shortenHistories(
  tx: Tx,
  realmId: number,
  messageIds: readonly number[],
): Promise<void> {
  const earliest = (column: string) => firstOf(column, sql`edit.id`)
  const latest = (column: string) => firstOf(column, sql`edit.id desc`)
  await sql`
    with ranked as (
      select message_id, id, row_number() over newest_first as age,
        sum(coalesce(octet_length(prev_content), 0)
          + coalesce(octet_length(prev_rendered_content), 0))
          over (newest_first rows unbounded preceding) as bytes
      from message_edits
      where realm_id = ${realmId} and message_id = any(${[...messageIds]}::bigint[])
      window newest_first as (partition by message_id order by id desc)
    ), joint as (
      select message_id, max(id) as id
      from ranked where age >= ${sql.lit(maxEdits)} or bytes > ${sql.lit(maxEditBytes)}
      group by message_id having count(*) > 1
    ), joined as (
      select joint.message_id, joint.id, ${earliest('prev_content')},
        ${earliest('prev_rendered_content')}, ${earliest('prev_topic')}, ${latest('topic')},
        ${earliest('prev_stream_id')}, ${latest('stream_id')}
      from joint
      join message_edits edit on edit.realm_id = ${realmId}
        and edit.message_id = joint.message_id and edit.id <= joint.id
      group by joint.message_id, joint.id
    ), gone as (
      delete from message_edits edit using joint
      where edit.realm_id = ${realmId} and edit.message_id = joint.message_id
        and edit.id < joint.id
    )
    update message_edits edit
    set prev_content = joined.prev_content, prev_rendered_content = joined.prev_rendered_content,
      prev_topic = joined.prev_topic, topic = joined.topic,
      prev_stream_id = joined.prev_stream_id, stream_id = joined.stream_id
    from joined
    where edit.realm_id = ${realmId} and edit.message_id = joined.message_id
      and edit.id = joined.id`.execute(tx)
}

function firstOf(column: string, order: RawBuilder<unknown>): RawBuilder<unknown> {
  const name = sql.ref(column)
  return sql`(array_agg(edit.${name} order by ${order}) filter (where edit.${name} is not null))[1]
    as ${name}`
}

/** Whether a topic has messages other than the excluded ones. */
export async function hasMessages(
  db: Queryable,
  realmId: number,
  { streamId, topic }: TopicKey,
  exceptIds: readonly number[] = [],
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from messages where realm_id = ${realmId} and stream_id = ${streamId}
        and fold_case(topic) = fold_case(${topic}) and id <> all(${[...exceptIds]}::bigint[])
    ) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** One edit: new and previous values; null for values it did not change. */
export type EditRow = Omit<MessageEditRow, 'realm_id' | 'message_id' | 'id'>

/** Edits of a message, oldest first. */
export async function listEdits(
  db: Queryable,
  realmId: number,
  messageId: number,
): Promise<EditRow[]> {
  return db
    .selectFrom('message_edits')
    .select(['editor_id', 'edited_at', 'prev_content', 'prev_rendered_content'])
    .select(['prev_topic', 'topic', 'prev_stream_id', 'stream_id'])
    .where('realm_id', '=', realmId)
    .where('message_id', '=', messageId)
    .orderBy('id')
    .execute()
}
