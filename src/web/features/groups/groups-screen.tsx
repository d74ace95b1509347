import { useSignal } from '@preact/signals'
import { call } from '../../data/api/call'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { Icon } from '../../ui/icon/icon'
import { nameOfGroup } from '../../data/people/group-values'
import { mayCreateGroups } from '../../../shared/rules/realm-rights'
import { asRealmUser } from '../../data/rights/permissions'
import type { UserGroup } from '../../data/records/state'
import { SettingsArea } from '../../parts/settings-area/settings-area'
import type { Section } from '../../parts/settings-area/section'
import { Gone } from '../streams/gone'
import { GroupGeneral } from './group-general'
import { AllGroups, DeactivatedGroups, OwnGroups, RoleGroups } from './group-lists'
import { GroupMembers } from './group-members'
import { GroupPermissions } from './group-permissions'
import { NewGroup } from './new-group'
import { GroupContext, useGroup } from './use-group'

/** Sections of the groups area: the lists of groups, and the form for a new group. */
const lists: readonly Section[] = [
  { key: 'all', title: t.groupSettings.all, icon: 'users', Component: AllGroups },
  { key: 'yours', title: t.groupSettings.yours, icon: 'check', Component: OwnGroups },
  { key: 'system', title: t.groupSettings.system, icon: 'lock', Component: RoleGroups },
  {
    key: 'deactivated',
    title: t.groupSettings.deactivated,
    icon: 'archive',
    Component: DeactivatedGroups,
  },
  {
    key: 'new',
    title: t.groupSettings.create,
    icon: 'pencil',
    words: t.newGroup.words,
    Component: NewGroup,
    isFor: ({ store }) => {
      for (const key of ['is_guest', 'realm_user_groups', 'realm_can_create_groups'] as const) {
        void store.read(key)
      }
      return mayCreateGroups(asRealmUser(store.state))
    },
  },
]

/** Sections of one group. */
const sections: readonly Section[] = [
  {
    key: 'members',
    title: t.groupMembers.title,
    icon: 'users',
    words: t.groupMembers.words,
    Component: GroupMembers,
  },
  {
    key: 'general',
    title: t.groupGeneral.title,
    icon: 'settings',
    words: t.groupGeneral.words,
    Component: GroupGeneral,
  },
  {
    key: 'permissions',
    title: t.groupPermissions.title,
    icon: 'lock',
    words: t.groupPermissions.words,
    Component: GroupPermissions,
  },
]

const ofSystem = sections.filter(({ key }) => key !== 'permissions')

/** Settings area of user groups: `#groups/all`, `#groups/new`, `#groups/9/members`. */
export function GroupsScreen({ path }: { path: readonly string[] }) {
  const groupId = Number(path[0] ?? '')
  if (Number.isInteger(groupId) && groupId > 0) {
    return <GroupSettingsScreen key={groupId} groupId={groupId} path={path} />
  }
  return (
    <SettingsArea
      view="groups"
      path={path}
      sections={lists}
      navigationLabel={t.groupSettings.sections}
    />
  )
}

function GroupSettingsScreen({ groupId, path }: { groupId: number; path: readonly string[] }) {
  const { store, navigation } = useApp()
  const group = store.read('realm_user_groups').find(({ id }) => id === groupId)
  if (!group) {
    return (
      <Gone
        title={t.groupSettings.gone}
        hint={t.groupSettings.goneHint}
        href={navigation.hrefOf({ view: 'groups', path: ['all'] })}
        back={t.groupSettings.backToAll}
      />
    )
  }
  // Links of the reference's clients have the group's name after the id.
  const parts = path.slice(1)
  const [first] = parts
  const isNamed = first !== undefined && !sections.some(({ key }) => key === first)
  return (
    <GroupContext.Provider value={group}>
      <SettingsArea
        view="groups"
        base={[String(groupId)]}
        path={isNamed ? parts.slice(1) : parts}
        title={nameOfGroup(group)}
        icon="users"
        sections={group.is_system_group ? ofSystem : sections}
        navigationLabel={t.groupSettings.sections}
        up={{ path: ['all'], label: t.groupSettings.backToAll }}
        tools={<GroupTools group={group} />}
      />
    </GroupContext.Provider>
  )
}

/** Buttons that join and leave the group. */
function GroupTools({ group }: { group: UserGroup }) {
  const { store, toasts } = useApp()
  const { rights } = useGroup()
  const isBusy = useSignal(false)
  const ownId = store.state.user_id
  const isMember = group.members.includes(ownId)
  if (isMember ? !rights.leave : !rights.join) return null

  async function change(): Promise<void> {
    isBusy.value = true
    try {
      await call('POST /user_groups/{user_group_id}/members', {
        user_group_id: group.id,
        [isMember ? 'delete' : 'add']: [ownId],
      })
    } catch (error) {
      toasts.fail(t.groupList.failed(group.name), error)
    } finally {
      isBusy.value = false
    }
  }

  return (
    <button type="button" class="button" disabled={isBusy.value} onClick={() => void change()}>
      <Icon name={isMember ? 'log-out' : 'plus'} />
      {isMember ? t.groupList.leave : t.groupList.join}
    </button>
  )
}
