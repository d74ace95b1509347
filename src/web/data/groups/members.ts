import type { NamelessGroup } from '../../../shared/rules/group-values'
import type { UserGroup } from '../records/state'

type Group = Pick<UserGroup, 'id' | 'members' | 'direct_subgroup_ids'>

/** Ids of all users in a group, directly or through subgroups. */
export function allMembersOf(groups: readonly Group[], groupId: number): Set<number> {
  return peopleIn(groups, { direct_members: [], direct_subgroups: [groupId] })
}

/** Ids of all users in a set of members and subgroups. */
export function peopleIn(
  groups: readonly Group[],
  { direct_members: members, direct_subgroups: subgroups }: NamelessGroup,
): Set<number> {
  const byId = new Map(groups.map((group) => [group.id, group]))
  const people = new Set(members)
  for (const id of insideOf(byId, subgroups)) {
    for (const member of byId.get(id)?.members ?? []) people.add(member)
  }
  return people
}

/** Ids of these groups and of all groups nested in them. */
function insideOf(byId: ReadonlyMap<number, Group>, ids: readonly number[]): Set<number> {
  const seen = new Set<number>()
  const waiting = [...ids]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    waiting.push(...(byId.get(id)?.direct_subgroup_ids ?? []))
  }
  return seen
}

/** Ids of groups that must not become subgroups, as a cycle would follow: the group itself and all groups around it. */
export function aroundGroup(groups: readonly Group[], groupId: number): Set<number> {
  const around = new Set([groupId])
  let isGrowing = true
  while (isGrowing) {
    isGrowing = false
    for (const { id, direct_subgroup_ids: inside } of groups) {
      if (around.has(id) || !inside.some((one) => around.has(one))) continue
      around.add(id)
      isGrowing = true
    }
  }
  return around
}
