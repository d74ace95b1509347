import { sql } from 'kysely'
import type { Queryable } from '../engine/database'

/* Groups whose members the rules of an identity provider choose. */

/** Ids of the active groups that a provider manages, and whether a person is a direct member of each. */
export async function listManagedGroups(
  db: Queryable,
  { realmId, slug, userId }: { realmId: number; slug: string; userId: number | undefined },
): Promise<{ id: number; isMember: boolean }[]> {
  const rows = await db
    .selectFrom('user_groups as each')
    .leftJoin('user_group_members as tie', (join) =>
      join
        .onRef('tie.realm_id', '=', 'each.realm_id')
        .onRef('tie.group_id', '=', 'each.id')
        .on('tie.user_id', '=', userId ?? null),
    )
    .select(['each.id', 'tie.user_id'])
    .where('each.realm_id', '=', realmId)
    .where('each.managed_by', '=', slug)
    .where('each.deactivated_at', 'is', null)
    .orderBy('each.id')
    .execute()
  return rows.map(({ id, user_id }) => ({ id, isMember: user_id !== null }))
}

/** A group that a rule may name. */
export interface NamedGroup {
  id: number
  name: string
  isSystemGroup: boolean
  isDeactivated: boolean
  managedBy: string | null
}

/** The groups of a realm that have one of the names in either letter case, or one of the ids. */
export async function listNamedGroups(
  db: Queryable,
  realmId: number,
  { names = [], ids = [] }: { names?: readonly string[]; ids?: readonly number[] },
): Promise<NamedGroup[]> {
  const { rows } = await sql<NamedGroup>`
    select id, name, is_system_group as "isSystemGroup", managed_by as "managedBy",
      deactivated_at is not null as "isDeactivated"
    from user_groups
    where realm_id = ${realmId} and (id = any(${[...ids]}::bigint[]) or fold_case(name) in (
      select fold_case(name) from unnest(${[...names]}::text[]) as wanted (name)))
    order by id`.execute(db)
  return rows
}
