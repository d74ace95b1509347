import { sql } from 'kysely'
import type { RawBuilder, Updateable } from 'kysely'
import { subgroupIdsOf, systemGroups } from '../../../shared/rules/system-groups'
import type { SystemGroup } from '../../../shared/rules/system-groups'
import type { DatedQueryable, Queryable, Tx } from '../engine/database'
import { columnsIn, userGroupColumns } from '../engine/row-columns'
import { rememberAccountChange } from '../engine/transaction-effects'
import { rowsAs } from '../engine/rows'
import type { StoredSettings, UserGroupRow, UserGroupsTable } from '../schema'

/** A group with its active direct members and its direct subgroups, each by ascending id. */
export type UserGroupWithMembers = UserGroupRow & { member_ids: number[]; subgroup_ids: number[] }

/** Creates the system groups of a new realm. */
export async function insertSystemGroups(tx: Tx, realmId: number): Promise<void> {
  const groups: readonly SystemGroup[] = Object.values(systemGroups)
  await sql`
    insert into user_groups (realm_id, id, name, description, is_system_group, role)
    overriding system value
    select ${realmId}, id, name, description, true, role
    from ${rowsAs('made', groups, {
      id: 'bigint',
      name: 'text',
      description: 'text',
      role: 'smallint',
    })}`.execute(tx)
  for (const group of groups) await insertSubgroups(tx, realmId, group.id, subgroupIdsOf(group))
}

/**
 * Whether an account (`users`) is a direct member of a system group (`user_groups`) by its role.
 * New members are not full members until the waiting period of the realm (`realms`) is over.
 * @param now default: the database's time
 */
export function isMemberByRole(now?: Date): RawBuilder<boolean> {
  const time = now ? sql`${now.toISOString()}::timestamptz` : sql`now()`
  return sql<boolean>`(
    user_groups.role = users.role and not users.is_system_bot
    and (user_groups.id <> ${systemGroups.fullMembers.id} or users.date_joined
      <= ${time} - make_interval(days => realms.waiting_period_days)))`
}

/**
 * Groups of a realm, system groups first.
 * @param ids default: all groups
 */
export async function listUserGroups(
  db: DatedQueryable,
  realmId: number,
  ids?: readonly number[],
): Promise<UserGroupWithMembers[]> {
  const { rows } = await sql<UserGroupWithMembers>`
    select ${sql.join(columnsIn('user_groups', userGroupColumns).map((column) => sql.ref(column)))},
      coalesce(case when user_groups.is_system_group then (
        select json_agg(users.id order by users.id) from users
        where users.realm_id = user_groups.realm_id and users.deactivated_at is null
          and ${isMemberByRole(db.now)}
      ) else (
        select json_agg(users.id order by users.id)
        from user_group_members as tie
        join users on users.realm_id = tie.realm_id and users.id = tie.user_id
        where tie.realm_id = user_groups.realm_id and tie.group_id = user_groups.id
          and users.deactivated_at is null
      ) end, '[]'::json) as member_ids,
      coalesce((
        select json_agg(tie.subgroup_id order by tie.subgroup_id) from user_group_subgroups as tie
        where tie.realm_id = user_groups.realm_id and tie.group_id = user_groups.id
      ), '[]'::json) as subgroup_ids
    from user_groups join realms on realms.id = user_groups.realm_id
    where user_groups.realm_id = ${realmId}
      and (${ids === undefined} or user_groups.id = any(${[...(ids ?? [])]}::bigint[]))
    order by user_groups.id`.execute(db)
  return rows
}

/** The active groups among the given ones. */
export async function listActiveGroupIdsAmong(
  db: Queryable,
  realmId: number,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('user_groups')
    .select('id')
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .where('deactivated_at', 'is', null)
    .execute()
  return rows.map((row) => row.id)
}

