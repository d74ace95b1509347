import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { groupsNamedBy, membersNamedBy } from '../../../shared/rules/group-values'
import type { GroupValue } from '../../../shared/rules/group-values'
import type { DatedQueryable, Queryable } from '../engine/database'
import type { UserGroupRow } from '../schema'
import { isMemberByRole } from './groups'

/** An account's direct membership in a group. */
export interface GroupMembership {
  group_id: number
  user_id: number
  /** Time when the group was deactivated. */
  deactivated_at: Date | null
}

/** The memberships of accounts, by group, as if all accounts were active. */
export async function listMembershipsOf(
  db: DatedQueryable,
  realmId: number,
  userIds: readonly number[],
): Promise<GroupMembership[]> {
  const { rows } = await sql<GroupMembership>`
    select user_groups.id as group_id, users.id as user_id,
      user_groups.deactivated_at
    from users
    join realms on realms.id = users.realm_id
    join user_groups on user_groups.realm_id = users.realm_id
      and (${isMemberByRole(db.now)} or exists (
        select from user_group_members as tie
        where tie.realm_id = users.realm_id and tie.group_id = user_groups.id
          and tie.user_id = users.id))
    where users.realm_id = ${realmId} and users.id = any(${[...userIds]}::bigint[])
    order by user_groups.id, users.id`.execute(db)
  return rows
}

/** Groups and all groups inside them, as the table `inside (id)`. */
function insideOf(realmId: number, groupIds: readonly number[]): RawBuilder<unknown> {
  return sql`with recursive inside (id) as (
    select * from unnest(${[...groupIds]}::bigint[])
    union
    select tie.subgroup_id from inside
    join user_group_subgroups as tie on tie.realm_id = ${realmId} and tie.group_id = inside.id
  )`
}

/** Active members of a group or of any group inside it, by ascending id. */
export async function listAllMemberIds(
  db: DatedQueryable,
  realmId: number,
  groupId: number,
): Promise<number[]> {
  return listUserIdsIn(db, realmId, [groupId])
}

/**
 * Active users in at least one of the group values, directly or through groups, by ascending id.
 */
export async function listUserIdsIn(
  db: DatedQueryable,
  realmId: number,
  values: readonly GroupValue[],
): Promise<number[]> {
  const namedUserIds = values.flatMap(membersNamedBy)
  const { rows } = await sql<{ id: number }>`
    ${insideOf(realmId, values.flatMap(groupsNamedBy))}
    select users.id from users
    join realms on realms.id = users.realm_id
    where users.realm_id = ${realmId} and users.deactivated_at is null and (
      users.id = any(${namedUserIds}::bigint[]) or exists (
        select from user_groups
        where user_groups.realm_id = users.realm_id and user_groups.id in (select id from inside)
          and ${isMemberByRole(db.now)}
      ) or exists (
        select from user_group_members as tie
        where tie.realm_id = users.realm_id and tie.user_id = users.id
          and tie.group_id in (select id from inside)))
    order by users.id`.execute(db)
  return rows.map((row) => row.id)
}

/** Ids of groups and of all groups inside them. */
export async function listIdsInside(
  db: Queryable,
  realmId: number,
  groupIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    ${insideOf(realmId, groupIds)}
    select id from inside order by id`.execute(db)
  return rows.map((row) => row.id)
}

/** A group that a message may mention. */
export interface MentionableGroupRow extends Pick<
  UserGroupRow,
  'id' | 'name' | 'is_system_group' | 'creator_id' | 'permissions' | 'deactivated_at'
> {
  /** Active members of the group and its subgroups; empty for system groups and deactivated ones. */
  member_ids: number[]
}

/** Groups with these names, deactivated ones included, ignoring case. */
export async function listMentionableGroups(
  db: Queryable,
  realmId: number,
  names: readonly string[],
): Promise<MentionableGroupRow[]> {
  if (names.length === 0) return []
  const { rows } = await sql<MentionableGroupRow>`
    with recursive named as (
      select id, name, is_system_group, creator_id, permissions, deactivated_at from user_groups
      where realm_id = ${realmId}
        and fold_case(name) in (select fold_case(n) from unnest(${[...names]}::text[]) as n)
    ), inside (outer_id, id) as (
      select id, id from named where not is_system_group and deactivated_at is null
      union
      select inside.outer_id, tie.subgroup_id from inside
      join user_group_subgroups as tie on tie.realm_id = ${realmId} and tie.group_id = inside.id
    ), members (outer_id, user_id) as (
      select inside.outer_id, users.id
      from inside
      join user_group_members as tie on tie.realm_id = ${realmId} and tie.group_id = inside.id
      join users on users.realm_id = tie.realm_id and users.id = tie.user_id
        and users.deactivated_at is null
      union
      select inside.outer_id, users.id
      from inside
      join user_groups on user_groups.realm_id = ${realmId} and user_groups.id = inside.id
        and user_groups.role is not null
      join realms on realms.id = user_groups.realm_id
      join users on users.realm_id = user_groups.realm_id and users.deactivated_at is null
        and ${isMemberByRole()}
    )
    select named.id, named.name, named.is_system_group, named.creator_id, named.permissions,
      named.deactivated_at,
      coalesce((
        select json_agg(user_id order by user_id) from members where members.outer_id = named.id
      ), '[]'::json) as member_ids
    from named order by named.id`.execute(db)
  return rows
}
