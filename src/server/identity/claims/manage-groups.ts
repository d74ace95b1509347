import type { Tx } from '../../data/engine/database'
import { listUserGroups, updateUserGroup } from '../../data/groups/groups'
import { listManagedGroups } from '../../data/groups/managed'
import { publish } from '../../events/publish'
import { userGroupUpdated } from '../../wire/user-groups'
import { groupPublication } from '../../chat/notify/user-groups/group-events'
import { recordActs } from '../../chat/notify/audit-log'

/**
 * Gives groups to the rules of a provider, or, with a null slug, back to people. The caller has locked the accounts.
 */
export async function manageGroups(
  tx: Tx,
  realmId: number,
  { slug, groupIds }: { slug: string | null; groupIds: readonly number[] },
): Promise<void> {
  if (groupIds.length === 0) return
  const groups = await listUserGroups(tx, realmId, groupIds)
  for (const group of groups.filter(({ managed_by }) => managed_by !== slug)) {
    await updateUserGroup(tx, realmId, group.id, { managed_by: slug })
    await recordActs(tx, realmId, [
      {
        act: 'group_changed',
        affected: { type: 'user_group', id: group.id },
        before: { managed_by: group.managed_by },
        after: { managed_by: slug },
      },
    ])
    await publish(tx, realmId, [
      groupPublication(userGroupUpdated(group.id, { managed_by: slug }), group),
    ])
  }
}

/**
 * Gives the groups that rules name to their provider; the other groups of the provider go back to people, unless the rules may
 * have made them.
 */
export async function manageGroupsOf(
  tx: Tx,
  realmId: number,
  given: { slug: string; groupIds: readonly number[]; keepsOthers: boolean },
): Promise<void> {
  const { slug, groupIds, keepsOthers } = given
  await manageGroups(tx, realmId, { slug, groupIds })
  if (keepsOthers) return
  const managed = await listManagedGroups(tx, { realmId, slug, userId: undefined })
  const left = managed.map(({ id }) => id).filter((id) => !groupIds.includes(id))
  await manageGroups(tx, realmId, { slug: null, groupIds: left })
}
