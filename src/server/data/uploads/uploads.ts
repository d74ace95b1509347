import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { isReadableBy } from '../access/message-conditions'
import type { Reader } from '../access/rule'
import type { UploadRow, UploadsTable } from '../schema'
import { isUploadReadableBy } from '../access/readable-uploads'

export type NewUpload = Insertable<UploadsTable>

export async function insertUpload(tx: Tx, upload: NewUpload): Promise<UploadRow> {
  return tx.insertInto('uploads').values(upload).returningAll().executeTakeFirstOrThrow()
}

/** The uploads with these path keys that a reader may read. */
export async function listReadableUploads(
  db: Queryable,
  reader: Reader,
  pathKeys: readonly string[],
): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('realm_id', '=', reader.realm_id)
    .where(sql<boolean>`path_key = any(${[...pathKeys]}::text[])`)
    .where(isUploadReadableBy(reader))
    .execute()
}

/** The uploads with these path keys; checks no access. */
export async function listUploadsByKey(
  db: Queryable,
  realmId: number,
  pathKeys: readonly string[],
): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`path_key = any(${[...pathKeys]}::text[])`)
    .execute()
}

export async function findUploadById(
  db: Queryable,
  realmId: number,
  id: number,
): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Deletes an upload of its owner, together with the links to it. */
export async function deleteOwnUpload(
  tx: Tx,
  realmId: number,
  ownerId: number,
  id: number,
): Promise<UploadRow | undefined> {
  return tx
    .deleteFrom('uploads')
    .where('realm_id', '=', realmId)
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/**
 * An upload with the messages that link to it and that its owner may read, oldest first; the newest
 * 100.
 */
export type UploadWithMessages = UploadRow & { messages: { id: number; sent_at: number }[] }

const maxListedUploads = 10_000
const maxListedMessages = 100

/**
 * Uploads of a user, oldest first; the newest 10,000.
 * @param ids only these; default: all
 */
export async function listUploadsOf(
  db: Queryable,
  owner: Reader,
  ids?: readonly number[],
): Promise<UploadWithMessages[]> {
  const { rows } = await sql<UploadWithMessages>`
    select uploads.*, coalesce((
      select json_agg(json_build_object(
        'id', m.id, 'sent_at', floor(extract(epoch from m.sent_at))::bigint) order by m.id)
      from (
        select m.id, m.sent_at
        from message_uploads link
        join messages m on m.realm_id = link.realm_id and m.id = link.message_id
        where link.realm_id = uploads.realm_id and link.upload_id = uploads.id
          and ${isReadableBy(owner, 'm')}
        order by m.id desc limit ${sql.lit(maxListedMessages)}
      ) m
    ), '[]'::json) as messages
    from uploads
    where realm_id = ${owner.realm_id} and owner_id = ${owner.id}
      ${ids ? sql`and id = any(${[...ids]}::bigint[])` : sql``}
    order by id desc limit ${sql.lit(maxListedUploads)}`.execute(db)
  return rows.reverse()
}

/** Serializes the space checks of a realm's uploads until the transaction ends. */
export async function lockSpaceUsed(tx: Tx, realmId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${uploadsLock}, ${realmId}::integer)`.execute(tx)
}

const uploadsLock = sql.lit(72_932)

/** Total bytes of a realm's uploads, and of the ones that are charged to a person and their bots. */
export async function readSpaceUsed(
  db: Queryable,
  realmId: number,
  personId: number,
): Promise<{ realm: number; person: number }> {
  const { rows } = await sql<{ realm: number; person: number }>`
    select coalesce(sum(bytes), 0)::bigint as realm, coalesce(sum(bytes) filter (
      where coalesce(charged_to, owner_id) in (
        select id from users
        where realm_id = ${realmId} and (id = ${personId} or bot_owner_id = ${personId}))
    ), 0)::bigint as person
    from uploads where realm_id = ${realmId}`.execute(db)
  return rows[0] ?? { realm: 0, person: 0 }
}

/** Total bytes of a realm's uploads. */
export async function sumOfUploads(db: Queryable, realmId: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('uploads')
    .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'))
    .where('realm_id', '=', realmId)
    .executeTakeFirstOrThrow()
  return bytes
}
