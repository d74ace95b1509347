import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'

/** A domain to which a realm may restrict the addresses of new accounts. */
export interface RealmDomain {
  /** In lower case. */
  domain: string
  allow_subdomains: boolean
}

/** Domains of a realm, the oldest first. */
export async function listRealmDomains(db: Queryable, realmId: number): Promise<RealmDomain[]> {
  return db
    .selectFrom('realm_domains')
    .select(['domain', 'allow_subdomains'])
    .where('realm_id', '=', realmId)
    .orderBy('id')
    .execute()
}

export async function countRealmDomains(db: Queryable, realmId: number): Promise<number> {
  const { count } = await db
    .selectFrom('realm_domains')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('realm_id', '=', realmId)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns false if the domain is already there. */
export async function insertRealmDomain(
  tx: Tx,
  realmId: number,
  domain: RealmDomain,
): Promise<boolean> {
  const row = await tx
    .insertInto('realm_domains')
    .values({ realm_id: realmId, ...domain })
    .onConflict((conflict) => conflict.columns(['realm_id', 'domain']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether the domain exists. */
export async function updateRealmDomain(
  tx: Tx,
  realmId: number,
  { domain, allow_subdomains }: RealmDomain,
): Promise<boolean> {
  const row = await tx
    .updateTable('realm_domains')
    .set({ allow_subdomains })
    .where('realm_id', '=', realmId)
    .where('domain', '=', domain)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether the domain existed. */
export async function deleteRealmDomain(tx: Tx, realmId: number, domain: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('realm_domains')
    .where('realm_id', '=', realmId)
    .where('domain', '=', domain)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
