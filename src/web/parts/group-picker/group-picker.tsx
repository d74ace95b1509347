import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { nameOfGroup, rolesFor } from '../../data/people/group-values'
import type { Declaration, GroupValue } from '../../data/people/group-values'
import { ParticularGroup } from './particular-group'
import styles from './group-picker.module.css'

interface GroupPickerProps {
  /** The permission's name, shown above. */
  label: string
  value: GroupValue
  onChange: (value: GroupValue) => void
  /** Restrictions of the setting, `declarationsOf(state, 'realm')[name]`; without it, every group is allowed. */
  declaration?: Declaration | undefined
  disabled?: boolean
  isInvalid?: boolean
  /** Id of the element that describes the field, such as its error. */
  describedBy?: string | undefined
}

/** Value of the select option for an individual choice of groups and people. */
const particular = 'particular'

/**
 * Chooses the holders of a permission: one role, such as “Members”, or any groups and people together. Calls
 * `onChange` on each change, with the value in wire format.
 */
export function GroupPicker(props: GroupPickerProps) {
  const { label, value, onChange, declaration, disabled = false, isInvalid, describedBy } = props
  const { store } = useApp()
  const selectId = useId()
  const groups = store.read('realm_user_groups')
  const roles = rolesFor(groups, declaration)
  const role = groups.find(({ id, is_system_group: isSystems }) => isSystems && id === value)
  const wantsParticular = useSignal(false)
  const isParticular = role === undefined || wantsParticular.value
  const mayBeParticular = declaration?.require_system_group !== true
  // The current value is always offered, even if the declaration excludes it.
  const offered = role && !roles.includes(role) ? [role, ...roles] : roles

  function choose(chosen: string): void {
    wantsParticular.value = chosen === particular
    if (chosen !== particular && Number(chosen) !== value) onChange(Number(chosen))
  }

  return (
    <div class={styles['picker']}>
      <label class={styles['label']} for={selectId}>
        {label}
      </label>
      <select
        id={selectId}
        class="field"
        disabled={disabled}
        aria-invalid={isInvalid ?? false}
        aria-describedby={describedBy}
        value={isParticular ? particular : String(role.id)}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {offered.map((group) => (
          <option key={group.id} value={String(group.id)}>
            {nameOfGroup(group)}
          </option>
        ))}
        {(mayBeParticular || isParticular) && (
          <option value={particular}>{t.groupPicker.particular}</option>
        )}
      </select>
      {isParticular && (
        <ParticularGroup
          label={label}
          value={role?.name === 'role:nobody' ? nobody : value}
          roles={roles}
          mayBeEmpty={declaration?.allow_nobody_group ?? true}
          disabled={disabled}
          onChange={onChange}
        />
      )}
    </div>
  )
}

const nobody: GroupValue = { direct_members: [], direct_subgroups: [] }
