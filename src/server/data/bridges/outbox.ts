import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { ImportScope } from '../import/keys'

/** A message of here whose state the other side may not have. */
export interface OutboxRow {
  message_id: number
  version: number
  /** An attempt to post it has begun then, and its outcome is unknown. */
  posting_at: Date | null
  waits_since: Date
  attempts: number
}

/** Journals messages that have changed. One that is there is looked at again. */
export async function addToOutbox(
  db: Queryable | Tx,
  { realmId, source }: ImportScope,
  messageIds: readonly number[],
): Promise<void> {
  if (messageIds.length === 0) return
  await sql`
    insert into bridge_outbox (realm_id, source, message_id)
    select ${realmId}, ${source}, id from unnest(${[...new Set(messageIds)]}::bigint[]) as given (id)
    on conflict (realm_id, source, message_id) do update
      set version = bridge_outbox.version + 1, failed = false, attempts = 0,
        waits_since = case when bridge_outbox.failed then now() else bridge_outbox.waits_since end`.execute(
    db,
  )
}

/** The first message that waits, and a further attempt at it: the order of a stream is that of its ids. */
export async function takeFromOutbox(
  db: Queryable,
  { realmId, source }: ImportScope,
): Promise<OutboxRow | undefined> {
  const { rows } = await sql<OutboxRow>`
    update bridge_outbox set attempts = attempts + 1
    where realm_id = ${realmId} and source = ${source} and message_id = (
      select min(message_id) from bridge_outbox
      where realm_id = ${realmId} and source = ${source} and not failed)
    returning message_id, version, posting_at, waits_since, attempts`.execute(db)
  return rows[0]
}

/** Notes that an attempt to post a message begins. */
export async function notePosting(
  tx: Tx,
  { realmId, source }: ImportScope,
  messageId: number,
  at: Date,
): Promise<void> {
  await sql`
    update bridge_outbox set posting_at = ${at.toISOString()}::timestamptz
    where realm_id = ${realmId} and source = ${source} and message_id = ${messageId}`.execute(tx)
}

/** Forgets the attempt: the other side has not got the message. */
export async function forgetPosting(
  db: Queryable,
  { realmId, source }: ImportScope,
  messageId: number,
): Promise<void> {
  await sql`
    update bridge_outbox set posting_at = null
    where realm_id = ${realmId} and source = ${source} and message_id = ${messageId}`.execute(db)
}

/** Removes a message that is carried, unless it has changed meanwhile. */
export async function removeFromOutbox(
  db: Queryable,
  { realmId, source }: ImportScope,
  { message_id: messageId, version }: OutboxRow,
): Promise<void> {
  await sql`
    with gone as (
      delete from bridge_outbox
      where realm_id = ${realmId} and source = ${source} and message_id = ${messageId}
        and version = ${version}
      returning message_id
    )
    update bridge_outbox set posting_at = null, attempts = 0, waits_since = now()
    where realm_id = ${realmId} and source = ${source} and message_id = ${messageId}
      and not exists (select from gone)`.execute(db)
}

/** Sets a message aside until it changes. */
export async function failInOutbox(
  db: Queryable,
  { realmId, source }: ImportScope,
  { message_id: messageId, version }: OutboxRow,
): Promise<void> {
  await sql`
    update bridge_outbox set failed = true
    where realm_id = ${realmId} and source = ${source} and message_id = ${messageId}
      and version = ${version}`.execute(db)
}

/** Messages that are looked at again after events were lost, beside those that are new or gone. */
const mostReviewed = 1_000

/**
 * Journals what a lost event queue may have told: messages of bridged streams that are in no key, carried ones that are
 * gone here, and the last ones that were carried.
 */
export async function reviewOutbox(
  tx: Tx,
  { realmId, source }: ImportScope,
  channels: readonly string[],
): Promise<void> {
  const mine = sql`realm_id = ${realmId} and source = ${source}`
  const { rows } = await sql<{ id: number }>`
    select messages.id from bridge_channels channel
    join messages on messages.realm_id = channel.realm_id and messages.stream_id = channel.stream_id
      and messages.id > channel.after_message_id
    where channel.realm_id = ${realmId} and channel.source = ${source}
      and channel.channel = any(${[...channels]}::text[])
      and not exists (
        select from import_keys known
        where known.realm_id = ${realmId} and known.kind = 'message' and known.id = messages.id)
    union
    select carried.message_id from bridge_messages carried
    where carried.realm_id = ${realmId} and carried.source = ${source} and is_ours and not deleted
      and not exists (
        select from messages
        where messages.realm_id = carried.realm_id and messages.id = carried.message_id)
    union
    (select message_id from bridge_messages where ${mine} and message_id is not null and not deleted
    order by message_id desc limit ${mostReviewed})`.execute(tx)
  await addToOutbox(
    tx,
    { realmId, source },
    rows.map(({ id }) => id),
  )
}

