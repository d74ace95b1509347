import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { call } from '../../data/api/call'
import { reasonOf } from '../../lib/reason-of'
import { useApp } from '../../context/app'
import { allMembersOf, aroundGroup } from '../../data/groups/members'
import * as t from '../../texts/catalog'
import { Icon } from '../../ui/icon/icon'
import { Check } from '../../ui/form/fields'
import { nobodyChosen, PeopleChoice } from '../../parts/people-choice/people-choice'
import { PersonCell } from '../../parts/people-choice/person-cell'
import { Table } from '../../ui/table/table'
import type { Column } from '../../ui/table/table'
import { membersAndGroups, nameOfGroup } from '../../data/people/group-values'
import type { GroupValue, User, UserGroup } from '../../data/records/state'
import styles from '../streams/streams.module.css'
import { useGroup } from './use-group'

/** A person or group in this group; `through` names the subgroups of indirect members. */
type Row =
  | { key: string; name: string; user: User; through: readonly string[] }
  | { key: string; name: string; group: UserGroup; count: number }

const isDirect = (row: Row) => 'group' in row || row.through.length === 0

/** Members of a group: people and groups, with search, add and remove. */
export function GroupMembers() {
  const { store, navigation, toasts } = useApp()
  const { group, rights } = useGroup()
  const showsIndirect = useSignal(false)
  const groups = store.read('realm_user_groups')
  const users = store.read('realm_users')
  const rows = useMemo(
    () => rowsOf(group, groups, users, showsIndirect.value),
    [group, groups, users, showsIndirect.value],
  )
  const ownId = store.state.user_id
  const mayRemove = (row: Row) => {
    if (!isDirect(row)) return false
    if ('group' in row) return rights.manage && !group.deactivated
    return rights.removeOthers || (row.user.user_id === ownId && rights.leave)
  }

  async function remove(chosen: readonly Row[]): Promise<void> {
    const removable = chosen.filter(mayRemove)
    const people = removable.flatMap((row) => ('user' in row ? [row.user.user_id] : []))
    const subgroups = removable.flatMap((row) => ('group' in row ? [row.group.id] : []))
    if (people.length + subgroups.length === 0) return
    await call('POST /user_groups/{user_group_id}/members', {
      user_group_id: group.id,
      ...(people.length > 0 ? { delete: people } : {}),
      ...(subgroups.length > 0 ? { delete_subgroups: subgroups } : {}),
    })
  }

  const columns: Column<Row>[] = [
    {
      key: 'name',
      title: t.groupMembers.name,
      sortBy: ({ name }) => name,
      cell: (row) =>
        'user' in row ? (
          <PersonCell user={row.user} />
        ) : (
          <div class={styles['named']}>
            <Icon name="users" />
            <div class={styles['about']}>
              <a href={navigation.hrefOf({ view: 'groups', path: [String(row.group.id)] })}>
                <bdi>{row.name}</bdi>
              </a>
            </div>
          </div>
        ),
    },
    {
      key: 'how',
      title: t.groupMembers.how,
      width: '12rem',
      sortBy: (row) => ('group' in row ? ' ' : row.through.join()),
      cell: (row) => {
        if ('group' in row) return t.groupMembers.asGroup(row.count)
        return row.through.length === 0
          ? t.groupMembers.direct
          : t.groupMembers.through(row.through.join(', '))
      },
    },
    {
      key: 'tools',
      title: t.groupMembers.tools,
      width: '7rem',
      isTools: true,
      cell: (row) =>
        mayRemove(row) && (
          <button
            type="button"
            class="button"
            aria-label={t.groupMembers.removeOf(row.name)}
            onClick={() => {
              remove([row]).catch((error: unknown) =>
                toasts.fail(t.groupList.failed(group.name), error),
              )
            }}
          >
            {t.groupMembers.remove}
          </button>
        ),
    },
  ]

  return (
    <>
      {group.is_system_group ? (
        <p class={styles['note']}>{t.groupSettings.isSystem}</p>
      ) : group.managed_by !== null ? (
        <p class={styles['note']}>{t.groupSettings.isManaged(group.managed_by)}</p>
      ) : group.deactivated ? (
        <p class="notice">{t.groupSettings.isDeactivated}</p>
      ) : rights.addOthers ? (
        <AddMembers />
      ) : (
        <p class={styles['note']}>{t.groupMembers.mayNotAdd}</p>
      )}
      {group.direct_subgroup_ids.length > 0 && (
        <Check
          label={t.groupMembers.indirect}
          isChecked={showsIndirect.value}
          onChange={(isOn) => (showsIndirect.value = isOn)}
        />
      )}
      <Table
        label={t.groupMembers.label}
        find={t.groupMembers.find}
        none={t.groupMembers.none}
        rows={rows}
        keyOf={({ key }) => key}
        nameOf={({ name }) => name}
        textOf={(row) => ('user' in row ? `${row.name} ${row.user.email}` : row.name)}
        columns={columns}
        sortedBy={{ column: 'name' }}
        {...(rights.removeOthers
          ? { bulk: [{ label: t.groupMembers.removeAll, isDangerous: true, run: remove }] }
          : {})}
      />
    </>
  )
}

