import { useSignal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { groupValueOf, membersAndGroups, nameOfGroup } from '../../data/people/group-values'
import type { GroupValue } from '../../data/people/group-values'
import type { UserGroup } from '../../data/records/state'
import { Avatar } from '../avatar/avatar'
import { Icon } from '../../ui/icon/icon'
import { IconButton } from '../../ui/icon-button/icon-button'
import { Combobox } from '../typeahead/combobox'
import { useGroupSuggestions } from './use-group-suggestions'
import styles from './group-picker.module.css'

interface ParticularGroupProps {
  label: string
  value: GroupValue
  /** Roles offered beside groups and people. */
  roles: readonly UserGroup[]
  /** Whether the list may become empty. */
  mayBeEmpty: boolean
  disabled: boolean
  onChange: (value: GroupValue) => void
}

/** A list of individually chosen groups and people. */
export function ParticularGroup(props: ParticularGroupProps) {
  const { label, value, roles, mayBeEmpty, disabled, onChange } = props
  const { store } = useApp()
  const field = useRef<HTMLInputElement>(null)
  const text = useSignal('')
  const { direct_members: members, direct_subgroups: groups } = membersAndGroups(value)
  const suggest = useGroupSuggestions(roles, { members, groups })
  const known = store.read('realm_user_groups')
  const groupsById = useMemo(() => new Map(known.map((group) => [group.id, group])), [known])
  const mayRemove = !disabled && (mayBeEmpty || members.length + groups.length > 1)

  function change(members: readonly number[], groups: readonly number[]): void {
    onChange(groupValueOf({ direct_members: members, direct_subgroups: groups }))
    // The removed item's button may have had the focus.
    field.current?.focus()
  }

  function add(key: string): void {
    const [kind, id] = [key.split(' ')[0], Number(key.split(' ')[1])]
    text.value = ''
    if (kind === 'person') change([...members, id], groups)
    else change(members, [...groups, id])
  }

  const removeButton = (name: string, remove: () => void) =>
    mayRemove && <IconButton icon="x" label={t.groupPicker.remove(name)} onClick={remove} />

  return (
    <div class={styles['particular']}>
      {members.length + groups.length === 0 ? (
        <p class={styles['empty']}>{t.groupPicker.nobodyYet}</p>
      ) : (
        <ul role="list" class={styles['chips']} aria-label={t.groupPicker.chosen(label)}>
          {groups.map((id) => {
            const group = groupsById.get(id)
            const name = group ? nameOfGroup(group) : t.groupPicker.group
            return (
              <li key={`group ${String(id)}`} class={styles['chip']}>
                <Icon name="users" />
                <bdi class={styles['name']}>{name}</bdi>
                {removeButton(name, () =>
                  change(
                    members,
                    groups.filter((other) => other !== id),
                  ),
                )}
              </li>
            )
          })}
          {members.map((id) => {
            const user = store.user(id)
            const isGone = user?.is_active === false
            const plain = user?.full_name ?? t.groupPicker.somebody
            const name = isGone ? t.groupPicker.deactivated(plain) : plain
            return (
              <li key={`person ${String(id)}`} class={styles['chip']}>
                {user ? <Avatar user={user} size="s" /> : <Icon name="user-round" />}
                <bdi class={styles['name']}>{name}</bdi>
                {removeButton(name, () =>
                  change(
                    members.filter((other) => other !== id),
                    groups,
                  ),
                )}
              </li>
            )
          })}
        </ul>
      )}
      {!disabled && (
        <Combobox
          label={t.groupPicker.add(label)}
          placeholder={t.groupPicker.addShort}
          class="field"
          inputRef={field}
          value={text.value}
          side="below"
          onInput={(typed) => (text.value = typed)}
          suggest={suggest}
          onChoose={({ key }) => add(key)}
        />
      )}
    </div>
  )
}
