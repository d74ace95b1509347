import type { Queryable } from '../engine/database'

/** A column of `realm_secrets`. */
type SecretName = 'bounce_addresses' | 'upload_links' | 'external_pictures' | 'unsubscribe_links'

/** A secret with which all workers sign for a realm, created on first use. */
export async function realmSecret(
  db: Queryable,
  realmId: number,
  name: SecretName,
): Promise<string> {
  const known = await findRealmSecret(db, realmId, name)
  if (known !== undefined) return known
  const made = await db
    .insertInto('realm_secrets')
    .values({ realm_id: realmId })
    // The second of two concurrent inserts returns the secret of the first.
    .onConflict((conflict) => conflict.column('realm_id').doUpdateSet({ realm_id: realmId }))
    .returning(name)
    .executeTakeFirstOrThrow()
  return made[name]
}

/** A secret of a realm; undefined before its first use, and for a realm that does not exist. */
export async function findRealmSecret(
  db: Queryable,
  realmId: number,
  name: SecretName,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('realm_secrets')
    .select(name)
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
  return row?.[name]
}

/**
 * The secret that signs the addresses of external pictures. Undefined before the first signature,
 * so that checking an address creates no secret.
 */
export async function findExternalPicturesSecret(
  db: Queryable,
  subdomain: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('realm_secrets')
    .innerJoin('realms', 'realms.id', 'realm_secrets.realm_id')
    .select('realm_secrets.external_pictures')
    .where('realms.string_id', '=', subdomain)
    .executeTakeFirst()
  return row?.external_pictures
}
