import { sql } from 'kysely'
import type { Tx } from '../engine/database'
import { sentWithNext } from '../engine/pipelining-client'
import type { UserRow } from '../schema'

/*
 * A user sees a stream by a subscription, by the role, or by a group. A join or leave reads the role and the groups, and a
 * change of these reads the subscriptions, to tell clients of the streams that appear or disappear. So they have an order:
 * a change of a role or group holds the lock of its realm exclusively, and joins and leaves hold it shared. Callers take it
 * behind the lock of the accounts and before those of streams.
 */

/** Arbitrary number; names the advisory lock together with the realm's id. */
const sight = sql.lit(72_933)

/** Waits for joins and leaves of the realm, and holds off others until the transaction ends. */
export async function lockSight(tx: Tx, realmId: number): Promise<void> {
  await sql`${sentWithNext} select pg_advisory_xact_lock(${sight}, ${realmId}::integer)`.execute(tx)
}

/**
 * Holds off changes of roles and groups until the transaction ends.
 * @returns the users with their present roles, in the given order
 */
export async function holdOffSightChanges(
  tx: Tx,
  realmId: number,
  users: readonly UserRow[],
): Promise<UserRow[]> {
  await sql`${sentWithNext}
    select pg_advisory_xact_lock_shared(${sight}, ${realmId}::integer)`.execute(tx)
  const ids = users.map(({ id }) => id)
  const present = await tx
    .selectFrom('users')
    .select(['id', 'role'])
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
  const roles = new Map(present.map(({ id, role }) => [id, role]))
  return users.map((user) => ({ ...user, role: roles.get(user.id) ?? user.role }))
}
