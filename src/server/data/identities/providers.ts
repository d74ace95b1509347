import { sql } from 'kysely'
import type { Insertable, Updateable } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { deleteClaimGrants } from './claim-grants'
import type { IdentityProviderRow, IdentityProvidersTable } from '../schema'

/** Refusals kept per provider. */
const keptRefusals = 20

/** The providers of a realm, the oldest first. */
export async function listProviders(
  db: Queryable,
  realmId: number,
): Promise<IdentityProviderRow[]> {
  return db
    .selectFrom('identity_providers')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('created_at')
    .orderBy('slug')
    .execute()
}

/** The SAML providers that are on and whose metadata were fetched before a time, the oldest first. */
export async function listDueMetadata(
  db: Queryable,
  before: Date,
  most: number,
): Promise<IdentityProviderRow[]> {
  return db
    .selectFrom('identity_providers')
    .selectAll()
    .where('kind', '=', 'saml')
    .where('is_enabled', '=', true)
    .where(sql<boolean>`options->>'metadata_url' is not null`)
    .where((eb) =>
      eb.or([eb('metadata_fetched_at', 'is', null), eb('metadata_fetched_at', '<', before)]),
    )
    .orderBy(sql`metadata_fetched_at nulls first`)
    .limit(most)
    .execute()
}

/** Stores the outcome of fetching metadata. */
export async function rememberMetadata(
  tx: Tx,
  which: Pick<IdentityProviderRow, 'realm_id' | 'slug'>,
  { options, fault }: { options: Record<string, unknown>; fault: string | null },
): Promise<void> {
  await updateProvider(tx, which, {
    realm_id: which.realm_id,
    ...{ options, metadata_fault: fault, metadata_fetched_at: tx.now },
  })
}

/** The names of providers by which sessions came that are not in the table, or are switched off there. */
export async function listProvidersOfSessions(
  db: Queryable,
): Promise<{ realm_id: number; provider_slug: string }[]> {
  const rows = await db
    .selectFrom('sessions')
    .leftJoin('identity_providers as provider', (join) =>
      join
        .onRef('provider.realm_id', '=', 'sessions.realm_id')
        .onRef('provider.slug', '=', 'sessions.provider_slug'),
    )
    .select(['sessions.realm_id', 'sessions.provider_slug'])
    .distinct()
    .where('sessions.provider_slug', 'is not', null)
    .where(sql<boolean>`provider.is_enabled is not true`)
    .execute()
  return rows.flatMap(({ realm_id, provider_slug }) =>
    provider_slug === null ? [] : [{ realm_id, provider_slug }],
  )
}

/** @returns undefined if the slug is taken */
export async function insertProvider(
  tx: Tx,
  provider: Insertable<IdentityProvidersTable>,
): Promise<IdentityProviderRow | undefined> {
  return tx
    .insertInto('identity_providers')
    .values(provider)
    .onConflict((conflict) => conflict.columns(['realm_id', 'slug']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function updateProvider(
  tx: Tx,
  { realm_id: realmId, slug }: Pick<IdentityProviderRow, 'realm_id' | 'slug'>,
  changes: Updateable<IdentityProvidersTable>,
): Promise<IdentityProviderRow> {
  return tx
    .updateTable('identity_providers')
    .set(changes)
    .where('realm_id', '=', realmId)
    .where('slug', '=', slug)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes a provider, its refusals and its grants, which people keep. Identities stay, for a provider that is set up again. */
export async function deleteProvider(tx: Tx, realmId: number, slug: string): Promise<void> {
  await tx
    .deleteFrom('refused_logins')
    .where('realm_id', '=', realmId)
    .where('provider_slug', '=', slug)
    .execute()
  await deleteClaimGrants(tx, realmId, slug)
  await tx
    .deleteFrom('identity_providers')
    .where('realm_id', '=', realmId)
    .where('slug', '=', slug)
    .execute()
}

/** A login that was refused. */
export interface RefusedLogin {
  reason: string
  refused_at: Date
}

/** The last refusals of a provider, newest first. */
export async function listRefusedLogins(
  db: Queryable,
  realmId: number,
  slug: string,
): Promise<RefusedLogin[]> {
  return db
    .selectFrom('refused_logins')
    .select(['reason', 'refused_at'])
    .where('realm_id', '=', realmId)
    .where('provider_slug', '=', slug)
    .orderBy('id', 'desc')
    .limit(keptRefusals)
    .execute()
}

/** Records a refusal, and forgets all but the last ones of the provider. */
export async function insertRefusedLogin(
  tx: Tx,
  realmId: number,
  { slug, reason }: { slug: string; reason: string },
): Promise<void> {
  await tx
    .insertInto('refused_logins')
    .values({ realm_id: realmId, provider_slug: slug, reason, refused_at: tx.now })
    .execute()
  await sql`
    delete from refused_logins
    where realm_id = ${realmId} and provider_slug = ${slug} and id <= (
      select id from refused_logins
      where realm_id = ${realmId} and provider_slug = ${slug}
      order by id desc offset ${keptRefusals} limit 1)`.execute(tx)
}
