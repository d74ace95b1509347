import { rowsById, rowsOfUsers } from '../../../data/exports/tables'
import type { Schema, UserGroupRow } from '../../../data/schema'
import { namedGroupRow, systemGroupOfRole } from '../writing/rows'
import type { ArchiveRow } from '../writing/rows'
import type { ExportJob, Tables } from '../writing/write-tables'
import { allUsers, mapRows, sourceOf } from './sources'

/** User groups, including the anonymous ones that were numbered for permission values before. */
export function groupTables(job: ExportJob): Tables {
  const { numbering } = job
  return {
    zerver_namedusergroup: mapRows(rowsById<UserGroupRow>(sourceOf(job), 'user_groups'), (group) =>
      namedGroupRow(group, numbering),
    ),
    zerver_usergroup: groups(job),
    zerver_usergroupmembership: memberships(job),
    zerver_groupgroupmembership: nesting(job),
  }
}

async function* groups(job: ExportJob): AsyncGenerator<ArchiveRow> {
  const { realm, numbering } = job
  const source = sourceOf(job)
  for await (const { id } of rowsById<UserGroupRow>(source, 'user_groups')) {
    yield { id, realm: realm.id }
  }
  for (const { id } of numbering.anonymousGroups) yield { id, realm: realm.id }
}

async function* memberships(job: ExportJob): AsyncGenerator<ArchiveRow> {
  const { numbering } = job
  const source = sourceOf(job)
  const next = () => numbering.next('usergroupmembership')
  for await (const user of allUsers(job)) {
    const user_group = systemGroupOfRole(user.role)
    if (user_group === undefined || user.deactivated_at || user.is_system_bot) continue
    yield { id: next(), user_group, user_profile: user.id }
  }
  const rows = rowsOfUsers<Schema['user_group_members']>(source, 'user_group_members')
  for await (const { group_id, user_id } of rows) {
    yield { id: next(), user_group: group_id, user_profile: user_id }
  }
  for (const { id, memberIds } of numbering.anonymousGroups) {
    for (const userId of memberIds) yield { id: next(), user_group: id, user_profile: userId }
  }
}

async function* nesting({ ctx, realm, numbering }: ExportJob): AsyncGenerator<ArchiveRow> {
  const next = () => numbering.next('groupgroupmembership')
  const rows = await ctx.db.query
    .selectFrom('user_group_subgroups')
    .select(['group_id', 'subgroup_id'])
    .where('realm_id', '=', realm.id)
    .orderBy('group_id')
    .orderBy('subgroup_id')
    .execute()
  for (const { group_id, subgroup_id } of rows) {
    yield { id: next(), supergroup: group_id, subgroup: subgroup_id }
  }
  for (const { id, subgroupIds } of numbering.anonymousGroups) {
    for (const subgroup of subgroupIds) yield { id: next(), supergroup: id, subgroup }
  }
}
