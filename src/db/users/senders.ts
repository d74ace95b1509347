import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import type { UserRow } from '../schema'

/** The part of an account that messages carry of those who have to do with them. */
export type MessageSender = Pick<
  UserRow,
  | 'realm_id'
  | 'id'
  | 'email'
  | 'full_name'
  | 'short_name'
  | 'avatar_version'
  | 'avatar_key'
  | 'recipient_id'
>

/** Accounts of a realm, with what messages carry of them; unknown ids are left out. */
export async function listSenders(
  db: Queryable,
  realmId: number,
  userIds: readonly number[],
): Promise<MessageSender[]> {
  return db
    .selectFrom('users')
    .select(['realm_id', 'id', 'email', 'full_name', 'short_name', 'avatar_version', 'avatar_key'])
    .select('recipient_id')
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${[...userIds]}::bigint[])`)
    .execute()
}
