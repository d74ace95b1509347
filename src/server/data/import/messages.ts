import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { keptUntilReferred, rowsAs } from '../engine/rows'
import { uploadKeysIn } from '../uploads/links'
import type { ImportScope } from './keys'

/** Ids of messages, ascending, that nobody else gets. */
export async function reserveMessageIds(db: Queryable, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval('messages_id_seq') as id from generate_series(1, ${count}::integer)`.execute(db)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/** The flags of an imported message for one user. */
export interface ImportedFlags {
  message_id: number
  user_id: number
  starred: boolean
  collapsed: boolean
  mentioned: boolean
  topic_wildcard_mentioned: boolean
  has_alert_word: boolean
}

export async function insertImportedFlags(
  tx: Tx,
  realmId: number,
  flags: readonly ImportedFlags[],
): Promise<void> {
  if (flags.length === 0) return
  await sql`
    insert into message_flags (realm_id, user_id, message_id, starred, collapsed, mentioned,
      topic_wildcard_mentioned, has_alert_word)
    select ${realmId}, user_id, message_id, starred, collapsed, mentioned, topic_wildcard_mentioned,
      has_alert_word
    from ${rowsAs('given', flags, {
      user_id: 'bigint',
      message_id: 'bigint',
      starred: 'boolean',
      collapsed: 'boolean',
      mentioned: 'boolean',
      topic_wildcard_mentioned: 'boolean',
      has_alert_word: 'boolean',
    })}
    on conflict do nothing`.execute(tx)
}

/** Stars messages for users, beside their other flags. */
export async function starMessages(
  tx: Tx,
  realmId: number,
  stars: readonly { user_id: number; message_id: number }[],
): Promise<void> {
  if (stars.length === 0) return
  await sql`
    insert into message_flags (realm_id, user_id, message_id, starred)
    select ${realmId}, user_id, message_id, true
    from ${rowsAs('given', stars, { user_id: 'bigint', message_id: 'bigint' })}
    join messages on messages.realm_id = ${realmId} and messages.id = message_id
    on conflict (realm_id, user_id, message_id) do update set starred = true`.execute(tx)
}

/** An earlier state of an imported message. */
export interface ImportedEdit {
  message_id: number
  editor_id: number | null
  edited_at: Date
  prev_content: string | null
  prev_rendered_content: string | null
  prev_topic: string | null
  topic: string | null
  prev_stream_id: number | null
  stream_id: number | null
}

/** Inserts edits of messages, oldest first. */
export async function insertImportedEdits(
  tx: Tx,
  realmId: number,
  edits: readonly ImportedEdit[],
): Promise<void> {
  if (edits.length === 0) return
  await sql`
    insert into message_edits (realm_id, message_id, editor_id, edited_at, prev_content,
      prev_rendered_content, prev_topic, topic, prev_stream_id, stream_id)
    select ${realmId}, message_id, editor_id, edited_at, prev_content, prev_rendered_content,
      prev_topic, topic, prev_stream_id, stream_id
    from ${rowsAs('given', edits, {
      message_id: 'bigint',
      editor_id: 'bigint',
      edited_at: 'timestamptz',
      prev_content: 'text',
      prev_rendered_content: 'text',
      prev_topic: 'text',
      topic: 'text',
      prev_stream_id: 'bigint',
      stream_id: 'bigint',
    })}
    order by position`.execute(tx)
}

export async function setEditTimes(
  tx: Tx,
  realmId: number,
  edited: readonly { id: number; at: Date }[],
): Promise<void> {
  if (edited.length === 0) return
  await sql`
    update messages set last_edited_at = given.at
    from ${rowsAs('given', edited, { id: 'bigint', at: 'timestamptz' })}
    where realm_id = ${realmId} and messages.id = given.id`.execute(tx)
}

/** Links imported messages to the uploads that their texts name, regardless of who may read the uploads. */
export async function linkImportedUploads(
  tx: Tx,
  realmId: number,
  messages: readonly { id: number; content: string }[],
): Promise<void> {
  const pairs = messages.flatMap(({ id, content }) =>
    uploadKeysIn(realmId, content).map((path_key) => ({ message_id: id, path_key })),
  )
  if (pairs.length === 0) return
  await sql`
    with found as (
      select given.message_id, uploads.id
      from ${rowsAs('given', pairs, { message_id: 'bigint', path_key: 'text' })}
      join uploads on uploads.realm_id = ${realmId} and uploads.path_key = given.path_key
      ${keptUntilReferred} of uploads
    ), linked as (
      insert into message_uploads (realm_id, message_id, upload_id)
      select ${realmId}, message_id, id from found on conflict do nothing
    )
    update messages set has_attachment = true
    from found
    where messages.realm_id = ${realmId} and messages.id = found.message_id`.execute(tx)
}

/** Notes the ids of written messages, and who had not read them. */
export async function noteWritten(
  tx: Tx,
  { realmId, source }: ImportScope,
  ids: readonly number[],
  unread: readonly { message_id: number; user_id: number }[],
): Promise<void> {
  await sql`
    update imports set message_ids = message_ids + (
      select range_agg(int8range(id, id + 1)) from unnest(${[...ids]}::bigint[]) as id)
    where realm_id = ${realmId} and source = ${source}`.execute(tx)
  if (unread.length === 0) return
  await sql`
    insert into import_unread (realm_id, source, message_id, user_ids)
    select ${realmId}, ${source}, message_id, array_agg(user_id)
    from ${rowsAs('given', unread, { message_id: 'bigint', user_id: 'bigint' })}
    group by message_id`.execute(tx)
}

/** A text whose links are not resolved yet. */
export interface WaitingText {
  message_id: number
  content: string
}

export async function insertWaitingTexts(
  tx: Tx,
  { realmId, source }: ImportScope,
  texts: readonly WaitingText[],
): Promise<void> {
  if (texts.length === 0) return
  await sql`
    insert into import_links (realm_id, source, message_id, content)
    select ${realmId}, ${source}, message_id, content
    from ${rowsAs('given', texts, { message_id: 'bigint', content: 'text' })}`.execute(tx)
}

/** The next texts whose links are not resolved yet. */
export async function listWaitingTexts(
  db: Queryable,
  { realmId, source }: ImportScope,
  atMost: number,
): Promise<WaitingText[]> {
  const { rows } = await sql<WaitingText>`
    select message_id, content from import_links
    where realm_id = ${realmId} and source = ${source}
    order by message_id limit ${atMost}`.execute(db)
  return rows
}

export interface ResolvedText {
  id: number
  content: string
  rendered_content: string
  has_link: boolean
  has_image: boolean
}

/** Replaces texts whose links are resolved now, except those that were edited here meanwhile. */
export async function replaceWaitingTexts(
  tx: Tx,
  { realmId, source }: ImportScope,
  texts: readonly ResolvedText[],
): Promise<void> {
  await sql`
    with done as (
      delete from import_links
      where realm_id = ${realmId} and source = ${source}
        and message_id = any(${texts.map(({ id }) => id)}::bigint[])
    )
    update messages set content = given.content, rendered_content = given.rendered_content,
      has_link = given.has_link, has_image = given.has_image
    from ${rowsAs('given', texts, {
      id: 'bigint',
      content: 'text',
      rendered_content: 'text',
      has_link: 'boolean',
      has_image: 'boolean',
    })}
    where messages.realm_id = ${realmId} and messages.id = given.id`.execute(tx)
}

/** A reaction of an archive, with ids of here. */
export interface ImportedReaction {
  message_id: number
  user_id: number
  emoji_name: string
  emoji_code: string
  reaction_type: string
}

/** Inserts reactions to messages that still exist. */
export async function insertImportedReactions(
  tx: Tx,
  realmId: number,
  reactions: readonly ImportedReaction[],
): Promise<void> {
  if (reactions.length === 0) return
  await sql`
    insert into reactions (realm_id, message_id, user_id, emoji_name, emoji_code, reaction_type)
    select ${realmId}, message_id, user_id, emoji_name, emoji_code, reaction_type
    from ${rowsAs('given', reactions, {
      message_id: 'bigint',
      user_id: 'bigint',
      emoji_name: 'text',
      emoji_code: 'text',
      reaction_type: 'text',
    })}
    where exists (
      select from messages where messages.realm_id = ${realmId} and messages.id = message_id)
    order by position
    on conflict do nothing`.execute(tx)
}
