import { sql } from 'kysely'
import type { DatedQueryable } from '../engine/database'
import { isMemberByRole } from '../groups/groups'
import { roles } from '../../../shared/rules/roles'

/** A user who may know a private stream because its settings name them or one of their groups. */
export interface Knower {
  stream_id: number
  user_id: number
}

/**
 * Users who may know private streams only through settings that name a group, or a group around it.
 * Excludes subscribers, administrators and guests.
 */
export async function listKnowersThrough(
  db: DatedQueryable,
  realmId: number,
  groupId: number,
): Promise<Knower[]> {
  const { rows } = await sql<Knower>`
    with recursive around (id) as (
      select ${groupId}::bigint
      union
      select tie.group_id from around
      join user_group_subgroups as tie on tie.realm_id = ${realmId} and tie.subgroup_id = around.id
    ), concerned as (
      select id, known_user_ids, known_group_ids from streams
      where realm_id = ${realmId} and invite_only and deactivated_at is null
        and known_group_ids && array(select id from around)
    ), inside (stream_id, id) as (
      select concerned.id, unnest(known_group_ids) from concerned
      union
      select inside.stream_id, tie.subgroup_id from inside
      join user_group_subgroups as tie on tie.realm_id = ${realmId} and tie.group_id = inside.id
    )
    select concerned.id as stream_id, users.id as user_id
    from concerned
    join realms on realms.id = ${realmId}
    join users on users.realm_id = ${realmId} and users.deactivated_at is null
    where users.role not in
        (${sql.lit(roles.owner)}, ${sql.lit(roles.administrator)}, ${sql.lit(roles.guest)})
      and (
        users.id = any(concerned.known_user_ids)
        or exists (
          select from inside
          join user_groups on user_groups.realm_id = ${realmId} and user_groups.id = inside.id
          where inside.stream_id = concerned.id and user_groups.deactivated_at is null and (
            ${isMemberByRole(db.now)} or exists (
              select from user_group_members as tie
              where tie.realm_id = ${realmId} and tie.group_id = inside.id
                and tie.user_id = users.id)))
      )
      and not exists (
        select from subscriptions as tie
        where tie.realm_id = ${realmId} and tie.user_id = users.id
          and tie.stream_id = concerned.id and tie.active)
    order by stream_id, user_id`.execute(db)
  return rows
}
