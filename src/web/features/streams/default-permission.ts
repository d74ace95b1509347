import type { Declaration } from '../../data/people/group-values'
import type { GroupValue, State } from '../../data/records/state'

/** Default value of a permission for a new object, from the setting's declaration. */
export function defaultPermission(
  { user_id: ownId, realm_user_groups: groups }: Pick<State, 'user_id' | 'realm_user_groups'>,
  declaration: Declaration | undefined,
): GroupValue {
  const name = declaration?.default_group_name ?? 'role:nobody'
  const group = groups.find((one) => one.is_system_group && one.name === name)
  return group ? group.id : { direct_members: [ownId], direct_subgroups: [] }
}
