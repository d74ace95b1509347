import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { UploadRow } from '../schema'

/** Messages purged from one realm, and the uploads they linked, which may be unused now. */
export interface PurgedMessages {
  realm_id: number
  messages: number
  upload_ids: number[]
}

/** Deletes archived messages from before a time for good; up to `atMost`, of one realm. */
export async function purgeArchived(
  tx: Tx,
  before: Date,
  atMost: number,
): Promise<PurgedMessages | undefined> {
  const { rows } = await sql<PurgedMessages>`
    with due as (
      select realm_id, id from archived_messages
      where archived_at < ${before.toISOString()}::timestamptz
      order by archived_at limit ${atMost} for update skip locked
    ), purged as (
      delete from archived_messages a using due
      where a.realm_id = due.realm_id and a.id = due.id
        and due.realm_id = (select min(realm_id) from due)
      returning a.realm_id, a.id, a.upload_ids
    )
    select realm_id, count(distinct id) as messages,
      coalesce(json_agg(distinct upload_id) filter (where upload_id is not null), '[]') as upload_ids
    from purged left join unnest(upload_ids) as upload_id on true
    group by realm_id`.execute(tx)
  return rows[0]
}

/**
 * Deletes the uploads that nothing links any more: no message, no archived message, no scheduled
 * message, no draft and no saved snippet.
 */
export async function deleteUnlinkedUploads(
  tx: Tx,
  realmId: number,
  uploadIds: readonly number[],
): Promise<UploadRow[]> {
  if (uploadIds.length === 0) return []
  const named = sql`id = any(${[...uploadIds]}::bigint[])`
  // These locks keep other transactions from linking the uploads; earlier links are visible below.
  await sql`
    select from uploads where realm_id = ${realmId} and ${named} order by id for update`.execute(tx)
  const { rows } = await sql<UploadRow>`
    with candidates as materialized (
      select id from uploads
      where realm_id = ${realmId} and ${named}
        and not exists (
          select from message_uploads link
          where link.realm_id = uploads.realm_id and link.upload_id = uploads.id)
        and not exists (
          select from scheduled_message_uploads link
          where link.realm_id = uploads.realm_id and link.upload_id = uploads.id)
        and not exists (
          select from archived_messages a
          where a.realm_id = uploads.realm_id and a.upload_ids @> array[uploads.id]
            and a.upload_ids <> '{}')
    ), in_hand as materialized (
      select distinct key[1] as path_key
      from (${sql.join(
        textsInHand.map((table) => textsOf(table, realmId)),
        sql` union all `,
      )}) texts,
        regexp_matches(texts.content, 'user_uploads/[0-9]+/([0-9a-f]{32})/', 'g') as key
      where exists (select from candidates)
    )
    delete from uploads using candidates
    where uploads.realm_id = ${realmId} and uploads.id = candidates.id
      and not exists (select from in_hand where in_hand.path_key = uploads.path_key)
    returning uploads.*`.execute(tx)
  return rows
}

/** Tables of texts that may become messages. */
const textsInHand = ['drafts', 'saved_snippets'] as const

function textsOf(table: (typeof textsInHand)[number], realmId: number) {
  return sql`select content from ${sql.table(table)}
    where realm_id = ${realmId} and content like '%user_uploads/%'`
}

/** Schedules the deletion of files from the store; any worker may do it. */
export async function scheduleFileDeletion(
  tx: Tx,
  realmId: number,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await sql`
    insert into doomed_files (realm_id, key)
    select ${realmId}::bigint, key from unnest(${[...keys]}::text[]) as key`.execute(tx)
}

export interface DoomedFile {
  realm_id: number
  id: number
  key: string
}

export async function listFilesToDelete(db: Queryable, atMost: number): Promise<DoomedFile[]> {
  return db.selectFrom('doomed_files').selectAll().orderBy('id').limit(atMost).execute()
}

/** Deletes the records of files that are gone from the store. */
export async function forgetDeletedFiles(
  db: Queryable,
  files: readonly DoomedFile[],
): Promise<void> {
  const ids = files.map(({ id }) => id)
  await sql`delete from doomed_files where id = any(${ids}::bigint[])`.execute(db)
}