function rowsOf(
  group: UserGroup,
  groups: readonly UserGroup[],
  users: readonly User[],
  withIndirect: boolean,
): Row[] {
  const inside = groups.filter(({ id }) => group.direct_subgroup_ids.includes(id))
  const direct = new Set(group.members)
  const parts = inside.map((one) => ({
    name: nameOfGroup(one),
    group: one,
    people: allMembersOf(groups, one.id),
  }))
  const ofGroups = parts.map(({ name, group: part, people }): Row => ({
    ...{ key: `group ${String(part.id)}`, name, group: part, count: people.size },
  }))
  const ofPeople = users.flatMap((user): Row[] => {
    const { user_id: id, full_name: name } = user
    const key = `person ${String(id)}`
    if (direct.has(id)) return [{ key, name, user, through: [] }]
    if (!withIndirect) return []
    const through = parts.filter(({ people }) => people.has(id)).map((part) => part.name)
    return through.length > 0 ? [{ key, name, user, through }] : []
  })
  return [...ofGroups, ...ofPeople]
}

function AddMembers() {
  const { store } = useApp()
  const { group, rights } = useGroup()
  const value = useSignal<GroupValue>(nobodyChosen)
  const isBusy = useSignal(false)
  const refusal = useSignal<string | undefined>(undefined)
  const chosen = membersAndGroups(value.value)
  const around = aroundGroup(store.read('realm_user_groups'), group.id)
  const people = chosen.direct_members.filter((id) => !group.members.includes(id))
  const subgroups = chosen.direct_subgroups.filter(
    (id) => !group.direct_subgroup_ids.includes(id) && !around.has(id),
  )

  async function add(): Promise<void> {
    isBusy.value = true
    refusal.value = undefined
    try {
      await call('POST /user_groups/{user_group_id}/members', {
        user_group_id: group.id,
        ...(people.length > 0 ? { add: people } : {}),
        ...(subgroups.length > 0 ? { add_subgroups: subgroups } : {}),
      })
      value.value = nobodyChosen
    } catch (error) {
      refusal.value = reasonOf(error)
    } finally {
      isBusy.value = false
    }
  }

  const isNothing = people.length + subgroups.length === 0
  return (
    <form
      class={styles['add']}
      aria-label={t.groupMembers.add}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isNothing) void add()
      }}
    >
      <PeopleChoice
        label={t.groupMembers.adds}
        value={value.value}
        onChange={(next) => (value.value = next)}
        hint={rights.manage ? undefined : t.groupMembers.onlyManagersAddGroups}
      />
      <button class="button primary" disabled={isNothing || isBusy.value}>
        {t.groupMembers.addButton}
      </button>
      {refusal.value !== undefined && (
        <p class="notice bad" role="alert">
          {refusal.value}
        </p>
      )}
    </form>
  )
}
