import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import { keptUntilReferred, rowsAs } from '../engine/rows'
import type { Reader } from '../access/rule'
import { isUploadReadableBy } from '../access/readable-uploads'

const uploadPattern = /user_uploads\/(\d+)\/([0-9a-f]{32})\//g

/** Quick check whether a text can link to an upload at all; most cannot. */
export function mayLinkUploads(content: string): boolean {
  return content.includes('user_uploads/')
}

/** The uploads of a realm that a text names, by the unguessable part of their paths. */
export function uploadKeysIn(realmId: number, content: string): string[] {
  if (!mayLinkUploads(content)) return []
  const keys = [...content.matchAll(uploadPattern)]
    .filter(([, realm]) => Number(realm) === realmId)
    .map(([, , key]) => key as string)
  return [...new Set(keys)]
}

/**
 * Updates the links from messages to uploads, and `has_attachment`, to match their contents: for
 * messages just stored, and for edited ones. Only uploads that the writer may read are linked,
 * since every reader of the message may then read them too.
 * @param writer the sender of the messages, or the editor
 * @returns ids of the writer's own uploads whose links were added or removed
 */
export async function linkUploads(
  db: Queryable,
  writer: Reader,
  messages: readonly { id: number; content: string }[],
): Promise<number[]> {
  const pairs = messages.flatMap(({ id, content }) =>
    uploadKeysIn(writer.realm_id, content).map((key) => ({ message_id: id, path_key: key })),
  )
  const { rows } = await sql<{ id: number }>`
    with linked as (
      select given.message_id, uploads.id as upload_id
      from ${rowsAs('given', pairs, { message_id: 'bigint', path_key: 'text' })}
      join uploads on uploads.realm_id = ${writer.realm_id} and uploads.path_key = given.path_key
      where ${isUploadReadableBy(writer)}
      ${keptUntilReferred} of uploads
    ), removed as (
      delete from message_uploads
      where realm_id = ${writer.realm_id}
        and message_id = any(${messages.map(({ id }) => id)}::bigint[])
        and (message_id, upload_id) not in (select message_id, upload_id from linked)
      returning upload_id
    ), added as (
      insert into message_uploads (realm_id, message_id, upload_id)
      select ${writer.realm_id}::bigint, message_id, upload_id from linked
      on conflict do nothing
      returning upload_id
    ), judged as (
      select id, exists (select from linked where linked.message_id = judged.id) as has_attachment
      from unnest(${messages.map(({ id }) => id)}::bigint[]) as judged (id)
    ), marked as (
      update messages set has_attachment = judged.has_attachment
      from judged
      where messages.realm_id = ${writer.realm_id} and messages.id = judged.id
        and messages.has_attachment <> judged.has_attachment
    )
    select id from uploads
    where realm_id = ${writer.realm_id} and owner_id = ${writer.id}
      and id in (select upload_id from added union select upload_id from removed)
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}
