import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database'
import { systemGroups } from '../../../shared/rules/system-groups'

/** Ids of the active groups that contain an account, directly or through subgroups. */
export interface GroupsAround {
  readonly always: readonly number[]
  /** Additional groups that contain the account once its waiting period is over. */
  readonly once_full: readonly number[]
}

/** The innermost system group of each role, also for new members. */
const groupOfRole = sql.join(
  Object.values(systemGroups)
    .filter(({ id, role }) => role !== null && id !== systemGroups.fullMembers.id)
    .map(({ id, role }) => sql`when ${sql.lit(role)} then ${sql.lit(id)}`),
  sql` `,
)

const { members, fullMembers } = systemGroups

/**
 * The groups around an account (`users`) as an SQL expression; empty for deactivated accounts and
 * system bots.
 */
export const groupsAround: RawBuilder<GroupsAround> = sql<GroupsAround>`(
  with recursive around (id, if_full) as (
    select own.id, own.if_full from (
      select tie.group_id as id, false as if_full from user_group_members as tie
      where tie.realm_id = users.realm_id and tie.user_id = users.id
      union all
      select case users.role ${groupOfRole} end, false where not users.is_system_bot
      union all
      select ${sql.lit(fullMembers.id)}, true
      where users.role = ${sql.lit(members.role)} and not users.is_system_bot
    ) as own
    join user_groups as own_group
      on own_group.realm_id = users.realm_id and own_group.id = own.id
    where own_group.deactivated_at is null and users.deactivated_at is null
    union
    select tie.group_id, around.if_full from around
    join user_group_subgroups as tie
      on tie.realm_id = users.realm_id and tie.subgroup_id = around.id
    join user_groups as outer_group
      on outer_group.realm_id = users.realm_id and outer_group.id = tie.group_id
    where outer_group.deactivated_at is null
  )
  select json_build_object(
    'always', coalesce(json_agg(distinct id) filter (where not if_full), '[]'),
    'once_full', coalesce(json_agg(distinct id) filter (
      where if_full and id not in (select id from around where not if_full)), '[]'))
  from around)`

/**
 * Ids of the groups around an account, as an SQL array.
 * @param user given by expressions of the statement, or by values
 */
export function groupIdsAround(user: {
  realm_id: RawBuilder<number> | number
  id: RawBuilder<number> | number
}): RawBuilder<number[]> {
  // The inner table names shadow those of the statement, so the given expressions are evaluated
  // first.
  return sql<number[]>`(
    select array(
      select jsonb_array_elements_text(around -> 'always')::bigint
      union all
      select jsonb_array_elements_text(around -> 'once_full')::bigint
      where date_joined <= now() - make_interval(days => waiting_period_days))
    from (select ${user.realm_id}::bigint as wanted_realm_id, ${user.id}::bigint as wanted_id) as wanted
    join realms on realms.id = wanted_realm_id
    join users on users.realm_id = wanted_realm_id and users.id = wanted_id,
    lateral (select ${groupsAround}::jsonb as around) as found)`
}

/** The groups around accounts, and the realm's waiting period, by id. */
export async function mapGroupsAround(
  db: Queryable,
  realmId: number,
  userIds: readonly number[],
): Promise<Map<number, { groups_around: GroupsAround; realm_waiting_period_days: number }>> {
  const { rows } = await sql<{
    id: number
    groups_around: GroupsAround
    realm_waiting_period_days: number
  }>`
    select users.id, ${groupsAround} as groups_around,
      realms.waiting_period_days as realm_waiting_period_days
    from users join realms on realms.id = users.realm_id
    where users.realm_id = ${realmId} and users.id = any(${[...userIds]}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, ...around }) => [id, around]))
}
