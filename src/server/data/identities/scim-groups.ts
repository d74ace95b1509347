import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { conditionOfFilter } from './scim-filter'
import type { ScimColumns } from './scim-filter'
import type { ScimRange } from './scim-users'

/** A person in a group, active or not. */
interface ScimMemberRow {
  id: number
  full_name: string
  is_active: boolean
}

/** A user group as a directory sees it. */
export interface ScimGroupRow {
  id: number
  name: string
  created_at: Date
  external_id: string | null
  /** People who are members themselves, by ascending id. */
  members: ScimMemberRow[]
}

/** Max members of a page of groups together, beyond which the page ends early. */
const maxMembersOfPage = 20_000

/** The attributes of groups in filters. */
export const scimGroupColumns: ScimColumns = {
  id: { type: 'text', value: sql<string>`user_groups.id::text` },
  displayname: { type: 'text', value: sql<string>`user_groups.name`, fold: 'fold_case' },
  externalid: { type: 'text', value: sql<string | null>`own.external_id` },
  members: membersColumn(),
  'members.value': membersColumn(),
}

function membersColumn(): ScimColumns[string] {
  const ties = sql`select from user_group_members as tie
    where tie.realm_id = user_groups.realm_id and tie.group_id = user_groups.id`
  return {
    type: 'list',
    has: (value) => sql<boolean>`exists (${ties} and tie.user_id::text = ${value}::text)`,
    isFilled: sql<boolean>`exists (${ties})`,
  }
}

const groups = (realmId: number) => sql`
  user_groups left join scim_groups as own
    on own.realm_id = user_groups.realm_id and own.group_id = user_groups.id
  where user_groups.realm_id = ${realmId} and not user_groups.is_system_group
    and user_groups.deactivated_at is null`

const columns = sql`user_groups.id, user_groups.name, user_groups.created_at, own.external_id`

const people = (realmId: number, groupId: ReturnType<typeof sql>) => sql`
  user_group_members as tie
  join users on users.realm_id = tie.realm_id and users.id = tie.user_id and not users.is_bot
  where tie.realm_id = ${realmId} and tie.group_id = ${groupId}`

/** The members of the groups of a table `page`, as JSON. */
const membersOf = (realmId: number) => sql`coalesce((
  select json_agg(json_build_object('id', users.id, 'full_name', users.full_name,
    'is_active', users.deactivated_at is null) order by users.id)
  from ${people(realmId, sql`page.id`)}), '[]'::json) as members`

/**
 * A page of the active groups that people made, by ascending id, and how many match in all. The page ends early before a
 * group with which it would have too many members.
 *
 * @param withMembers false: without members
 */
export async function listScimGroups(
  db: Queryable,
  realmId: number,
  { filter, offset, limit, withMembers }: ScimRange & { withMembers: boolean },
): Promise<{ total: number; groups: ScimGroupRow[] }> {
  const condition = filter ? conditionOfFilter(filter, scimGroupColumns) : sql`true`
  const count = withMembers
    ? sql`(select count(*)::int from ${people(realmId, sql`matching.id`)})`
    : sql`0`
  const { rows } = await sql<{ total: number } & (ScimGroupRow | { id: null })>`
    with matching as (select ${columns} from ${groups(realmId)} and ${condition}),
    counted as (
      select matching.*, ${count} as size from matching order by id limit ${limit} offset ${offset}
    ), page as (
      select counted.*, sum(size) over (order by id) - size as before from counted
    )
    select totals.total, shown.*
    from (select count(*)::int as total from matching) as totals
    left join (
      select page.id, page.name, page.created_at, page.external_id,
        ${withMembers ? membersOf(realmId) : sql`'[]'::json as members`}
      from page where before < ${maxMembersOfPage}
    ) as shown on true
    order by shown.id`.execute(db)
  const found = rows.flatMap(({ total: _total, ...group }) => (group.id === null ? [] : [group]))
  return { total: rows[0]?.total ?? 0, groups: found }
}

export async function findScimGroup(
  db: Queryable,
  realmId: number,
  id: number,
): Promise<ScimGroupRow | undefined> {
  const { rows } = await sql<ScimGroupRow>`
    select page.*, ${membersOf(realmId)}
    from (select ${columns} from ${groups(realmId)} and user_groups.id = ${id}::bigint) as page`.execute(
    db,
  )
  return rows[0]
}

/** @param externalId null: the group has none any more */
export async function setScimGroupId(
  tx: Tx,
  realmId: number,
  groupId: number,
  externalId: string | null,
): Promise<void> {
  if (externalId === null) {
    await tx
      .deleteFrom('scim_groups')
      .where('realm_id', '=', realmId)
      .where('group_id', '=', groupId)
      .execute()
    return
  }
  await tx
    .insertInto('scim_groups')
    .values({ realm_id: realmId, group_id: groupId, external_id: externalId })
    .onConflict((conflict) =>
      conflict.columns(['realm_id', 'group_id']).doUpdateSet({ external_id: externalId }),
    )
    .execute()
}
