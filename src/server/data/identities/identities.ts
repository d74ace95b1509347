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

/**
 * Whether an active owner can log in without a password: by a provider that is switched on and vouched before, or by a passkey.
 * @param operatorSlugs names of the providers that the operator has set up
 */
export async function hasOwnerWithIdentity(
  db: Queryable,
  realmId: number,
  operatorSlugs: readonly string[],
  exceptSlug?: string,
): Promise<boolean> {
  let identities = db
    .selectFrom('external_identities as identity')
    .leftJoin('identity_providers as provider', (join) =>
      join
        .onRef('provider.realm_id', '=', 'identity.realm_id')
        .onRef('provider.slug', '=', 'identity.provider_slug'),
    )
    .select('identity.user_id')
    .where('identity.realm_id', '=', realmId)
    .where((where) =>
      where.or([
        where('provider.is_enabled', '=', true),
        ...(operatorSlugs.length > 0
          ? [where('identity.provider_slug', 'in', [...operatorSlugs])]
          : []),
      ]),
    )
  if (exceptSlug !== undefined) {
    identities = identities.where('identity.provider_slug', '<>', exceptSlug)
  }
  const passkeys = db.selectFrom('passkeys').select('user_id').where('realm_id', '=', realmId)
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('role', '=', roles.owner)
    .where('deactivated_at', 'is', null)
    .where((where) => where.or([where('id', 'in', identities), where('id', 'in', passkeys)]))
    .limit(1)
    .executeTakeFirst()
  return owner !== undefined
}