/** Creates a group; undefined if the name is taken. */
export async function insertUserGroup(
  tx: Tx,
  group: Pick<
    UserGroupRow,
    'realm_id' | 'name' | 'description' | 'creator_id' | 'created_at' | 'permissions'
  >,
): Promise<UserGroupRow | undefined> {
  return tx
    .insertInto('user_groups')
    .values(group)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function updateUserGroup(
  tx: Tx,
  realmId: number,
  id: number,
  changes: Updateable<UserGroupsTable>,
): Promise<void> {
  if (changes.deactivated_at !== undefined) {
    rememberAccountChange(tx, { realmId, userIds: null })
  }
  await tx
    .updateTable('user_groups')
    .set(changes)
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}

export async function isGroupNameTaken(
  db: Queryable,
  realmId: number,
  name: string,
  exceptId: number,
): Promise<boolean> {
  const namesake = await db
    .selectFrom('user_groups')
    .select('id')
    .where('realm_id', '=', realmId)
    .where(sql`fold_case(name)`, '=', sql`fold_case(${name})`)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return namesake !== undefined
}

export async function deleteUserGroup(tx: Tx, realmId: number, id: number): Promise<void> {
  rememberAccountChange(tx, { realmId, userIds: null })
  await tx.deleteFrom('user_groups').where('realm_id', '=', realmId).where('id', '=', id).execute()
}

export async function insertGroupMembers(
  tx: Tx,
  realmId: number,
  groupId: number,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return
  rememberAccountChange(tx, { realmId, userIds })
  await sql`
    insert into user_group_members (realm_id, group_id, user_id)
    select ${realmId}, ${groupId}, user_id from unnest(${[...userIds]}::bigint[]) as new (user_id)
    on conflict do nothing`.execute(tx)
}

export async function deleteGroupMembers(
  tx: Tx,
  realmId: number,
  groupId: number,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return
  rememberAccountChange(tx, { realmId, userIds })
  await tx
    .deleteFrom('user_group_members')
    .where('realm_id', '=', realmId)
    .where('group_id', '=', groupId)
    .where(sql<boolean>`user_id = any(${[...userIds]}::bigint[])`)
    .execute()
}

export async function insertSubgroups(
  tx: Tx,
  realmId: number,
  groupId: number,
  subgroupIds: readonly number[],
): Promise<void> {
  if (subgroupIds.length === 0) return
  rememberAccountChange(tx, { realmId, userIds: null })
  await sql`
    insert into user_group_subgroups (realm_id, group_id, subgroup_id)
    select ${realmId}, ${groupId}, id from unnest(${[...subgroupIds]}::bigint[]) as new (id)
    on conflict do nothing`.execute(tx)
}

export async function deleteSubgroups(
  tx: Tx,
  realmId: number,
  groupId: number,
  subgroupIds: readonly number[],
): Promise<void> {
  if (subgroupIds.length === 0) return
  rememberAccountChange(tx, { realmId, userIds: null })
  await tx
    .deleteFrom('user_group_subgroups')
    .where('realm_id', '=', realmId)
    .where('group_id', '=', groupId)
    .where(sql<boolean>`subgroup_id = any(${[...subgroupIds]}::bigint[])`)
    .execute()
}

/** The groups with this one as a direct subgroup. */
export async function listGroupsAround(
  db: Queryable,
  realmId: number,
  id: number,
): Promise<Pick<UserGroupRow, 'id' | 'deactivated_at'>[]> {
  return db
    .selectFrom('user_group_subgroups as tie')
    .innerJoin('user_groups', (join) =>
      join
        .onRef('user_groups.realm_id', '=', 'tie.realm_id')
        .onRef('user_groups.id', '=', 'tie.group_id'),
    )
    .select(['user_groups.id', 'user_groups.deactivated_at'])
    .where('tie.realm_id', '=', realmId)
    .where('tie.subgroup_id', '=', id)
    .orderBy('user_groups.id')
    .execute()
}

/** Live streams and other active groups with permission settings that name a group. */
export async function listSettingsNaming(
  db: Queryable,
  realmId: number,
  groupId: number,
): Promise<Record<'streams' | 'groups', { id: number; permissions: StoredSettings }[]>> {
  const namesIt = sql<boolean>`jsonb_path_exists(permissions,
    '$.* ? (@ == $id || @.direct_subgroups[*] == $id)', jsonb_build_object('id', ${groupId}::bigint))`
  const naming = (table: 'streams' | 'user_groups') =>
    db
      .selectFrom(table)
      .select(['id', 'permissions'])
      .where('realm_id', '=', realmId)
      .where('deactivated_at', 'is', null)
      .where(namesIt)
      .orderBy('id')
  const [streams, groups] = [
    await naming('streams').execute(),
    await naming('user_groups').execute(),
  ]
  return { streams, groups: groups.filter(({ id }) => id !== groupId) }
}
