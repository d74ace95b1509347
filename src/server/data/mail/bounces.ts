import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'

/* Addresses that take no mail. */

/** Bounces within {@link windowDays} after which an address counts as undeliverable. */
const mostBounces = 3
const windowDays = 7
/** Days for which single bounces are kept. */
const keptDays = 30

/**
 * Counts a bounce of an address.
 * @returns whether the address is undeliverable from now on
 */
export async function countBounce(
  tx: Tx,
  { realmId, address, reason }: { realmId: number; address: string; reason: string },
): Promise<boolean> {
  const { now } = tx
  const isOld = sql`bounced_addresses.first_at < ${now}::timestamptz - make_interval(days => ${windowDays})`
  const { rows } = await sql<{ undeliverable_at: Date | null }>`
    insert into bounced_addresses (realm_id, address, bounces, first_at, last_at, reason)
    values (${realmId}, lower(${address}), 1, ${now}, ${now}, ${reason.slice(0, 500)})
    on conflict (realm_id, address) do update set
      bounces = case when ${isOld} then 1 else bounced_addresses.bounces + 1 end,
      first_at = case when ${isOld} then excluded.first_at else bounced_addresses.first_at end,
      last_at = excluded.last_at,
      reason = excluded.reason,
      undeliverable_at = coalesce(bounced_addresses.undeliverable_at,
        case when not ${isOld} and bounced_addresses.bounces + 1 >= ${mostBounces}
        then excluded.last_at end)
    returning undeliverable_at`.execute(tx)
  return rows[0]?.undeliverable_at?.getTime() === now.getTime()
}

export async function isUndeliverable(
  db: Queryable,
  realmId: number,
  address: string,
): Promise<boolean> {
  return (await findUndeliverable(db, realmId, address)) !== null
}

/** Since when an address takes no mail, and the last reason; null: it takes mail. */
export async function findUndeliverable(
  db: Queryable,
  realmId: number,
  address: string,
): Promise<{ reason: string; undeliverable_at: Date } | null> {
  const row = await db
    .selectFrom('bounced_addresses')
    .select(['reason', 'undeliverable_at'])
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`address = lower(${address})`)
    .where('undeliverable_at', 'is not', null)
    .$narrowType<{ undeliverable_at: Date }>()
    .executeTakeFirst()
  return row ?? null
}

/** Forgets the bounces of an address, so that mails are sent there again. */
export async function forgetBounces(
  db: Queryable,
  realmId: number,
  address: string,
): Promise<void> {
  await db
    .deleteFrom('bounced_addresses')
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`address = lower(${address})`)
    .execute()
}

/** The undeliverable addresses of all organizations, newest first. */
export async function listUndeliverable(
  db: Queryable,
  most: number,
): Promise<{ realm: string; address: string; reason: string; undeliverable_at: Date | null }[]> {
  return db
    .selectFrom('bounced_addresses')
    .innerJoin('realms', 'realms.id', 'bounced_addresses.realm_id')
    .select(['realms.string_id as realm', 'address', 'reason', 'undeliverable_at'])
    .where('undeliverable_at', 'is not', null)
    .orderBy('undeliverable_at', 'desc')
    .limit(most)
    .execute()
}

/** Deletes bounces that came to nothing. */
export async function deleteOldBounces(db: Queryable): Promise<void> {
  await sql`
    delete from bounced_addresses
    where undeliverable_at is null and last_at < now() - make_interval(days => ${keptDays}::int)`.execute(
    db,
  )
}
