import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { roles } from '../../../shared/rules/roles'
import type { AccountKey } from './second-factors'

/*
 * The time since when the organization asks a person for a second factor. It is stored when the setting or the role changes, and
 * forgotten when nothing asks any more.
 * Source: docs/protocol/second-factors.md#grace.
 */

/**
 * Notes of whom a second factor is asked from now on, and forgets of whom it is not. Two statements for any number of people.
 * @param ids the accounts that may have changed; absent: all of the realm
 */
export async function noteDuties(tx: Tx, realmId: number, ids?: readonly number[]): Promise<void> {
  const among = ids ? sql`and users.id = any(${[...ids]}::bigint[])` : sql``
  const bound = sql`
    select users.id from users join realms on realms.id = users.realm_id
    where users.realm_id = ${realmId} ${among}
      and not users.is_bot and users.deactivated_at is null
      and case realms.settings ->> 'two_factor_required'
        when 'all' then true
        when 'administrators' then users.role <= ${roles.administrator}
        else false end`
  await sql`
    insert into second_factor_duties (realm_id, user_id, began_at)
    select ${realmId}::bigint, bound.id, ${tx.now}::timestamptz from (${bound}) bound
    on conflict do nothing`.execute(tx)
  await sql`
    delete from second_factor_duties duty
    where duty.realm_id = ${realmId}
      ${ids ? sql`and duty.user_id = any(${[...ids]}::bigint[])` : sql``}
      and duty.user_id not in (${bound})`.execute(tx)
}

/** Since when a second factor is asked of a person; undefined: never noted. */
export async function findDuty(
  db: Queryable,
  { realmId, userId }: AccountKey,
): Promise<Date | undefined> {
  const found = await db
    .selectFrom('second_factor_duties')
    .select('began_at')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found?.began_at
}
