import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { useApp } from '../../context/app'
import { rightsOver } from '../../data/groups/rights'
import type { GroupRights } from '../../data/groups/rights'
import type { UserGroup } from '../../data/records/state'

export const GroupContext = createContext<UserGroup | undefined>(undefined)

/** The group of the surrounding component, and the reader's rights over it. @throws Error outside of a group */
export function useGroup(): { group: UserGroup; rights: GroupRights } {
  const { store } = useApp()
  const group = useContext(GroupContext)
  if (!group) throw new Error('No group is around this component.')
  // Subscribes to the data that the rights depend on.
  store.read('realm_user_groups')
  store.read('realm_can_manage_all_groups')
  return { group, rights: rightsOver(store.state, group) }
}
