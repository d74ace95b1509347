import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import { groupsAround } from '../groups/around'
import type { GroupsAround } from '../groups/around'
import type { UserRow } from '../schema'

/**
 * The columns of an account that message events contain about their users, and those that decide
 * whom the account may write to.
 */
export type MessageSender = Pick<
  UserRow,
  | 'realm_id'
  | 'id'
  | 'email'
  | 'delivery_email'
  | 'full_name'
  | 'short_name'
  | 'avatar_version'
  | 'avatar_key'
  | 'recipient_id'
  | 'role'
  | 'is_bot'
  | 'date_joined'
> & { realm_waiting_period_days: number; groups_around: GroupsAround }

/** Accounts of a realm, with the columns of a message sender; unknown ids are left out. */
export async function listSenders(
  db: Queryable,
  realmId: number,
  userIds: readonly number[],
): Promise<MessageSender[]> {
  return db
    .selectFrom('users')
    .innerJoin('realms', 'realms.id', 'users.realm_id')
    .select(['users.realm_id', 'users.id', 'users.email', 'users.full_name', 'users.short_name'])
    .select(['users.avatar_version', 'users.avatar_key', 'users.recipient_id', 'users.role'])
    .select(['users.is_bot', 'users.date_joined', 'users.delivery_email'])
    .select(['realms.waiting_period_days as realm_waiting_period_days'])
    .select(groupsAround.as('groups_around'))
    .where('users.realm_id', '=', realmId)
    .where(sql<boolean>`users.id = any(${[...userIds]}::bigint[])`)
    .execute()
}
