import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'

/* Directories (LDAP), and what was taken over of their people. */

/** A directory of a realm. */
export interface DirectoryKey {
  realm_id: number
  slug: string
}

/** Name of the duty to sync a directory. */
export function syncDutyOf({ realm_id, slug }: DirectoryKey): string {
  return `directory ${realm_id} ${slug}`
}

/** The directories of active realms whose last sync is older. */
export async function listDueDirectories(db: Queryable, doneBefore: Date): Promise<DirectoryKey[]> {
  const { rows } = await sql<DirectoryKey>`
    select provider.realm_id, provider.slug
    from identity_providers as provider
    join realms on realms.id = provider.realm_id and realms.deactivated_at is null
    left join leases on leases.duty = concat('directory ', provider.realm_id, ' ', provider.slug)
    where provider.kind = 'ldap' and provider.is_enabled
      and (leases.duty is null or leases.held_until <= now()
        and (leases.done_at is null or leases.done_at < ${doneBefore.toISOString()}::timestamptz))
    order by provider.realm_id, provider.slug`.execute(db)
  return rows
}

/** A person of a directory who has an account. */
export interface KnownPerson {
  user_id: number
  issuer: string
  subject: string
  is_active: boolean
  /** Whether the account has a password of its own, or an identity at another open provider. */
  has_other_way: boolean
  digest: string
  picture_digest: string | null
  is_deactivated_here: boolean
}

/**
 * The people who have come by a directory, or only one of them.
 * @param hasPasswords whether people of the realm log in by passwords of their own
 */
export async function listKnownPeople(
  db: Queryable,
  { realm_id: realmId, slug }: DirectoryKey,
  { hasPasswords, userId }: { hasPasswords: boolean; userId?: number },
): Promise<KnownPerson[]> {
  const one = userId === undefined ? sql`true` : sql`users.id = ${userId}::bigint`
  const { rows } = await sql<KnownPerson>`
    select users.id as user_id, identity.issuer, identity.subject,
      users.deactivated_at is null as is_active,
      (${hasPasswords}::boolean and users.password_hash is not null or exists (
        select from external_identities as other
        join identity_providers as provider on provider.realm_id = other.realm_id
          and provider.slug = other.provider_slug and provider.is_enabled
        where other.realm_id = users.realm_id and other.user_id = users.id
          and other.provider_slug <> ${slug})) as has_other_way,
      coalesce(taken.digest, '') as digest, taken.picture_digest,
      coalesce(taken.is_deactivated_here, false) as is_deactivated_here
    from external_identities as identity
    join users on users.realm_id = identity.realm_id and users.id = identity.user_id
    left join directory_people as taken on taken.realm_id = identity.realm_id
      and taken.provider_slug = identity.provider_slug and taken.user_id = identity.user_id
    where identity.realm_id = ${realmId} and identity.provider_slug = ${slug} and ${one}
    order by users.id`.execute(db)
  return rows
}

/** The values that were taken over of a person. */
export type TakenOver = Pick<
  KnownPerson,
  'user_id' | 'digest' | 'picture_digest' | 'is_deactivated_here'
>

/** Stores what was taken over of some people. */
export async function saveTakenOver(
  tx: Tx,
  { realm_id, slug }: DirectoryKey,
  people: readonly TakenOver[],
): Promise<void> {
  if (people.length === 0) return
  await tx
    .insertInto('directory_people')
    .values(people.map((person) => ({ realm_id, provider_slug: slug, ...person })))
    .onConflict((conflict) =>
      conflict.columns(['realm_id', 'provider_slug', 'user_id']).doUpdateSet({
        digest: sql`excluded.digest`,
        picture_digest: sql`excluded.picture_digest`,
        is_deactivated_here: sql`excluded.is_deactivated_here`,
      }),
    )
    .execute()
}

/** The last sync of a directory. */
export interface SyncRow {
  provider_slug: string
  started_at: Date
  finished_at: Date | null
  result: Readonly<Record<string, unknown>>
}

/** The last syncs of the directories of a realm. */
export async function listSyncs(db: Queryable, realmId: number): Promise<SyncRow[]> {
  return db
    .selectFrom('directory_syncs')
    .select(['provider_slug', 'started_at', 'finished_at', 'result'])
    .where('realm_id', '=', realmId)
    .execute()
}

/** Stores the beginning or the end of a sync; nothing for a directory that was removed meanwhile. */
export async function saveSync(
  tx: Tx,
  { realm_id: realmId, slug }: DirectoryKey,
  {
    startedAt,
    isFinished,
    result,
  }: { startedAt: Date; isFinished: boolean; result: Readonly<Record<string, unknown>> },
): Promise<void> {
  const finishedAt = isFinished ? tx.now.toISOString() : null
  await sql`
    insert into directory_syncs (realm_id, provider_slug, started_at, finished_at, result)
    select realm_id, slug, ${startedAt.toISOString()}::timestamptz, ${finishedAt}::timestamptz,
      ${JSON.stringify(result)}::jsonb
    from identity_providers where realm_id = ${realmId} and slug = ${slug}
    on conflict (realm_id, provider_slug) do update set started_at = excluded.started_at,
      finished_at = excluded.finished_at, result = excluded.result`.execute(tx)
}
