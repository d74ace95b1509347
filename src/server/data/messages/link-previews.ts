import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { rowsAs } from '../engine/rows'
import type { LinkPreviewRow } from '../schema'

export type KnownPreview = Pick<LinkPreviewRow, 'url' | 'title' | 'description' | 'image_url'>

/** Cached previews of these URLs that have not expired. */
export async function listLinkPreviews(
  db: Queryable,
  realmId: number,
  urls: readonly string[],
): Promise<KnownPreview[]> {
  return db
    .selectFrom('link_previews')
    .select(['url', 'title', 'description', 'image_url'])
    .where('realm_id', '=', realmId)
    .where('url', 'in', [...urls])
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
}

/** Caches previews, and replaces expired ones. One statement. */
export async function keepLinkPreviews(
  db: Queryable,
  realmId: number,
  previews: readonly (KnownPreview & { lifetime_seconds: number })[],
): Promise<void> {
  if (previews.length === 0) return
  // The fixed order keeps two workers from a deadlock.
  const sorted = [...previews].sort((a, b) => (a.url < b.url ? -1 : 1))
  await sql`
    insert into link_previews (realm_id, url, title, description, image_url, expires_at)
    select ${realmId}, url, title, description, image_url,
      now() + make_interval(secs => lifetime_seconds)
    from ${rowsAs('preview', sorted, {
      url: 'text',
      title: 'text',
      description: 'text',
      image_url: 'text',
      lifetime_seconds: 'integer',
    })}
    order by position
    on conflict (realm_id, url) do update
    set title = excluded.title, description = excluded.description,
      image_url = excluded.image_url, expires_at = excluded.expires_at`.execute(db)
}

/** Deletes expired previews, and of each realm those beyond the `mostOfRealm` that expire last. */
export async function deleteOldLinkPreviews(db: Queryable, mostOfRealm: number): Promise<void> {
  await sql`delete from link_previews where expires_at <= now()`.execute(db)
  await sql`
    delete from link_previews preview using (
      select realm_id, url,
        row_number() over (partition by realm_id order by expires_at desc, url) as place
      from link_previews
    ) ranked
    where preview.realm_id = ranked.realm_id and preview.url = ranked.url
      and ranked.place > ${mostOfRealm}`.execute(db)
}

/** Replaces the HTML of a message, whose text stays: no edit is recorded. */
export async function replaceRendering(
  tx: Tx,
  realmId: number,
  messageId: number,
  html: string,
): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ rendered_content: html })
    .where('realm_id', '=', realmId)
    .where('id', '=', messageId)
    .execute()
}
