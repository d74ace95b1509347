import type { Declaration } from '../../people/group-values'
import type { GroupValue, State } from '../../store/state'

/** Who may do a thing in something new, until somebody chooses: what the declaration of the setting names. */
export function defaultPermission(
  { user_id: ownId, realm_user_groups: groups }: Pick<State, 'user_id' | 'realm_user_groups'>,
  declaration: Declaration | undefined,
): GroupValue {
  const name = declaration?.default_group_name ?? 'role:nobody'
  const group = groups.find((one) => one.is_system_group && one.name === name)
  return group ? group.id : { direct_members: [ownId], direct_subgroups: [] }
}
