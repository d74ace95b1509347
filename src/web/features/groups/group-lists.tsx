import { useMemo } from 'preact/hooks'
import { call } from '../../data/api/call'
import { useApp } from '../../context/app'
import { allMembersOf } from '../../data/groups/members'
import { rightsOver } from '../../data/groups/rights'
import * as t from '../../texts/catalog'
import { Icon } from '../../ui/icon/icon'
import { Table } from '../../ui/table/table'
import type { Column } from '../../ui/table/table'
import { nameOfGroup } from '../../data/people/group-values'
import type { UserGroup } from '../../data/records/state'
import styles from '../streams/streams.module.css'

interface Row {
  group: UserGroup
  /** Number of members, including those of subgroups. */
  count: number
  isMember: boolean
}

export function AllGroups() {
  return <GroupTable isShown={({ group }) => !group.is_system_group && !group.deactivated} />
}

export function OwnGroups() {
  return (
    <GroupTable
      isShown={({ group, isMember }) => isMember && !group.is_system_group && !group.deactivated}
    />
  )
}

export function RoleGroups() {
  return (
    <GroupTable isShown={({ group }) => group.is_system_group && group.name !== 'role:internet'} />
  )
}

export function DeactivatedGroups() {
  return <GroupTable isShown={({ group }) => group.deactivated} />
}

/** Table of groups. */
function GroupTable({ isShown }: { isShown: (row: Row) => boolean }) {
  const { store, navigation, toasts } = useApp()
  const groups = store.read('realm_user_groups')
  store.read('realm_can_manage_all_groups')
  const ownId = store.state.user_id
  const rows = useMemo(
    () =>
      groups
        .map((group): Row => {
          const all = allMembersOf(groups, group.id)
          return { group, count: all.size, isMember: all.has(ownId) }
        })
        .filter(isShown),
    [groups],
  )

  function attempt({ name }: UserGroup, doing: Promise<unknown>): void {
    doing.catch((error: unknown) => toasts.fail(t.groupList.failed(name), error))
  }

  const columns: Column<Row>[] = [
    {
      key: 'name',
      title: t.groupList.name,
      sortBy: ({ group }) => nameOfGroup(group),
      cell: ({ group }) => (
        <div class={styles['named']}>
          <Icon name="users" />
          <div class={styles['about']}>
            <a href={navigation.hrefOf({ view: 'groups', path: [String(group.id)] })}>
              <bdi>{nameOfGroup(group)}</bdi>
            </a>
            {group.managed_by !== null && ` ${t.groupList.managed}`}
            {group.description !== '' && <p title={group.description}>{group.description}</p>}
          </div>
        </div>
      ),
    },
    {
      key: 'members',
      title: t.groupList.members,
      width: '6rem',
      sortBy: ({ count }) => count,
      cell: ({ count }) => count,
    },
    {
      key: 'tools',
      title: t.groupList.tools,
      width: '8rem',
      isTools: true,
      cell: ({ group }) => <Tool group={group} attempt={attempt} />,
    },
  ]

  return (
    <Table
      label={t.groupList.label}
      find={t.groupList.find}
      none={t.groupList.none}
      rows={rows}
      keyOf={({ group }) => group.id}
      nameOf={({ group }) => nameOfGroup(group)}
      textOf={({ group }) => `${nameOfGroup(group)} ${group.description}`}
      columns={columns}
      sortedBy={{ column: 'name' }}
    />
  )
}

interface ToolProps {
  group: UserGroup
  attempt: (group: UserGroup, doing: Promise<unknown>) => void
}

/** The most frequent action for a group, if the reader may perform it. */
function Tool({ group, attempt }: ToolProps) {
  const { store } = useApp()
  const rights = rightsOver(store.state, group)
  const ownId = store.state.user_id
  if (group.deactivated) {
    if (!rights.manage) return null
    return (
      <button
        type="button"
        class="button"
        aria-label={t.groupList.reactivateOf(group.name)}
        onClick={() =>
          attempt(
            group,
            call('PATCH /user_groups/{user_group_id}', {
              user_group_id: group.id,
              deactivated: false,
            }),
          )
        }
      >
        {t.groupList.reactivate}
      </button>
    )
  }
  const isMember = group.members.includes(ownId)
  if (isMember ? !rights.leave : !rights.join) return null
  const change = isMember ? { delete: [ownId] } : { add: [ownId] }
  return (
    <button
      type="button"
      class="button"
      aria-label={isMember ? t.groupList.leaveOf(group.name) : t.groupList.joinOf(group.name)}
      onClick={() =>
        attempt(
          group,
          call('POST /user_groups/{user_group_id}/members', { user_group_id: group.id, ...change }),
        )
      }
    >
      {isMember ? t.groupList.leave : t.groupList.join}
    </button>
  )
}
