import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { rowsAs } from '../engine/rows'

/** A scheduled message or reminder of an archive, ready to be written. */
export interface ImportedScheduled {
  /** From {@link reserveIds}. */
  id: number
  user_id: number
  stream_id: number | null
  /** User ids, separated by commas. */
  recipients: string
  topic: string
  content: string
  rendered_content: string
  client: string
  read_by_sender: boolean | null
  reminder_of: number | null
  note: string
  due_at: Date
  failed_at: Date | null
}

export interface ImportedDraft {
  id: number
  user_id: number
  type: string
  /** A stream id, or user ids, separated by commas. */
  recipients: string
  topic: string
  content: string
  edited_at: Date
}

/** Ids of rows that are about to be written. */
export async function reserveIds(
  tx: Tx,
  table: 'scheduled_messages' | 'drafts',
  count: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id
    from generate_series(1, ${count}::int)`.execute(tx)
  return rows.map(({ id }) => Number(id))
}

/** Number of a user's rows that count towards a limit, by user. */
export async function countLater(
  db: Queryable,
  realmId: number,
  table: 'scheduled_messages' | 'drafts',
  userIds: readonly number[],
): Promise<Map<number, number>> {
  const isWaiting = table === 'drafts' ? sql`true` : sql`sent_at is null`
  const { rows } = await sql<{ user_id: number; count: number }>`
    select user_id, count(*)::int as count from ${sql.table(table)}
    where realm_id = ${realmId} and user_id = any(${[...userIds]}::bigint[]) and ${isWaiting}
    group by user_id`.execute(db)
  return new Map(rows.map(({ user_id, count }) => [user_id, count]))
}

export async function insertImportedScheduled(
  tx: Tx,
  realmId: number,
  all: readonly ImportedScheduled[],
): Promise<void> {
  if (all.length === 0) return
  await sql`
    insert into scheduled_messages (realm_id, user_id, id, stream_id, recipient_ids, topic, content,
      rendered_content, client, read_by_sender, reminder_of, note, due_at, failed_at)
    overriding system value
    select ${realmId}, user_id, id, stream_id,
      coalesce(string_to_array(nullif(recipients, ''), ',')::bigint[], '{}'), topic, content,
      rendered_content, client, read_by_sender, reminder_of, note, due_at, failed_at
    from ${rowsAs('given', all, {
      id: 'bigint',
      user_id: 'bigint',
      stream_id: 'bigint',
      recipients: 'text',
      topic: 'text',
      content: 'text',
      rendered_content: 'text',
      client: 'text',
      read_by_sender: 'boolean',
      reminder_of: 'bigint',
      note: 'text',
      due_at: 'timestamptz',
      failed_at: 'timestamptz',
    })}`.execute(tx)
}

/** Ties scheduled messages to uploads of their authors that they name, which keeps the files. */
export async function holdImportedUploads(
  tx: Tx,
  realmId: number,
  pairs: readonly { id: number; user_id: number; path_key: string }[],
): Promise<void> {
  if (pairs.length === 0) return
  await sql`
    insert into scheduled_message_uploads (realm_id, user_id, scheduled_message_id, upload_id)
    select ${realmId}, given.user_id, given.id, uploads.id
    from ${rowsAs('given', pairs, { id: 'bigint', user_id: 'bigint', path_key: 'text' })}
    join uploads on uploads.realm_id = ${realmId} and uploads.path_key = given.path_key
      and uploads.owner_id = given.user_id
    on conflict do nothing`.execute(tx)
}

export async function insertImportedDrafts(
  tx: Tx,
  realmId: number,
  all: readonly ImportedDraft[],
): Promise<void> {
  if (all.length === 0) return
  await sql`
    insert into drafts (realm_id, user_id, id, type, recipient_ids, topic, content, edited_at)
    overriding system value
    select ${realmId}, user_id, id, type,
      coalesce(string_to_array(nullif(recipients, ''), ',')::bigint[], '{}'), topic, content, edited_at
    from ${rowsAs('given', all, {
      id: 'bigint',
      user_id: 'bigint',
      type: 'text',
      recipients: 'text',
      topic: 'text',
      content: 'text',
      edited_at: 'timestamptz',
    })}`.execute(tx)
}
