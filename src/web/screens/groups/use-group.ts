import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { useApp } from '../../app'
import { rightsOver } from '../../groups/rights'
import type { GroupRights } from '../../groups/rights'
import type { UserGroup } from '../../store/state'

export const GroupContext = createContext<UserGroup | undefined>(undefined)

/** The group that the component is about, and what the reader may do with it. */
export function useGroup(): { group: UserGroup; rights: GroupRights } {
  const { store } = useApp()
  const group = useContext(GroupContext)
  if (!group) throw new Error('No group is around this component.')
  // Told when one of these changes.
  store.read('realm_user_groups')
  store.read('realm_can_manage_all_groups')
  return { group, rights: rightsOver(store.state, group) }
}
