import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'

export interface DmGroup {
  id: number
  recipient_id: number
  /** The member ids, ascending, joined by commas. */
  member_key: string
}

/** A set of users in the format of `dm_groups.member_key`. */
export function memberKey(userIds: Iterable<number>): string {
  return [...new Set(userIds)].sort((a, b) => a - b).join(',')
}

/**
 * The private conversations with these member keys, by key; missing ones are created. At most three
 * statements for any number of conversations.
 */
export async function ensureDmGroups(
  tx: Tx,
  realmId: number,
  memberKeys: readonly string[],
): Promise<Map<string, DmGroup>> {
  const groups = await mapDmGroups(tx, realmId, memberKeys)
  const missing = memberKeys.filter((key) => !groups.has(key))
  if (missing.length === 0) return groups

  await sql`
    with inserted as (
      insert into dm_groups (realm_id, member_key)
      select distinct ${realmId}::bigint, key from unnest(${missing}::text[]) as key order by key
      on conflict (realm_id, md5(member_key), member_key) do nothing
      returning id, member_key
    )
    insert into dm_group_members (realm_id, dm_group_id, user_id)
    select ${realmId}, id, unnest(string_to_array(member_key, ',')::bigint[]) from inserted`.execute(
    tx,
  )

  // Conversations missing from `inserted` were created by other transactions, which have committed
  // by now.
  return mapDmGroups(tx, realmId, memberKeys)
}

/** Whether a private conversation has messages that are not deleted. */
export async function hasMessages(
  db: Queryable,
  realmId: number,
  dmGroupId: number,
): Promise<boolean> {
  const { rows } = await sql<{ has_any: boolean }>`
    select exists (
      select from messages where realm_id = ${realmId} and dm_group_id = ${dmGroupId}
    ) as has_any`.execute(db)
  return rows[0]?.has_any ?? false
}

/** Existing private conversations, by member key; creates none. */
export async function mapDmGroups(
  db: Queryable,
  realmId: number,
  memberKeys: readonly string[],
): Promise<Map<string, DmGroup>> {
  if (memberKeys.length === 0) return new Map()
  const { rows } = await sql<DmGroup>`
    select id, recipient_id, member_key
    from dm_groups join unnest(${[...memberKeys]}::text[]) as wanted (key)
      on md5(member_key) = md5(wanted.key) and member_key = wanted.key
    where realm_id = ${realmId}`.execute(db)
  return new Map(rows.map((row) => [row.member_key, row]))
}

/** Ids of the members of a private conversation, ascending. */
export async function listParticipantIds(
  db: Queryable,
  realmId: number,
  dmGroupId: number,
): Promise<number[]> {
  const members = await db
    .selectFrom('dm_group_members')
    .select('user_id')
    .where('realm_id', '=', realmId)
    .where('dm_group_id', '=', dmGroupId)
    .orderBy('user_id')
    .execute()
  return members.map((member) => member.user_id)
}

export interface RecentConversation {
  member_key: string
  max_message_id: number
}
