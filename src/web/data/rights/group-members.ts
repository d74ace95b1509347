import type { UserGroup } from '../records/state'

type Group = Pick<UserGroup, 'id' | 'members' | 'direct_subgroup_ids'>

/** Whether a user is in a group, directly or through its subgroups. */
export function isMemberOf(groups: readonly Group[], groupId: number, userId: number): boolean {
  const seen = new Set<number>()
  const isIn = (id: number): boolean => {
    if (seen.has(id)) return false
    seen.add(id)
    const group = groups.find((candidate) => candidate.id === id)
    return (
      group !== undefined &&
      (group.members.includes(userId) || group.direct_subgroup_ids.some(isIn))
    )
  }
  return isIn(groupId)
}