/** A message of here as the other side shows it. */
export interface OutgoingMessage {
  id: number
  sender_id: number
  is_system_bot: boolean
  full_name: string
  avatar_key: string | null
  avatar_version: number
  stream_id: number | null
  topic: string
  rendered_content: string
}

export async function findOutgoing(
  db: Queryable,
  realmId: number,
  id: number,
): Promise<OutgoingMessage | undefined> {
  const { rows } = await sql<OutgoingMessage>`
    select messages.id, sender_id, users.is_system_bot, users.full_name, users.avatar_key,
      users.avatar_version, stream_id,
      topic, rendered_content
    from messages join users on users.realm_id = messages.realm_id and users.id = messages.sender_id
    where messages.realm_id = ${realmId} and messages.id = ${id}`.execute(db)
  return rows[0]
}

/** The last edit of the text of a message. */
export interface TextEdit {
  editor_id: number | null
  /** Exact to the microsecond, to be compared. */
  at: string
  edited_at: Date
}

export async function findTextEdit(
  db: Queryable,
  realmId: number,
  messageId: number,
): Promise<TextEdit | undefined> {
  const { rows } = await sql<TextEdit>`
    select editor_id, edited_at, to_char(edited_at at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US') as at
    from message_edits
    where realm_id = ${realmId} and message_id = ${messageId} and prev_content is not null
    order by edited_at desc limit 1`.execute(db)
  return rows[0]
}

/** The keys of a message in a source. */
export async function listKeysOfMessage(
  db: Queryable,
  { realmId, source }: ImportScope,
  id: number,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from import_keys
    where realm_id = ${realmId} and source = ${source} and kind = 'message' and id = ${id}`.execute(
    db,
  )
  return rows.map(({ key }) => key)
}

/** Emoji of the reactions to a message, with the people who added them. */
export async function listReactors(
  db: Queryable,
  realmId: number,
  messageId: number,
): Promise<{ user_id: number; emoji_name: string; emoji_code: string; reaction_type: string }[]> {
  return db
    .selectFrom('reactions')
    .select(['user_id', 'emoji_name', 'emoji_code', 'reaction_type'])
    .where('realm_id', '=', realmId)
    .where('message_id', '=', messageId)
    .orderBy('id')
    .execute()
}

/** Keys of accounts in a source, by user id. */
export async function mapUserKeys(
  db: Queryable,
  { realmId, source }: ImportScope,
  userIds: readonly number[],
): Promise<Map<number, string>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; key: string }>`
    select id, min(key) as key from import_keys
    where realm_id = ${realmId} and source = ${source} and kind = 'user'
      and id = any(${[...userIds]}::bigint[]) group by id`.execute(db)
  return new Map(rows.map(({ id, key }) => [id, key]))
}

/**
 * The root of the thread that a topic is on the other side; undefined if it has none there. The last carried message of the
 * topic tells, else the notice with which an import has begun the topic.
 */
export async function findThreadOfTopic(
  db: Queryable,
  { realmId, source }: ImportScope,
  { channel, streamId, topic }: { channel: string; streamId: number; topic: string },
): Promise<string | undefined> {
  const inTopic = sql`messages.realm_id = ${realmId} and messages.stream_id = ${streamId}
    and fold_case(messages.topic) = fold_case(${topic})`
  const { rows: carried } = await sql<{ root: string }>`
    select coalesce(root_ts, ts) as root from messages
    join bridge_messages carried on carried.realm_id = messages.realm_id
      and carried.message_id = messages.id and carried.source = ${source}
      and carried.channel = ${channel} and (carried.is_ours or carried.root_ts is not null)
      and not carried.deleted
    where ${inTopic} order by messages.id desc limit 1`.execute(db)
  if (carried[0]) return carried[0].root
  const { rows: notices } = await sql<{ key: string }>`
    select key from (select id from messages where ${inTopic} order by id limit 20) first
    join import_keys notice on notice.realm_id = ${realmId} and notice.source = ${source}
      and notice.kind = 'message' and notice.id = first.id
    where starts_with(key, ${`${channel}/`}) and key like '%#thread'
    order by first.id limit 1`.execute(db)
  return notices[0]?.key.slice(channel.length + 1).replace('#thread', '')
}

/** An uploaded file that a message links, and its id in a source if it is there. */
export interface LinkedUpload {
  id: number
  path_key: string
  file_name: string
  bytes: number
  key: string | null
}

/** The files that a message links with the right of its writer. */
export async function listLinkedUploads(
  db: Queryable,
  { realmId, source }: ImportScope,
  messageId: number,
): Promise<LinkedUpload[]> {
  const { rows } = await sql<LinkedUpload>`
    select uploads.id, path_key, file_name, bytes, (
      select min(key) from import_keys known
      where known.realm_id = ${realmId} and known.source = ${source} and known.kind = 'file'
        and known.id = uploads.id) as key
    from message_uploads linked
    join uploads on uploads.realm_id = linked.realm_id and uploads.id = linked.upload_id
    where linked.realm_id = ${realmId} and linked.message_id = ${messageId}
    order by uploads.id limit 20`.execute(db)
  return rows
}
