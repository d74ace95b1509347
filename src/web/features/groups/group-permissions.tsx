import { call } from '../../data/api/call'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { GroupSetting } from '../../parts/group-setting/group-setting'
import { declarationsOf } from '../../data/people/group-values'
import styles from '../streams/streams.module.css'
import { useGroup } from './use-group'

export const permissionNames = [
  'can_manage_group',
  'can_mention_group',
  'can_add_members_group',
  'can_remove_members_group',
  'can_join_group',
  'can_leave_group',
] as const

/** Permissions on a group. */
export function GroupPermissions() {
  const { store } = useApp()
  const { group, rights } = useGroup()
  const declarations = declarationsOf(store.state, 'group')
  return (
    <>
      {!rights.manage && <p class={styles['note']}>{t.groupPermissions.readOnly}</p>}
      {permissionNames.map((name) => (
        <GroupSetting
          key={name}
          label={t.groupPermissions.names[name] ?? name}
          hint={t.groupPermissions.hints[name]}
          value={group[name]}
          declaration={declarations[name]}
          disabled={!rights.manage || group.deactivated}
          save={(value, old) =>
            call('PATCH /user_groups/{user_group_id}', {
              user_group_id: group.id,
              [name]: { new: value, old },
            })
          }
        />
      ))}
    </>
  )
}
