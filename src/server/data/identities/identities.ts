import { roles } from '../../../shared/rules/roles'
import type { Queryable, Tx } from '../engine/database'
import { selectUsersWithRealm } from '../users/users'
import type { UserWithRealm } from '../users/users'

/** A person as a provider knows them. */
export interface ExternalIdentity {
  issuer: string
  subject: string
  /** The verified address; null: the provider vouches for none. */
  address: string | null
}

/** The account of an identity, deactivated ones included. */
export async function findUserByIdentity(
  db: Queryable,
  realmId: number,
  { issuer, subject }: Pick<ExternalIdentity, 'issuer' | 'subject'>,
): Promise<UserWithRealm | undefined> {
  return selectUsersWithRealm(db)
    .innerJoin('external_identities as identity', (join) =>
      join
        .onRef('identity.realm_id', '=', 'users.realm_id')
        .onRef('identity.user_id', '=', 'users.id'),
    )
    .where('identity.realm_id', '=', realmId)
    .where('identity.issuer', '=', issuer)
    .where('identity.subject', '=', subject)
    .executeTakeFirst()
}

/** The providers by which an account has logged in. */
export async function listProviderSlugsOf(
  db: Queryable,
  { realmId, userId }: { realmId: number; userId: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('external_identities')
    .select('provider_slug')
    .distinct()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ provider_slug: slug }) => slug)
}

/** Stores that an account logged in by an identity; an identity that another login stored keeps its account. */
export async function rememberIdentity(
  tx: Tx,
  { realmId, userId, slug }: { realmId: number; userId: number; slug: string },
  { issuer, subject, address }: ExternalIdentity,
): Promise<void> {
  await tx
    .insertInto('external_identities')
    .values({
      ...{ realm_id: realmId, issuer, subject, address, user_id: userId, provider_slug: slug },
      ...{ created_at: tx.now, last_used_at: tx.now },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['realm_id', 'issuer', 'subject'])
        .doUpdateSet({ address, provider_slug: slug, last_used_at: tx.now }),
    )
    .execute()
}

/** Whether an active owner has logged in by a provider that is switched on. */
export async function hasOwnerWithIdentity(
  db: Queryable,
  realmId: number,
  exceptSlug?: string,
): Promise<boolean> {
  let query = db
    .selectFrom('external_identities as identity')
    .innerJoin('users', (join) =>
      join
        .onRef('users.realm_id', '=', 'identity.realm_id')
        .onRef('users.id', '=', 'identity.user_id'),
    )
    .innerJoin('identity_providers as provider', (join) =>
      join
        .onRef('provider.realm_id', '=', 'identity.realm_id')
        .onRef('provider.slug', '=', 'identity.provider_slug'),
    )
    .select('users.id')
    .where('identity.realm_id', '=', realmId)
    .where('users.role', '=', roles.owner)
    .where('users.deactivated_at', 'is', null)
    .where('provider.is_enabled', '=', true)
  if (exceptSlug !== undefined) query = query.where('provider.slug', '<>', exceptSlug)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}
