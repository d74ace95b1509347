import type { Queryable } from '../engine/database'

/** A column of the table. */
type SecretName = 'upload_links' | 'external_pictures'

/** A secret that all workers sign with for a realm, made when it is first asked for. */
export async function realmSecret(
  db: Queryable,
  realmId: number,
  name: SecretName,
): Promise<string> {
  const known = await db
    .selectFrom('realm_secrets')
    .select(name)
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
  if (known) return known[name]
  const made = await db
    .insertInto('realm_secrets')
    .values({ realm_id: realmId })
    // Whoever comes second answers what the first has made.
    .onConflict((conflict) => conflict.column('realm_id').doUpdateSet({ realm_id: realmId }))
    .returning(name)
    .executeTakeFirstOrThrow()
  return made[name]
}

/**
 * The secret that addresses of other hosts' pictures are signed with. Undefined where nothing was
 * signed yet, so that nobody makes one by asking.
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
